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
  /** How often a process is killed with signal 9; never unless told. */
  killEveryMs?: number | undefined
  maxKills?: number | undefined
  rng: Rng
  /** For how long guests check out at the first server before the day, and again during it. */
  guestSeconds?: number | undefined
}

export type DayResult = {
  /** From the moment the day is there until its last charge. */
  seconds: number
  /** What the servers that were alive at the end used of the processor, their start included. */
  cpuSeconds: number
  charges: number
  doubles: number
  kills: number
  findings: string[]
  statuses: Record<string, number>
  checkout: { before: Outcome; during: Outcome } | undefined
}

type Fleet = Awaited<ReturnType<typeof startFleet>>

/** Real servers on one PostgreSQL, a day of deliveries that are due, and kill -9 by process id. */
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
    // The first round is for the code to get warm.
    await guests()
    const before = await guests()
    await fillDueDay(pool, cycles, dateIn(zone, new Date()))
    await notifyEngine(pool)
    const begun = performance.now()
    const [kills, during] = await Promise.all([killUntilCharged(pool, fleet, options), guests()])
    const seconds = (performance.now() - begun) / 1000
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

/** Answers how many were killed until nothing was left to charge. */
async function killUntilCharged(pool: pg.Pool, fleet: Fleet, options: DayOptions): Promise<number> {
  const { cycles, killEveryMs, maxKills = Number.POSITIVE_INFINITY, guestSeconds, rng } = options
  // Guests would tell of a dead server, which is not what they are asked about.
  const first = guestSeconds ? 1 : 0
  const begun = performance.now()
  let kills = 0
  let lastKill = begun
  let freedAt = begun
  for (let left = cycles, seenAt = begun; left > 0; ) {
    await delay(250)
    const now = await openCycles(pool)
    if (now !== left) seenAt = performance.now()
    left = now
    const isTime = killEveryMs && performance.now() - lastKill > killEveryMs
    if (isTime && kills < maxKills && left > cycles / 10) {
      await fleet.replace(first + rng.below(fleet.ports.length - first))
      kills += 1
      lastKill = performance.now()
    }
    const quietForMs = performance.now() - seenAt
    // Those who took over need longer than a look: freed at each, a cycle would go from hand to hand.
    if (kills > 0 && Math.min(quietForMs, performance.now() - freedAt) > 5_000) {
      await expireLeases(pool)
      freedAt = performance.now()
    }
    if (quietForMs > 120_000) throw new Error(`${left} cycles are stuck`)
  }
  return kills
}

const notifyEngine = (pool: pg.Pool) => pool.query(`select pg_notify('carboy_cycle', '')`)

/** Whatever the dead had in hand is free when its lease runs out; nobody has to wait for that. */
async function expireLeases(pool: pg.Pool): Promise<void> {
  await pool.query('update cycles set leased_until = now() where due_at is not null')
  await notifyEngine(pool)
}

type Ledger = { status: string; metadata: Record<string, string> }[]

/** I1: what the provider's ledger holds for deliveries, and what it holds more than once. */
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
