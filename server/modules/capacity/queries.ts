import { and, eq, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { isPlannableAfterCancel, type OrderRow } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { zoneZips } from '#server/modules/zones/tables.ts'
import { plannedDeliveries, zoneDays } from './tables.ts'

/** Rule 46: an unpaid order reserves its place for this long after its last submit. */
export const RESERVATION_MS = 30 * 60_000

/** Bottles that are not counted, because they are about to be replaced. */
export type ReplacedBottles = {
  orderId?: string
  cycle?: { subscriptionId: string; cycle: number }
}

/**
 * Orders that use capacity: paid, confirmed by staff, due, renewals, and unpaid ones for a while
 * after their last submit. Only new orders and their payment can wait.
 */
export const hasReservation = (now: Date): SQL =>
  sql`${orders.status} <> 'cancelled' and (${orders.status} <> 'pending'
    or ${orders.parentOrderId} is not null
    or coalesce(${orders.submittedAt}, ${orders.createdAt}) > ${new Date(now.getTime() - RESERVATION_MS)})`

const zipOfOrder = sql`left(${orders.deliveryZip}, 5)`

export type ReservedRow = { zoneId: string; date: CalendarDate; bottles: number }

/** Bottles by zone and date, in orders and planned deliveries. Dates without any are left out. */
export async function readReserved(
  db: DbOrTx,
  now: Date,
  days: { zoneIds?: readonly string[]; dates: readonly CalendarDate[] },
  replaced: ReplacedBottles = {},
): Promise<ReservedRow[]> {
  const dates = [...days.dates]
  if (dates.length === 0) return []
  const inZones = days.zoneIds && inArray(zoneZips.zoneId, [...days.zoneIds])
  const { orderId, cycle } = replaced
  const selectOrders = (filter: SQL | undefined) =>
    db
      .select({
        zoneId: zoneZips.zoneId,
        date: orders.deliveryDate,
        bottles: orders.bottles,
      })
      .from(orders)
      .innerJoin(zoneZips, eq(zoneZips.zip, zipOfOrder))
      .where(and(inArray(orders.deliveryDate, dates), inZones, filter))
  const ordered = selectOrders(
    and(hasReservation(now), orderId ? ne(orders.id, orderId) : undefined),
  )
  // A query of their own, because the index of the others leaves out cancelled orders.
  const afterCancel = selectOrders(isPlannableAfterCancel)
  const isOther =
    cycle &&
    or(
      ne(plannedDeliveries.subscriptionId, cycle.subscriptionId),
      ne(plannedDeliveries.cycle, cycle.cycle),
    )
  const planned = db
    .select({
      zoneId: zoneZips.zoneId,
      date: plannedDeliveries.date,
      bottles: plannedDeliveries.bottles,
    })
    .from(plannedDeliveries)
    .innerJoin(zoneZips, eq(zoneZips.zip, plannedDeliveries.zip))
    .where(and(inArray(plannedDeliveries.date, dates), inZones, isOther))
  const all = ordered.unionAll(afterCancel).unionAll(planned).as('reserved')
  return db
    .select({ zoneId: all.zoneId, date: all.date, bottles: sql<number>`sum(${all.bottles})::int` })
    .from(all)
    .groupBy(all.zoneId, all.date)
}

export async function findOrder(db: DbOrTx, id: string): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  return order
}

/** Creates the row at the first use, and locks it until the end of the transaction. */
export async function lockZoneDay(tx: Tx, zoneId: string, date: CalendarDate): Promise<void> {
  await tx
    .insert(zoneDays)
    .values({ zoneId, date })
    .onConflictDoUpdate({ target: [zoneDays.zoneId, zoneDays.date], set: { date } })
}

/** Past dates are never checked again. */
export async function purgeZoneDays(db: DbOrTx, today: CalendarDate): Promise<void> {
  await db.delete(zoneDays).where(lt(zoneDays.date, today))
}
