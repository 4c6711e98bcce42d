import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { compileCache } from '#tests/support/compile-cache.ts'
import { freePort } from '#tests/support/free-port.ts'

const root = join(import.meta.dirname, '..', '..')

/** Keys that the servers and the audit share with the provider. */
export const providerKeys = { secretKey: 'sk_test_simulated', webhookSecret: 'whsec_simulated' }

type ServerSettings = { databaseUrl: string; apiBase: string; zone: string }

/** Starts real servers on one database, each as a process that can be killed. */
export async function startFleet(count: number, settings: ServerSettings) {
  const ports: number[] = []
  while (ports.length < count) {
    const port = await freePort()
    if (!ports.includes(port)) ports.push(port)
  }
  const servers = ports.map((port) => startServer(port, settings))
  await Promise.all(ports.map((port, index) => waitUntilUp(port, servers[index] as ChildProcess)))
  return {
    ports,
    /** Kills a server and waits until its replacement is up, so that work continues. */
    async replace(index: number): Promise<void> {
      await kill(servers[index] as ChildProcess)
      const port = ports[index] as number
      const replacement = startServer(port, settings)
      servers[index] = replacement
      await waitUntilUp(port, replacement)
    },
    /** CPU time of the running servers, including their start. */
    cpuSeconds: () => servers.reduce((sum, server) => sum + readCpuSeconds(server), 0),
    async close(): Promise<void> {
      await Promise.all(servers.map(kill))
    },
  }
}

function startServer(port: number, { databaseUrl, apiBase, zone }: ServerSettings): ChildProcess {
  return spawn(process.execPath, ['dist/server/main.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SHOP_TIME_ZONE: zone,
      SEED: 'empty',
      LOG_LEVEL: 'error',
      RATE_LIMIT_SCALE: '1000000',
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: providerKeys.secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_simulated',
      STRIPE_WEBHOOK_SECRET: providerKeys.webhookSecret,
      STRIPE_API_BASE: apiBase,
    },
  })
}

const STARTUP_TIMEOUT_MS = 120_000

async function waitUntilUp(port: number, server: ChildProcess): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < STARTUP_TIMEOUT_MS; ) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (response?.ok) return
    if (server.exitCode !== null) break
    await delay(100)
  }
  throw new Error('a server did not start')
}

/** Reads user and system time, in hundredths of a second, after the process name in parentheses. */
function readCpuSeconds({ pid }: ChildProcess): number {
  if (process.platform !== 'linux' || !pid) return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGKILL')
  await exited
}
