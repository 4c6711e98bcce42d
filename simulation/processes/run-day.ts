import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { dateIn } from '#contract/dates/calendar.ts'
import { stripeCards } from '#server/adapters/stripe/stripe-cards.ts'
import { openDatabase } from '#server/db/client.ts'
import { seedProducts } from '#server/modules/catalog/seed-products.ts'
import { auditBooks } from '#server/modules/payments/reconcile/audit-books.ts'
import { seededRandom, silentLog } from '#tests/support/test-runtime.ts'
import type { Outcome } from '../../bench/repeat.ts'
import type { Rng } from '../rng.ts'
import { fillDueDay, morningZone } from './due-day.ts'
import { runGuests } from './guests.ts'
import { startProviderServer } from './provider-server.ts'
import { providerKeys, startFleet } from './server-fleet.ts'

export type DayOptions = {
  databaseUrl: string
  cycles: number
  processes: number
  responseDelayMs: number
  /** Interval of `kill -9`; undefined for never. */
  killEveryMs?: number | undefined
  maxKills?: number | undefined
  rng: Rng
  /** Duration of guest checkouts on the first server, before the charges and again during them. */
  guestSeconds?: number | undefined
}

export type DayResult = {
  /** Time from the first charge to the last one. */
  seconds: number
  /** CPU time of the servers that run at the end, including their start. */
  cpuSeconds: number
  charges: number
  doubles: number
  kills: number
  findings: string[]
  statuses: Record<string, number>
  checkout: { before: Outcome; during: Outcome } | undefined
}

type Fleet = Awaited<ReturnType<typeof startFleet>>

/** Runs real servers on one PostgreSQL with a day of due deliveries, killing servers with `kill -9`. */
export async function runDay(options: DayOptions): Promise<DayResult> {
  const { databaseUrl, cycles, guestSeconds = 0 } = options
  const provider = await startProviderServer(options.responseDelayMs)
  const { apiBase } = provider
  const { pool, db, close } = openDatabase(databaseUrl, { poolSize: 4, log: silentLog })
  const zone = morningZone(new Date())
  const clock = { now: () => new Date() }
  await seedProducts({ db, clock, random: seededRandom('day') })
  const fleet = await startFleet(options.processes, { databaseUrl, apiBase, zone })
  const guests = () => (guestSeconds ? runGuests(fleet.ports[0] ?? 0, guestSeconds) : undefined)
  try {
    // The first round warms up the code.
    await guests()
    const before = await guests()
    await fillDueDay(pool, cycles, dateIn(zone, new Date()))
    await notifyEngine(pool)
    const startedAt = performance.now()
    const [kills, during] = await Promise.all([killUntilCharged(pool, fleet, options), guests()])
    const seconds = (performance.now() - startedAt) / 1000
    const cards = stripeCards({ ...providerKeys, apiBase })
    const { findings } = await auditBooks({ db, cards, livemode: false })
    return {
      seconds,
      cpuSeconds: fleet.cpuSeconds(),
      kills,
      ...countCharges([...provider.intents.values()]),
      findings: findings.map(({ rule, id, what }) => `${rule} ${id} ${what}`),
      statuses: await statuses(pool),
      checkout: before && during && { before, during },
    }
  } finally {
    await fleet.close()
    await close()
    await provider.close()
  }
}

/** Kills servers until everything is charged; returns the number of kills. */
async function killUntilCharged(pool: pg.Pool, fleet: Fleet, options: DayOptions): Promise<number> {
  const { cycles, killEveryMs, maxKills = Number.POSITIVE_INFINITY, guestSeconds, rng } = options
  // The first server is not killed while guests use it.
  const first = guestSeconds ? 1 : 0
  const startedAt = performance.now()
  let kills = 0
  let lastKill = startedAt
  let expiredAt = startedAt
  for (let remaining = cycles, progressAt = startedAt; remaining > 0; ) {
    await delay(250)
    const open = await openCycles(pool)
    if (open !== remaining) progressAt = performance.now()
    remaining = open
    const isTime = killEveryMs && performance.now() - lastKill > killEveryMs
    if (isTime && kills < maxKills && remaining > cycles / 10) {
      await fleet.replace(first + rng.below(fleet.ports.length - first))
      kills += 1
      lastKill = performance.now()
    }
    const idleMs = performance.now() - progressAt
    // At most every 5 s: more often, running servers would lose their leases too.
    if (kills > 0 && Math.min(idleMs, performance.now() - expiredAt) > 5_000) {
      await expireLeases(pool)
      expiredAt = performance.now()
    }
    if (idleMs > 120_000) throw new Error(`${remaining} cycles are stuck`)
  }
  return kills
}

const notifyEngine = (pool: pg.Pool) => pool.query(`select pg_notify('carboy_cycle', '')`)

/** Expires the leases of killed servers at once, to shorten the test. */
async function expireLeases(pool: pg.Pool): Promise<void> {
  await pool.query('update cycles set leased_until = now() where due_at is not null')
  await notifyEngine(pool)
}

type Ledger = { status: string; metadata: Record<string, string> }[]

/** I1: counts the charges of deliveries in the provider's ledger, and the duplicates. */
function countCharges(intents: Ledger): { charges: number; doubles: number } {
  const paid = intents.filter(({ status, metadata }) => status === 'succeeded' && metadata.cycle)
  const orders = new Set(paid.map(({ metadata }) => metadata.order_id))
  return { charges: paid.length, doubles: paid.length - orders.size }
}

async function openCycles(pool: pg.Pool): Promise<number> {
  const text = `select count(*)::int as n from cycles where status <> 'paid'`
  const { rows } = await pool.query<{ n: number }>(text)
  return rows[0]?.n ?? 0
}

async function statuses(pool: pg.Pool): Promise<Record<string, number>> {
  const text = 'select status, count(*)::int as n from cycles group by 1'
  const { rows } = await pool.query<{ status: string; n: number }>(text)
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
