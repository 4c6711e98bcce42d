import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { newBuyer } from './buyer.ts'
import { compileCache } from './compile-cache.ts'

const root = join(import.meta.dirname, '..', '..')

type Program = { node?: string; file?: string }

/** The built server as a process of its own, on real time; killed when the test is over. */
export function startServer(
  env: Record<string, string>,
  { node = process.execPath, file = 'dist/server/main.mjs' }: Program = {},
) {
  const child = spawn(node, [file], {
    cwd: root,
    // None of the settings of whoever runs the tests.
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
    async waitUntilUp() {
      for (let wait = 0; wait < 800; wait++) {
        if (child.exitCode !== null) throw new Error(`the server ended: ${output()}`)
        const answer = await fetch(`${url}/api/products`).catch(() => undefined)
        if (answer?.ok) return (await answer.json()) as Product[]
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`the server did not come up: ${output()}`)
    },
  }
}
