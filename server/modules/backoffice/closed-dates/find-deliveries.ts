import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { nextOpenDate, type ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { ClosedDelivery } from '#contract/staff/closed-dates.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'

/** Closed dates that can still have deliveries. */
export const closedFrom = ({ closedDates = [] }: ShopCalendar, today: CalendarDate) =>
  closedDates.map(({ date }) => date).filter((date) => date >= today)

/** The open dates to which deliveries move. */
export const landingDates = (calendar: ShopCalendar, today: CalendarDate) => [
  ...new Set(closedFrom(calendar, today).map((date) => nextOpenDate(calendar, date))),
]

/** Orders that a truck still has to deliver. */
export const isOpenOrder = and(
  inArray(orders.status, ['pending', 'confirmed']),
  eq(orders.deliveryStatus, 'scheduled'),
)

/** Open deliveries that a calendar moves, skips or leaves on the road, the earliest first. */
export async function findDeliveries(
  db: DbOrTx,
  calendar: ShopCalendar,
  today: CalendarDate,
): Promise<ClosedDelivery[]> {
  const closed = closedFrom(calendar, today)
  if (closed.length === 0) return []
  const rows = await db
    .select({
      orderId: orders.id,
      customerName: orders.customerName,
      date: orders.deliveryDate,
      deliveryStatus: orders.deliveryStatus,
      subscriptionId: sql<string>`coalesce(${orders.parentOrderId}, ${orders.id})`,
      cycle: sql<number>`coalesce(${cycles.cycle}, 0)`,
      isSkippable: sql<boolean>`coalesce(${cycles.status} = 'ordered'
        and ${cycles.firstFailedAt} is null and not ${cycles.isApproved}, false)`,
    })
    .from(orders)
    .leftJoin(cycles, eq(cycles.orderId, orders.id))
    .where(
      and(
        inArray(orders.deliveryDate, [...closed, ...landingDates(calendar, today)]),
        inArray(orders.status, ['pending', 'confirmed']),
        inArray(orders.deliveryStatus, ['scheduled', 'in-transit']),
      ),
    )
    .orderBy(asc(orders.deliveryDate), asc(sql`coalesce(${cycles.cycle}, 0)`), asc(orders.id))
  const taken = new Set<string>()
  return rows.flatMap(({ orderId, customerName, date, deliveryStatus, ...row }) => {
    const isInTransit = deliveryStatus === 'in-transit'
    const to = isInTransit ? date : nextOpenDate(calendar, date)
    const place = `${row.subscriptionId} ${to}`
    const isSkipped = taken.has(place) && row.isSkippable && !isInTransit
    taken.add(place)
    if (date === to && !isSkipped && !closed.includes(date)) return []
    const outcome = isInTransit ? 'in_transit' : isSkipped ? 'skipped' : 'moved'
    return [{ orderId, customerName: customerName ?? '', from: date, to, outcome }]
  })
}

/** Orders with a pending truck stop on a closed date. */
export async function findStops(
  db: DbOrTx,
  calendar: ShopCalendar,
  today: CalendarDate,
): Promise<string[]> {
  const closed = closedFrom(calendar, today)
  if (closed.length === 0) return []
  const rows = await db
    .select({ orderId: schedules.orderId })
    .from(schedules)
    .where(and(eq(schedules.status, 'pending'), inArray(schedules.scheduledDate, closed)))
    .orderBy(asc(schedules.orderId))
  return rows.map(({ orderId }) => orderId)
}
