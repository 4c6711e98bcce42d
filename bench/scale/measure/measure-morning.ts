import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'pg'
import { dateIn } from '#contract/dates/calendar.ts'
import { ensureRollupTimeZone } from '#server/db/rollups.ts'
import { fillDueDay, morningZone } from '../../../simulation/processes/due-day.ts'
import { startProviderServer } from '../../../simulation/processes/provider-server.ts'
import { startFleet } from '../../../simulation/processes/server-fleet.ts'
import type { MorningResult } from '../result.ts'

const PROCESSES = 4
/** As in docs/performance.md, A charging day. */
const RESPONSE_DELAY_MS = 80
const STUCK_MS = 180_000

/** Moves the shop to a time zone where it is morning. Returns how long all daily totals took. */
export async function moveToMorning(databaseUrl: string): Promise<number> {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  const zone = morningZone(new Date())
  try {
    await pool.query(
      `update shop_settings set calendar = jsonb_set(calendar, '{periods,0,timeZone}', to_jsonb($1::text))`,
      [zone],
    )
    const startedAt = performance.now()
    await ensureRollupTimeZone(pool, { now: () => new Date() }, zone)
    return (performance.now() - startedAt) / 1000
  } finally {
    await pool.end()
  }
}

/** Charges that many deliveries on several processes, with a provider that takes its time. */
export async function measureMorning(databaseUrl: string, cycles: number): Promise<MorningResult> {
  const provider = await startProviderServer(RESPONSE_DELAY_MS)
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  const zone = morningZone(new Date())
  try {
    const fleet = await startFleet(PROCESSES, { databaseUrl, apiBase: provider.apiBase, zone })
    try {
      const cpuBefore = fleet.cpuSeconds()
      await fillDueDay(pool, cycles, dateIn(zone, new Date()))
      await pool.query(`select pg_notify('carboy_cycle', '')`)
      const startedAt = performance.now()
      await untilCharged(pool, cycles)
      const seconds = (performance.now() - startedAt) / 1000
      const cpuMsPerCharge = ((fleet.cpuSeconds() - cpuBefore) * 1000) / cycles
      return {
        cycles,
        seconds,
        cpuMsPerCharge,
        ...countCharges([...provider.intents.values()]),
        unpaid: await openCycles(pool),
      }
    } finally {
      await fleet.close()
    }
  } finally {
    await pool.end()
    await provider.close()
  }
}

async function untilCharged(pool: Pool, cycles: number): Promise<void> {
  for (let [remaining, progressAt] = [cycles, performance.now()]; remaining > 0; ) {
    await delay(250)
    const open = await openCycles(pool)
    if (open !== remaining) progressAt = performance.now()
    remaining = open
    if (performance.now() - progressAt > STUCK_MS) throw new Error(`${remaining} cycles are stuck`)
  }
}

/** Only those of the morning: ids of the filled database start with 8 or more. */
async function openCycles(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from cycles where status in ('ordered', 'charging', 'unpaid')
       and subscription_id < '80000000-0000-0000-0000-000000000000'`,
  )
  return rows[0]?.n ?? 0
}

function countCharges(intents: { status: string; metadata: Record<string, string> }[]) {
  const paid = intents.filter(({ status, metadata }) => status === 'succeeded' && metadata.cycle)
  const orders = new Set(paid.map(({ metadata }) => metadata.order_id))
  return { charges: paid.length, doubles: paid.length - orders.size }
}
