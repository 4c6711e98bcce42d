import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dateIn } from '#contract/calendar.ts'
import { stripeCards } from '#server/adapters/stripe/stripe-cards.ts'
import { openDatabase } from '#server/db/client.ts'
import { seedProducts } from '#server/modules/catalog/seed-products.ts'
import { auditBooks } from '#server/modules/payments/audit-books.ts'
import { quietLog, seededRandom } from '#tests/support/world.ts'
import type { Dice } from './dice.ts'
import { fillDueDay, morningZone } from './due-day.ts'
import { openProviderServer } from './provider-server.ts'

const root = join(import.meta.dirname, '..')
const secretKey = 'sk_test_simulated'
const webhookSecret = 'whsec_simulated'

export type DayOptions = {
  databaseUrl: string
  cycles: number
  processes: number
  answersInMs: number
  /** How often a process is killed with signal 9; never unless told. */
  killEveryMs?: number | undefined
  dice: Dice
  /** Told once the day is under way, with the port of a process that is not killed. */
  beside?: ((port: number) => Promise<void>) | undefined
}

export type DayResult = {
  /** From the first charge to the last. */
  seconds: number
  /** What the servers that were alive at the end used of the processor, their start included. */
  cpuSeconds: number
  charges: number
  doubles: number
  kills: number
  findings: string[]
  statuses: Record<string, number>
}

/** Real servers on one PostgreSQL, a day of deliveries that are due, and kill -9 by process id. */
export async function runDay(options: DayOptions): Promise<DayResult> {
  const { databaseUrl, cycles, dice, killEveryMs } = options
  const provider = await openProviderServer(options.answersInMs)
  const { pool, db, close } = openDatabase(databaseUrl, { poolSize: 4, log: quietLog })
  const zone = morningZone(new Date())
  const clock = { now: () => new Date() }
  await seedProducts({ db, clock, random: seededRandom('day') })
  await fillDueDay(pool, cycles, dateIn(zone, new Date()))
  const ports = await freePorts(options.processes)
  const start = (port: number) =>
    startServer(port, { databaseUrl, apiBase: provider.apiBase, zone })
  const servers = ports.map(start)
  let kills = 0
  let begun = performance.now()
  try {
    await options.beside?.(ports[0] ?? 0)
    let lastKill = begun
    for (let left = cycles, seenAt = begun; left > 0; ) {
      await delay(250)
      const now = await openCycles(pool)
      // The day begins when the first servers are up and have found it.
      if (left === cycles && now < cycles) begun = performance.now()
      if (now !== left) seenAt = performance.now()
      left = now
      if (killEveryMs && performance.now() - lastKill > killEveryMs && left > cycles / 10) {
        const index = dice.below(servers.length)
        await kill(servers[index])
        servers[index] = start(ports[index] ?? 0)
        kills += 1
        lastKill = performance.now()
      }
      // Whatever the dead had in hand is free when its lease runs out; nobody has to wait for that.
      const isQuiet = performance.now() - seenAt > 5_000
      if (kills > 0 && isQuiet)
        await pool.query('update cycles set leased_until = now() where due_at is not null')
      if (kills > 0 && isQuiet) await pool.query(`select pg_notify('carboy_cycle', '')`)
      if (performance.now() - seenAt > 120_000) throw new Error(`${left} cycles are stuck`)
    }
    const seconds = (performance.now() - begun) / 1000
    const cpuSeconds = servers.reduce((sum, server) => sum + cpuOf(server), 0)
    const cards = stripeCards({ secretKey, webhookSecret, apiBase: provider.apiBase })
    const { findings } = await auditBooks({ db, cards, livemode: false })
    return {
      seconds,
      cpuSeconds,
      kills,
      ...countCharges([...provider.intents.values()]),
      findings: findings.map(({ rule, id, what }) => `${rule} ${id} ${what}`),
      statuses: await statuses(pool),
    }
  } finally {
    await Promise.all(servers.map(kill))
    await close()
    await provider.close()
  }
}

type Ledger = { status: string; metadata: Record<string, string> }[]

/** I1: what the provider's ledger holds for deliveries, and what it holds more than once. */
function countCharges(intents: Ledger): { charges: number; doubles: number } {
  const paid = intents.filter(({ status, metadata }) => status === 'succeeded' && metadata.cycle)
  const orders = new Set(paid.map(({ metadata }) => metadata.order_id))
  return { charges: paid.length, doubles: paid.length - orders.size }
}

async function openCycles(pool: { query(text: string): Promise<{ rows: { n: number }[] }> }) {
  const { rows } = await pool.query(`select count(*)::int as n from cycles where status <> 'paid'`)
  return rows[0]?.n ?? 0
}

async function statuses(pool: {
  query(text: string): Promise<{ rows: { status: string; n: number }[] }>
}) {
  const { rows } = await pool.query('select status, count(*)::int as n from cycles group by 1')
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}

type Place = { databaseUrl: string; apiBase: string; zone: string }

function startServer(port: number, { databaseUrl, apiBase, zone }: Place): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SHOP_TIME_ZONE: zone,
      SEED: 'empty',
      LOG_LEVEL: 'error',
      RATE_LIMIT_SCALE: '1000000',
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_simulated',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: apiBase,
    },
  })
}

/** In hundredths of a second, after the process's name in brackets. */
function cpuOf({ pid }: ChildProcess): number {
  if (process.platform !== 'linux' || !pid) return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function kill(server: ChildProcess | undefined): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}

async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(
    Array.from({ length: count }, async () => {
      const probe = createServer()
      await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
      return probe
    }),
  )
  const ports = probes.map((probe) => (probe.address() as { port: number }).port)
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}
