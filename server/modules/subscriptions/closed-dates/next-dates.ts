import { and, asc, between, eq, getTableColumns, gte, inArray } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { calendarFor, type DeliveryCalendar, type ZonedShop } from '#contract/zones/landed-date.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { deliveryDateFinder, nextEditableCycle } from '../cycle-dates.ts'
import type { CycleRow, SubscriptionRow } from '../queries.ts'
import { type NextDelivery, nextByCalendar } from '../route-days/reassign-dates.ts'
import { storeNextDelivery } from '../route-days/store-next-delivery.ts'
import { cycles, subscriptions } from '../tables.ts'

type Range = { from: CalendarDate; to: CalendarDate }
type NextDate = NextDelivery & {
  id: string
  /** The date that is stored. */
  from: CalendarDate
  /** The date stays, although the calendar gives another one. */
  isUnchanged: boolean
  /** Whether it lands on a route day; then the customer is emailed (rule 47). */
  isLanded: boolean
  at: Date
}

/** Subscriptions whose next date is in the range and differs by the new calendar (rule 34). */
export async function findNextDates(
  db: DbOrTx,
  { shop, now }: { shop: ZonedShop; now: Date },
  { from, to }: Range,
  { isLocking = false }: { isLocking?: boolean } = {},
): Promise<NextDate[]> {
  const query = db
    .select()
    .from(subscriptions)
    .where(
      and(
        between(subscriptions.nextDate, from, to),
        inArray(subscriptions.status, ['active', 'paused']),
      ),
    )
    .orderBy(asc(subscriptions.id))
  const rows = await (isLocking ? query.for('no key update') : query)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  // Past dates are left out, because there are many.
  const stored = await db
    .select(getTableColumns(cycles))
    .from(cycles)
    .innerJoin(subscriptions, eq(subscriptions.id, cycles.subscriptionId))
    .where(and(inArray(cycles.subscriptionId, ids), gte(cycles.cycle, subscriptions.nextCycle)))
  const byId = groupBy(stored, ({ subscriptionId }) => subscriptionId)
  return rows.flatMap((row) => {
    if (row.nextDate === null) return []
    const calendar = calendarFor(shop, row.deliveryZip)
    const upcoming = { ...row, nextDate: row.nextDate }
    const next = toNextDate(upcoming, byId.get(row.id) ?? [], calendar, now)
    const isUnchanged = next.nextDate === row.nextDate
    const isLanded = calendar.zone !== undefined
    const found = { id: row.id, from: row.nextDate, ...next, isUnchanged, isLanded, at: now }
    return isUnchanged && !next.isOverride ? [] : [found]
  })
}

function toNextDate(
  subscription: SubscriptionRow & { nextDate: CalendarDate },
  rows: CycleRow[],
  calendar: DeliveryCalendar,
  now: Date,
): NextDelivery {
  // Rule 47: the nearest route day may be inside its cut-off.
  if (calendar.zone) return nextByCalendar(subscription, rows, calendar, now)
  const { nextCycle, pausedUntil } = subscription
  const nextDate = deliveryDateFinder(subscription, rows, calendar)(nextCycle)
  // A date that opens again must not bring a delivery into the pause.
  const next =
    pausedUntil !== null && nextDate < pausedUntil
      ? nextEditableCycle(subscription, rows, calendar, now, pausedUntil)
      : { nextCycle, nextDate }
  return { ...next, isOverride: false }
}

/** Stores the dates by the new calendar. The rows are locked by `findNextDates`. */
export async function updateNextDates(tx: Tx, changes: readonly NextDate[]): Promise<void> {
  for (const { id, at, ...next } of changes.filter(({ isOverride }) => isOverride))
    await storeNextDelivery(tx, { clock: { now: () => at } }, id, next)
  const simple = changes.filter(({ isOverride }) => !isOverride)
  const groups = groupBy(simple, ({ nextCycle, nextDate }) => `${nextDate} ${nextCycle}`)
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const { nextCycle, nextDate } = first
    const ids = group.map(({ id }) => id)
    await tx
      .update(subscriptions)
      .set({ nextCycle, nextDate })
      .where(inArray(subscriptions.id, ids))
  }
}

/** Marks the cycle of a moved order, so that pages show it as rescheduled. */
export async function markRescheduled(tx: Tx, orderId: string): Promise<void> {
  await tx.update(cycles).set({ isMoved: true }).where(eq(cycles.orderId, orderId))
}
