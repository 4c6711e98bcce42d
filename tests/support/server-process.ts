import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { newBuyer } from './buyer.ts'
import { compileCache } from './compile-cache.ts'

const root = join(import.meta.dirname, '..', '..')

type Program = { node?: string; file?: string }

/** Starts the built server as a separate process in real time; kills it when the test ends. */
export function startServer(
  env: Record<string, string>,
  { node = process.execPath, file = 'dist/server/main.mjs' }: Program = {},
) {
  const child = spawn(node, [file], {
    cwd: root,
    // Excludes settings from the environment of the test run.
    env: { PATH: process.env.PATH, ...compileCache, SEED: 'empty', SHOP_TIME_ZONE: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => chunks.push(String(chunk)))
  }
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal))
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${env.PORT ?? 0}`
  const output = () => chunks.join('')

  return {
    process: child,
    url,
    ended,
    output,
    buyer: (products: Product[]) => newBuyer(url, products),
    /** Ends when the process does; a test that takes too long kills it. */
    async waitUntilUp() {
      while (child.exitCode === null && child.signalCode === null) {
        const response = await fetch(`${url}/api/products`).catch(() => undefined)
        if (response?.ok) return (await response.json()) as Product[]
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`the server exited: ${output()}`)
    },
  }
}
