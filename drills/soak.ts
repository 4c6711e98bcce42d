import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dateIn } from '#contract/dates/calendar.ts'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import type { DrillContext } from './drill-context.ts'
import { addCount, describeCounts, type Figure, figure, print, silentLog } from './figures.ts'
import { runAudit } from './machines/check-books.ts'
import { sendGuests } from './machines/guests.ts'
import { countIn, query } from './machines/postgres.ts'
import { type ShopProcess, startShop, virtualClock } from './machines/shop-process.ts'
import { isFlat } from './soak-checks.ts'
import { SoakDriver, ZONE } from './soak-driver.ts'
import { type AgedDriving, ageDriving, compareDriving } from './soak-driver-checks.ts'
import { hadCharging, startVirtualCron, type VirtualCron } from './soak-jobs.ts'
import { type CycleState, checkRenewals, describeRenewals } from './soak-renewals.ts'
import { countRows, findGrowth, findUnpruned } from './soak-tables.ts'
import { sendVisits, VISIT_KINDS } from './soak-visits.ts'

/** Subscriptions of the first week are delivered again in the second one. */
const DAYS = 14
const DAY_MS = 86_400_000
/** The first route is driven on the third day. */
const AGED_DAY = 6

/** Two weeks of sales and deliveries in an hour, on the virtual clock of real processes. */
export async function drillSoak({ folder, minutes, onEnd }: DrillContext): Promise<Figure[]> {
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: silentLog })
  onEnd(() => database.stop())
  const { url } = database
  const origin = Date.now()
  const factor = (DAYS * DAY_MS) / (minutes * 60_000)
  const now = () => origin + (Date.now() - origin) * factor
  const options = virtualClock({
    DATABASE_URL: url,
    CLOCK_FACTOR: String(factor),
    CLOCK_ORIGIN: String(origin),
  })
  const shops = [await startShop(options), await startShop(options)]
  const rowsBefore = await countRows(url)
  const people = sendPeople(shops, now)
  const cron = await startVirtualCron(url, { now, zone: ZONE, chargingHour: 6 })
  const memory: number[][] = shops.map(() => [])
  let aged: AgedDriving = { photos: 0, positions: 0 }
  for (let day = 1; day <= DAYS; day++) {
    await sampleUntil(origin + day * (minutes / DAYS) * 60_000, shops, memory)
    if (day === AGED_DAY) aged = await ageDriving(url)
    const used = memory.map((samples) => `${Math.round(samples.at(-1) ?? 0)} MB`).join(' and ')
    const { oneTime, driver } = people
    print(`day ${day}: ${oneTime.purchases.length} purchases, ${driver.days} routes, ${used}`)
  }
  await people.stop()
  const endedAt = new Date(now())
  const idleJobs = await cron.drain(endedAt)
  await cron.stop()
  const figures = [
    figure('virtual days', DAYS),
    ...(await checkSales(url, people, { endedAt, cron })),
    ...(await compareDriving(url, people.driver, aged)),
    ...memory.map((samples, index) =>
      figure(`memory of process ${index + 1}`, describeMemory(samples), isFlat(samples)),
    ),
    figure('jobs that did not run at the end', idleJobs.join(', ') || 'none', !idleJobs.length),
    ...(await checkTables(url, rowsBefore, endedAt)),
  ]
  const closedAt = now()
  for (const shop of shops) await shop.stop()
  const { audit, isClean } = runAudit(clockFrom(closedAt, { folder, url }))
  return [...figures, figure('audit', audit, isClean)]
}

type People = ReturnType<typeof sendPeople>

function sendPeople(shops: ShopProcess[], now: () => number) {
  const [first, second] = shops as [ShopProcess, ShopProcess]
  const oneTime = sendGuests(shops, { count: 4, now, pauseMs: 400 })
  const recurring = sendGuests(shops, {
    count: 1,
    now,
    pauseMs: 2_000,
    isRecurring: true,
    leadDays: 2,
    name: 'subscriber',
  })
  const visits = sendVisits(first, { guests: oneTime, now, pauseMs: 5_000 })
  const driver = new SoakDriver(second, now)
  const all = [oneTime, recurring, visits, driver]
  const stop = () => Promise.all(all.map((process) => process.stop()))
  return { oneTime, recurring, visits, driver, stop }
}

async function checkSales(
  url: string,
  { oneTime, recurring, visits }: People,
  { endedAt, cron }: { endedAt: Date; cron: VirtualCron },
): Promise<Figure[]> {
  const cycles = await query<CycleState>(
    url,
    'select subscription_id as "subscriptionId", date::text, status from cycles',
  )
  const renewals = checkRenewals(recurring.purchases, cycles, {
    today: dateIn(ZONE, endedAt),
    hadCharging: (date) => hadCharging(cron, date),
  })
  const sent = `emails where kind = 'delivery_reminder' and sent_at is not null`
  const reminders = await countIn(url, sent)
  const refunds = await countIn(url, `sandbox.objects where type = 'refund'`)
  const rejections = new Map(oneTime.rejections)
  for (const [what, count] of recurring.rejections) addCount(rejections, what, count)
  return [
    figure('purchases', oneTime.purchases.length, oneTime.purchases.length > 0),
    figure('subscriptions', recurring.purchases.length, recurring.purchases.length > 0),
    ...describeRenewals(renewals),
    figure('reminders sent', reminders, reminders > 0),
    figure('refunds at the provider', refunds, refunds > 0),
    figure('other visits', describeCounts(visits.done), visits.done.size === VISIT_KINDS),
    figure('visits that failed', describeCounts(visits.failed)),
    figure('rejections', describeCounts(rejections)),
  ]
}

async function checkTables(url: string, before: Map<string, number>, at: Date): Promise<Figure[]> {
  const { facts, others } = findGrowth(before, await countRows(url))
  const unpruned = await findUnpruned(url, at)
  return [
    figure('rows kept beyond their time', unpruned.join(', ') || 'none', unpruned.length === 0),
    figure('facts that grew', facts.join(', ')),
    figure('tables that are not pruned', others.join(', ') || 'none', others.length === 0),
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

/** Switches to the real time: all users have stopped, so no more work may become due. */
function clockFrom(time: number, { folder, url }: { folder: string; url: string }) {
  const file = join(folder, 'offset')
  writeFileSync(file, String(time - Date.now()))
  return virtualClock({ DATABASE_URL: url, CLOCK_FILE: file })
}

const describeMemory = (samples: number[]) => {
  const at = (part: number) => Math.round(samples[Math.floor((samples.length - 1) * part)] ?? 0)
  return `${at(0)}, ${at(0.25)}, ${at(0.5)}, ${at(0.75)}, ${at(1)} MB`
}
