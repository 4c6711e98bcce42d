import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import type { DrillContext } from './drill-context.ts'
import { describeCounts, type Figure, figure, print, silentLog } from './figures.ts'
import { runAudit } from './machines/check-books.ts'
import { sendGuests } from './machines/guests.ts'
import { query } from './machines/postgres.ts'
import { type ShopProcess, startShop, virtualClock } from './machines/shop-process.ts'
import { isFlat } from './soak-checks.ts'
import { countRows, findGrowth, findUnpruned } from './soak-tables.ts'
import { sendVisits, VISIT_KINDS } from './soak-visits.ts'

/** Subscriptions of the first week are delivered again in the second one. */
const DAYS = 14
const DAY_MS = 86_400_000

/** Two weeks of sales in an hour, on the virtual clock of real processes. */
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
  const rowsBefore = await countRows(database.url)
  const oneTime = sendGuests(shops, { count: 4, now, pauseMs: 400 })
  const recurring = sendGuests(shops, {
    count: 1,
    now,
    pauseMs: 2_000,
    isRecurring: true,
    leadDays: 2,
    name: 'subscriber',
  })
  const visits = sendVisits(shops[0] as ShopProcess, { guests: oneTime, now, pauseMs: 5_000 })
  const memory: number[][] = shops.map(() => [])
  let prunedAt = 0
  for (let day = 1; day <= DAYS; day++) {
    await sampleUntil(origin + day * (minutes / DAYS) * 60_000, shops, memory)
    // Jobs are started by the real time, and once when a process starts.
    prunedAt = now()
    const daily = await startShop(options)
    await untilJobsRan(database.url, new Date(prunedAt))
    await daily.stop()
    const used = memory.map((samples) => `${Math.round(samples.at(-1) ?? 0)} MB`).join(' and ')
    print(`day ${day}: ${oneTime.purchases.length} purchases, ${used}`)
  }
  await Promise.all([oneTime.stop(), recurring.stop(), visits.stop()])
  const renewals = await countRenewals(database.url)
  const growth = findGrowth(rowsBefore, await countRows(database.url))
  const unpruned = await findUnpruned(database.url, new Date(prunedAt))
  for (const shop of shops) await shop.stop()
  const { audit, isClean } = runAudit(options)
  const refusals = new Map([...oneTime.refusals, ...recurring.refusals])
  return [
    figure('virtual days', DAYS),
    figure('purchases', oneTime.purchases.length, oneTime.purchases.length > 0),
    figure('subscriptions', recurring.purchases.length, recurring.purchases.length > 0),
    ...Object.entries(renewals).map(([what, rows]) => figure(what, rows, rows > 0)),
    figure('other visits', describeCounts(visits.done), visits.done.size === VISIT_KINDS),
    figure('visits that failed', describeCounts(visits.failed)),
    ...memory.map((samples, index) =>
      figure(`memory of process ${index + 1}`, describeMemory(samples), isFlat(samples)),
    ),
    figure('rows kept beyond their time', unpruned.join(', ') || 'none', unpruned.length === 0),
    figure('facts that grew', growth.facts.join(', ')),
    figure('tables that nobody prunes', growth.others.join(', ') || 'none', !growth.others.length),
    figure('refusals', describeCounts(refusals)),
    figure('audit', audit, isClean),
  ]
}

async function sampleUntil(end: number, shops: ShopProcess[], memory: number[][]): Promise<void> {
  do {
    await delay(1_000)
    shops.forEach((shop, index) => {
      memory[index]?.push(shop.memoryMb())
    })
  } while (Date.now() < end)
}

/** What has to run every day. They start one after the other. */
const DAILY = ['payment.readBalance', 'delivery.createOrders', 'delivery.charge', 'rateLimit.purge']
const JOB_TRIES = 240

async function untilJobsRan(url: string, since: Date): Promise<void> {
  const names = DAILY.map((name) => `job:${name}`)
  for (let attempt = 0; attempt < JOB_TRIES; attempt++) {
    const ran = await query(url, 'select from heartbeats where name = any($1) and at >= $2', [
      names,
      since,
    ])
    if (ran.length === names.length) return
    await delay(500)
  }
}

const describeMemory = (samples: number[]) => {
  const at = (part: number) => Math.round(samples[Math.floor((samples.length - 1) * part)] ?? 0)
  return `${at(0)}, ${at(0.25)}, ${at(0.5)}, ${at(0.75)}, ${at(1)} MB`
}

/** What the engine did by itself. */
async function countRenewals(url: string): Promise<Record<string, number>> {
  const sql: Record<string, string> = {
    'renewals planned': 'cycles where order_id is not null and cycle > 0',
    'renewals paid': `cycles where status = 'paid' and cycle > 0`,
    'reminders sent': `emails where kind = 'delivery_reminder' and sent_at is not null`,
    'refunds at the provider': `sandbox.objects where type = 'refund'`,
  }
  const counted = Object.entries(sql).map(async ([what, rows]) => {
    const [row] = await query<{ count: number }>(url, `select count(*)::int as count from ${rows}`)
    return [what, row?.count ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}
