import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from '#contract/catalog.ts'
import { freePort } from '#tests/support/free-port.ts'

const root = resolve(import.meta.dirname, '..', '..')
/** Generous, because a busy machine is slow. */
const START_TIMEOUT_MS = 180_000

export type ShopProcess = {
  url: string
  pid: number
  products: Product[]
  output(): string
  memoryMb(): number
  stop(): Promise<void>
}

type StartOptions = { nodeArgs?: string[]; env?: Record<string, string> }

const environment = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  MALLOC_ARENA_MAX: '2',
  SEED: 'empty',
  SHOP_TIME_ZONE: 'America/New_York',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_SCALE: '1000000',
  ...env,
})

/** Options of a process with a time of its own; see virtual-clock.mjs. */
export const virtualClock = (env: Record<string, string>): StartOptions => ({
  nodeArgs: ['--import', new URL('virtual-clock.mjs', import.meta.url).href],
  env,
})

const running = new Set<ChildProcess>()

/** Starts the built server without waiting for it. */
export async function launchShop({ nodeArgs = [], env = {} }: StartOptions) {
  const port = await freePort()
  const flags = [
    '--max-semi-space-size=16',
    '--heap-growing-percent=60',
    '--no-parallel-scavenge',
    ...nodeArgs,
  ]
  const child = spawn(process.execPath, [...flags, 'dist/server/main.mjs'], {
    cwd: root,
    env: { ...environment(env), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => chunks.push(String(chunk)))
  }
  const ended = new Promise<number | string>((end) => {
    child.once('exit', (code, signal) => {
      running.delete(child)
      end(code ?? signal ?? 0)
    })
  })
  return { child, port, ended, output: () => chunks.join('') }
}

/** Someone else may take the port while the server starts. */
const START_ATTEMPTS = 3

/** Starts the built server and waits until it sells. */
export async function startShop(options: StartOptions): Promise<ShopProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(options)
    } catch (error) {
      if (attempt === START_ATTEMPTS || !/is in use/.test(String(error))) throw error
    }
  }
}

async function startOnce(options: StartOptions): Promise<ShopProcess> {
  const { child, port, ended, output } = await launchShop(options)
  const url = `http://127.0.0.1:${port}`
  const products = await waitForProducts(url, child, output)
  const pid = child.pid ?? 0
  return {
    url,
    pid,
    products,
    output,
    memoryMb: () => readMemoryMb(pid),
    async stop() {
      child.kill('SIGTERM')
      await Promise.race([ended, delay(12_000)])
      child.kill('SIGKILL')
    },
  }
}

async function waitForProducts(
  url: string,
  child: ChildProcess,
  output: () => string,
): Promise<Product[]> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < START_TIMEOUT_MS) {
    if (child.exitCode !== null) throw new Error(`the shop exited: ${output()}`)
    const response = await fetch(`${url}/api/products`).catch(() => undefined)
    if (response?.ok) return (await response.json()) as Product[]
    await delay(50)
  }
  throw new Error(`the shop did not start: ${output()}`)
}

/** Runs a command of the built server. */
export function runCommand(name: string, { nodeArgs = [], env = {} }: StartOptions) {
  const ran = spawnSync(process.execPath, [...nodeArgs, `dist/server/${name}.mjs`], {
    cwd: root,
    env: environment({ ...env, LOG_LEVEL: 'silent' }),
    timeout: 300_000,
  })
  return { code: ran.status, output: `${ran.stdout}${ran.stderr}` }
}

export async function stopAllShops(): Promise<void> {
  for (const child of running) child.kill('SIGKILL')
}

/** Returns 0 if the process has exited. */
function readMemoryMb(pid: number): number {
  const path = `/proc/${pid}/status`
  const status = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}
