import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { addDaysClamped, type CalendarDate } from '#contract/dates/calendar.ts'
import { isClosed, nextOpenDate, type ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { ClosedDelivery } from '#contract/staff/closed-dates.ts'
import { calendarFor, nextRouteDay, type ZonedShop } from '#contract/zones/landed-date.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { isToDeliver } from '#server/modules/deliveries/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'

/** Closed dates that can still have deliveries. */
export const closedFrom = ({ closedDates = [] }: ShopCalendar, today: CalendarDate) =>
  closedDates.map(({ date }) => date).filter((date) => date >= today)

/** Route days are at most this far apart while a zone is served. */
export const ROUTE_DAY_GAP = 28

/** The open dates to which deliveries may move. Each zone has its own, so all later ones count. */
export function landingDates({ calendar, zoneCalendar }: ZonedShop, today: CalendarDate) {
  const closed = closedFrom(calendar, today)
  if (!zoneCalendar) return [...new Set(closed.map((date) => nextOpenDate(calendar, date)))]
  const following = closed.flatMap((date) =>
    Array.from({ length: ROUTE_DAY_GAP }, (_, days) => addDaysClamped(date, days + 1)),
  )
  return [...new Set(following)].filter((date) => !isClosed(calendar, date))
}

/** Rules 34 and 47: the date to which a delivery at this address moves from a closed date. */
export const dateAfterClosing = (shop: ZonedShop, zip: string, date: CalendarDate) =>
  nextRouteDay(calendarFor(shop, zip), date)

/** Open deliveries that a calendar moves, skips or leaves on the road, the earliest first. */
export async function findDeliveries(
  db: DbOrTx,
  shop: ZonedShop,
  today: CalendarDate,
): Promise<ClosedDelivery[]> {
  const closed = closedFrom(shop.calendar, today)
  if (closed.length === 0) return []
  const rows = await db
    .select({
      orderId: orders.id,
      customerName: orders.customerName,
      date: orders.deliveryDate,
      zip: orders.deliveryZip,
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
        inArray(orders.deliveryDate, [...closed, ...landingDates(shop, today)]),
        isToDeliver,
        inArray(orders.deliveryStatus, ['scheduled', 'in-transit']),
      ),
    )
    .orderBy(asc(orders.deliveryDate), asc(sql`coalesce(${cycles.cycle}, 0)`), asc(orders.id))
  const taken = new Set<string>()
  return rows.flatMap(({ orderId, customerName, date, zip, deliveryStatus, ...row }) => {
    const isInTransit = deliveryStatus === 'in-transit'
    const isMoving = !isInTransit && closed.includes(date)
    const to = isMoving ? dateAfterClosing(shop, zip, date) : date
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
