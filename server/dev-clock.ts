import { and, asc, inArray, isNotNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { FIRST_DATE } from '#contract/dates/calendar.ts'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { reminderDate, shopInstant } from '#contract/dates/shop-calendar.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { cycles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { backgroundJobs } from './background-jobs.ts'
import { CLOCK_OFFSET, readClockOffsetMs } from './clock-offset.ts'
import type { Db } from './db/client.ts'
import { replaceSetting } from './db/settings.ts'
import type { Deps } from './deps.ts'
import { mountDevClock } from './http/dev-clock.ts'

const DAY_MS = 86_400_000
const MAX_SHOWN = 5
/** Excludes far-future dates, so that an order dated in the year 9999 is not the next event. */
const MAX_ADVANCE_MS = 2 * 366 * DAY_MS

/** Background jobs in the order in which one creates work for the next. */
const jobsToRun = [
  'delivery.createOrders',
  'delivery.charge',
  'refund.send',
  'email.send',
  'payment.readBalance',
] as const

/** Development only: advances the clock from one due event to the next, to try out a subscription. */
export function mountClockControls(app: FastifyInstance, deps: Deps): void {
  const { clock, pool, setClockOffset, config } = deps
  if (!setClockOffset) return

  async function advanceTo(instant: Date): Promise<void> {
    const offsetMs = (await readClockOffsetMs(pool)) + instant.getTime() - clock.now().getTime()
    await replaceSetting(pool, clock, CLOCK_OFFSET, String(offsetMs))
    setClockOffset?.(offsetMs)
    const runs = new Map(backgroundJobs(deps).map(({ name, run }) => [name, run]))
    for (const name of jobsToRun) {
      await runs.get(name)?.()
      await deps.sandbox?.deliverDue()
    }
    await runs.get('email.send')?.()
  }

  mountDevClock(app, {
    publicUrl: config.publicUrl,
    shop: deps.shop,
    now: () => clock.now(),
    due: () => listDueEvents(deps),
    advanceTo,
    tomorrow: () => new Date(clock.now().getTime() + DAY_MS),
  })
}

export type DueEvent = { at: Date; what: string }

/** The next few due events of the background jobs. */
async function listDueEvents({ db, clock, shop }: Deps): Promise<DueEvent[]> {
  const rows = [...(await findOrdersDue(db, shop.calendar)), ...(await findChargesDue(db))]
  const now = clock.now()
  const latest = now.getTime() + MAX_ADVANCE_MS
  return rows
    .map(({ at, what }) => ({
      at: typeof at === 'string' ? shopInstant(shop.calendar, at, 0) : at,
      what,
    }))
    .map(({ at, what }) => ({ at: new Date(Math.max(at.getTime(), now.getTime())), what }))
    .filter(({ at }) => at.getTime() <= latest)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, MAX_SHOWN)
}

async function findOrdersDue(
  db: Db,
  calendar: ShopCalendar,
): Promise<{ at: string | Date; what: string }[]> {
  const rows = await db
    .select({ id: subscriptions.id, date: subscriptions.nextDate })
    .from(subscriptions)
    .where(
      and(isNotNull(subscriptions.nextDate), inArray(subscriptions.status, ['active', 'paused'])),
    )
    .orderBy(asc(subscriptions.nextDate))
    .limit(MAX_SHOWN)
  return rows.map(({ id, date }) => ({
    at: reminderDate(calendar, date ?? FIRST_DATE),
    what: `Create the order for ${date}, subscription ${formatOrderNumber(id)}`,
  }))
}

async function findChargesDue(db: Db): Promise<{ at: string | Date; what: string }[]> {
  const rows = await db
    .select()
    .from(cycles)
    .where(isNotNull(cycles.dueAt))
    .orderBy(asc(cycles.dueAt))
    .limit(MAX_SHOWN)
  return rows.flatMap(({ subscriptionId, date, dueAt, failedAttempts }) => {
    const action = failedAttempts === 0 ? 'Make the charge for' : 'Retry the charge for'
    const what = `${action} ${date}, subscription ${formatOrderNumber(subscriptionId)}`
    return dueAt ? [{ at: dueAt, what }] : []
  })
}
