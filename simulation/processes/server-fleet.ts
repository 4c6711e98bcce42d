import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { compileCache } from '#tests/support/compile-cache.ts'
import { freePort } from '#tests/support/free-port.ts'

const root = join(import.meta.dirname, '..', '..')

/** What the servers and whoever audits them have in common with the provider. */
export const providerKeys = { secretKey: 'sk_test_simulated', webhookSecret: 'whsec_simulated' }

type ServerSettings = { databaseUrl: string; apiBase: string; zone: string }

/** Real servers on one database, each a process that can be killed with signal 9. */
export async function startFleet(count: number, place: ServerSettings) {
  const ports: number[] = []
  while (ports.length < count) {
    const port = await freePort()
    if (!ports.includes(port)) ports.push(port)
  }
  const servers = ports.map((port) => startServer(port, place))
  await Promise.all(ports.map((port, index) => waitUntilUp(port, servers[index] as ChildProcess)))
  return {
    ports,
    /** Another takes its place, and is up before anybody else is killed: somebody must do the work. */
    async replace(index: number): Promise<void> {
      await kill(servers[index] as ChildProcess)
      const port = ports[index] as number
      const fresh = startServer(port, place)
      servers[index] = fresh
      await waitUntilUp(port, fresh)
    },
    /** Of those that are alive, their start included. */
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
  for (const begun = performance.now(); performance.now() - begun < STARTUP_TIMEOUT_MS; ) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    if (server.exitCode !== null) break
    await delay(100)
  }
  throw new Error('a server did not come up')
}

/** In hundredths of a second, after the process's name in brackets. */
function readCpuSeconds({ pid }: ChildProcess): number {
  if (process.platform !== 'linux' || !pid) return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}
