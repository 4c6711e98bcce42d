import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import type { DrillContext } from './drill-context.ts'
import { describeCounts, type Figure, figure, print, silentLog } from './figures.ts'
import { runAudit } from './machines/check-books.ts'
import { sendGuests } from './machines/guests.ts'
import { query } from './machines/postgres.ts'
import { type ShopProcess, startShop, virtualClock } from './machines/shop-process.ts'
import { findUnpruned, isFlat } from './soak-checks.ts'

const DAYS = 7
const DAY_MS = 86_400_000

/** A week of sales in an hour, on the virtual clock of real processes. */
export async function drillSoak({ folder, minutes, onEnd }: DrillContext): Promise<Figure[]> {
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: silentLog })
  onEnd(() => database.stop())
  const origin = Date.now()
  const factor = (DAYS * DAY_MS) / (minutes * 60_000)
  const now = () => origin + (Date.now() - origin) * factor
  const options = virtualClock({
    DATABASE_URL: database.url,
    CLOCK_FACTOR: String(factor),
    CLOCK_ORIGIN: String(origin),
  })
  const shops = [await startShop(options), await startShop(options)]
  const oneTime = sendGuests(shops, { count: 4, now, pauseMs: 400 })
  const recurring = sendGuests(shops, {
    count: 1,
    now,
    pauseMs: 2_000,
    isRecurring: true,
    leadDays: 2,
    name: 'subscriber',
  })
  const memory: number[][] = shops.map(() => [])
  let prunedAt = 0
  for (let day = 1; day <= DAYS; day++) {
    await sampleUntil(origin + day * (minutes / DAYS) * 60_000, shops, memory)
    // Daily jobs run by the real time, and once when a process starts.
    prunedAt = now()
    const daily = await startShop(options)
    await delay(3_000)
    await daily.stop()
    const used = memory.map((samples) => `${Math.round(samples.at(-1) ?? 0)} MB`).join(' and ')
    print(`day ${day}: ${oneTime.purchases.length} purchases, ${used}`)
  }
  await oneTime.stop()
  await recurring.stop()
  const renewals = await count(
    database.url,
    `select count(*)::int from cycles where order_id is not null`,
  )
  const unpruned = await findUnpruned(database.url, new Date(prunedAt))
  for (const shop of shops) await shop.stop()
  const { audit, isClean } = runAudit(database.url)
  const refusals = new Map([...oneTime.refusals, ...recurring.refusals])
  return [
    figure('virtual days', DAYS),
    figure('purchases', oneTime.purchases.length, oneTime.purchases.length > 0),
    figure('subscriptions', recurring.purchases.length, recurring.purchases.length > 0),
    figure('deliveries of subscriptions', renewals),
    ...memory.map((samples, index) =>
      figure(`memory of process ${index + 1}`, describeMemory(samples), isFlat(samples)),
    ),
    figure('rows kept beyond their time', unpruned.join(', ') || 'none', unpruned.length === 0),
    figure('refusals', describeCounts(refusals)),
    figure('audit', audit, isClean),
  ]
}

async function sampleUntil(end: number, shops: ShopProcess[], memory: number[][]): Promise<void> {
  while (Date.now() < end) {
    await delay(1_000)
    shops.forEach((shop, index) => {
      memory[index]?.push(shop.memoryMb())
    })
  }
}

const describeMemory = (samples: number[]) => {
  const at = (part: number) => Math.round(samples[Math.floor((samples.length - 1) * part)] ?? 0)
  return `${at(0)}, ${at(0.25)}, ${at(0.5)}, ${at(0.75)}, ${at(1)} MB`
}

async function count(url: string, sql: string): Promise<number> {
  const [row] = await query<{ count: number }>(url, sql)
  return row?.count ?? 0
}
