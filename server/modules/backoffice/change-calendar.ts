import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
import { addDays, type CalendarDate, dateIn, formatDate } from '#contract/dates/calendar.ts'
import { farDateMessage, latestOrderDate } from '#contract/dates/date-limits.ts'
import {
  type CalendarPeriod,
  changeUntil,
  chargeableFrom,
  type ShopCalendar,
  shopDate,
} from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { AffectedDelivery, CalendarChange, CalendarResult } from '#contract/staff/settings.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { isOpenLink } from '#server/modules/payments/index.ts'
import { payments } from '#server/modules/payments/tables.ts'
import {
  type LiveShop,
  lockVersion,
  toSettings,
  writeSettings,
} from '#server/modules/settings/index.ts'
import { rescheduleCharges } from '#server/modules/subscriptions/index.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { shortenPayLinks } from './phone-orders/shorten-pay-links.ts'

export type CalendarDeps = { db: Db; clock: Clock; random: Random; liveShop: LiveShop }

type Request = { version?: number | undefined; isPreview: boolean }

const MAX_LISTED = 50

/** Rule 34: sets the rules from a future date on. Replaces a change that has not started. */
export function changeCalendar(
  deps: CalendarDeps,
  actor: Actor,
  period: CalendarChange,
  request: Request,
): Promise<CalendarResult> {
  return replacePeriods(deps, actor, request, ({ started, today }) => {
    assertInRange(period.from, today)
    assertNotStarted(period, deps.clock.now())
    return [...started, period]
  })
}

/** Withdraws a change that has not started. */
export function withdrawCalendarChange(
  deps: CalendarDeps,
  actor: Actor,
  from: CalendarDate,
  request: Request,
): Promise<CalendarResult> {
  return replacePeriods(deps, actor, request, ({ started, planned }) => {
    if (!planned.some((period) => period.from === from)) throw new Failure('not_found')
    return started
  })
}

function assertInRange(from: CalendarDate, today: CalendarDate): void {
  const latest = latestOrderDate(today)
  if (from > today && from <= latest) return
  const message = from > today ? farDateMessage(latest) : 'Choose a date from tomorrow on'
  throw new Failure('invalid', message, { from: message })
}

/** In a zone further east, tomorrow may have started: the rules would apply and the date jump at once. */
function assertNotStarted({ from, timeZone }: CalendarChange, now: Date): void {
  const today = dateIn(timeZone, now)
  if (from > today) return
  const message = `It's already ${formatDate(today)} in this time zone. Choose a later date.`
  throw new Failure('invalid', message, { from: message })
}

type Periods = { started: CalendarPeriods; planned: CalendarPeriod[]; today: CalendarDate }
type CalendarPeriods = [CalendarPeriod, ...CalendarPeriod[]]

async function replacePeriods(
  deps: CalendarDeps,
  actor: Actor,
  { version, isPreview }: Request,
  toPeriods: (current: Periods) => CalendarPeriods,
): Promise<CalendarResult> {
  const { row, ...effect } = await deps.db.transaction(async (tx) => {
    const before = await lockVersion(tx, version)
    const today = shopDate(before.calendar, deps.clock.now())
    const [first, ...later] = before.calendar.periods
    const started: CalendarPeriods = [first, ...later.filter(({ from }) => from <= today)]
    const planned = later.filter(({ from }) => from > today)
    const calendar = { ...before.calendar, periods: toPeriods({ started, planned, today }) }
    const affected = await findAffected(tx, addDays(today, 1), before.calendar, calendar)
    if (isPreview) return { row: { ...before, calendar }, ...affected }
    const saved = await writeSettings(tx, deps, actor, before, { calendar })
    await rescheduleCharges(tx, deps, calendar, addDays(today, 1))
    await endPayLinksAtCutoff(tx, deps, calendar, addDays(today, 1))
    return { row: saved, ...affected }
  })
  if (!isPreview) deps.liveShop.apply(row)
  return { settings: toSettings(row), ...effect }
}

/**
 * Open deliveries whose cut-off or charge changes, the earliest first. What a cancelled subscription
 * still gets is paid and can no longer be changed.
 */
async function findAffected(
  tx: Tx,
  from: CalendarDate,
  before: ShopCalendar,
  after: ShopCalendar,
): Promise<{ affectedCount: number; affected: AffectedDelivery[] }> {
  const isOpen = and(
    gte(orders.deliveryDate, from),
    inArray(orders.status, ['pending', 'confirmed']),
    eq(orders.deliveryStatus, 'scheduled'),
  )
  const days = await tx
    .select({ date: orders.deliveryDate, n: sql<number>`count(*)::int` })
    .from(orders)
    .where(isOpen)
    .groupBy(orders.deliveryDate)
  const affectedDays = days.filter(({ date }) => isAffected(before, after, date))
  if (affectedDays.length === 0) return { affectedCount: 0, affected: [] }
  const dates = affectedDays.map(({ date }) => date)
  const rows = await tx
    .select({
      orderId: orders.id,
      customerName: orders.customerName,
      deliveryDate: orders.deliveryDate,
      cycleStatus: cycles.status,
    })
    .from(orders)
    .leftJoin(cycles, eq(cycles.orderId, orders.id))
    .where(and(isOpen, inArray(orders.deliveryDate, dates)))
    .orderBy(asc(orders.deliveryDate), asc(orders.id))
    .limit(MAX_LISTED)
  return {
    affectedCount: affectedDays.reduce((sum, { n }) => sum + n, 0),
    affected: rows.map(({ cycleStatus, customerName, ...delivery }) => ({
      ...delivery,
      customerName: customerName ?? '',
      changeUntil: {
        before: changeUntil(before, delivery.deliveryDate).toISOString(),
        after: changeUntil(after, delivery.deliveryDate).toISOString(),
      },
      chargedFrom:
        cycleStatus === 'ordered'
          ? {
              before: chargeableFrom(before, delivery.deliveryDate).toISOString(),
              after: chargeableFrom(after, delivery.deliveryDate).toISOString(),
            }
          : null,
    })),
  }
}

/** Rule 39: an unpaid order ends at its delivery's cut-off at the latest, also at an earlier one. */
async function endPayLinksAtCutoff(
  tx: Tx,
  deps: CalendarDeps,
  calendar: ShopCalendar,
  from: CalendarDate,
): Promise<void> {
  const rows = await tx
    .select({ id: orders.id, date: orders.deliveryDate })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(gte(orders.deliveryDate, from), isOpenLink))
  for (const [date, waiting] of groupBy(rows, (row) => row.date)) {
    const ids = waiting.map(({ id }) => id)
    await shortenPayLinks(tx, deps, ids, changeUntil(calendar, date))
  }
}

function isAffected(before: ShopCalendar, after: ShopCalendar, date: CalendarDate): boolean {
  const differs = (instant: (calendar: ShopCalendar, date: CalendarDate) => Date) =>
    instant(before, date).getTime() !== instant(after, date).getTime()
  return differs(changeUntil) || differs(chargeableFrom)
}
