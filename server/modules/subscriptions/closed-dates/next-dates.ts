import { and, asc, between, eq, inArray } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { calendarFor, type DeliveryCalendar, type ZonedShop } from '#contract/zones/landed-date.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { deliveryDateFinder, nextEditableCycle } from '../cycle-dates.ts'
import type { SubscriptionRow } from '../queries.ts'
import { cycles, subscriptions } from '../tables.ts'

type Range = { from: CalendarDate; to: CalendarDate }
type NextDate = { id: string; nextCycle: number; nextDate: CalendarDate }

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
  const stored = await db.select().from(cycles).where(inArray(cycles.subscriptionId, ids))
  const byId = groupBy(stored, ({ subscriptionId }) => subscriptionId)
  return rows.flatMap((row) => {
    const next = toNextDate(row, byId.get(row.id) ?? [], calendarFor(shop, row.deliveryZip), now)
    return next.nextDate === row.nextDate ? [] : [{ id: row.id, ...next }]
  })
}

function toNextDate(
  subscription: SubscriptionRow,
  rows: (typeof cycles.$inferSelect)[],
  calendar: DeliveryCalendar,
  now: Date,
) {
  const { nextCycle, pausedUntil } = subscription
  const nextDate = deliveryDateFinder(subscription, rows, calendar)(nextCycle)
  // A date that opens again must not bring a delivery into the pause.
  return pausedUntil !== null && nextDate < pausedUntil
    ? nextEditableCycle(subscription, rows, calendar, now, pausedUntil)
    : { nextCycle, nextDate }
}

/** Stores the dates by the new calendar. The rows are locked by `findNextDates`. */
export async function updateNextDates(tx: Tx, changes: readonly NextDate[]): Promise<void> {
  const groups = groupBy(changes, ({ nextCycle, nextDate }) => `${nextDate} ${nextCycle}`)
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
