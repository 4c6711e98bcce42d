import { inArray, sql } from 'drizzle-orm'
import type { CountLine } from '#contract/driver/events.ts'
import type { DriverStop } from '#contract/driver/route.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { orderItems, orders } from '#server/modules/orders/tables.ts'
import { selectUncounted, selectVisits, type Visit } from '../closing/left-by-order.ts'
import { driverEvents } from '../tables.ts'

type Stop = Pick<typeof schedules.$inferSelect, 'orderId' | 'status' | 'scheduledDate'>
type Lines = DriverStop['lines']

/** Whether a driver reported a delivery at another stop of the order. */
export const hasOtherVisit = sql<boolean>`exists (select 1 from ${driverEvents}
  where ${driverEvents.orderId} = ${orders.id} and ${driverEvents.type} = 'delivered'
  and ${driverEvents.state} = 'counted' and lower(${driverEvents.stopId}) <> ${schedules.id}::text)`

/**
 * Rule 58: what a driver brings to each stop, which is the order, or the rest of it after a short
 * delivery. If a stop was made without counts, the rest is unknown, and the stop gets the whole order.
 * `short` has the orders of which something is still to come. `visited` are the orders with several
 * stops of which one was made.
 */
export async function readStopLines(
  tx: Tx,
  { orderIds, visited }: { orderIds: string[]; visited: string[] },
): Promise<{ getLines(stop: Stop): Lines; short: Set<string> }> {
  const items = groupBy(await selectItems(tx, orderIds), ({ orderId }) => orderId)
  const uncounted =
    visited.length > 0 ? await selectUncounted(tx, inArray(schedules.orderId, visited)) : []
  const counted = visited.filter((id) => !uncounted.includes(id))
  const visits = await selectVisits(tx, counted)
  const linesAfter = (orderId: string, isEarlier: (visit: Visit) => boolean) => {
    const lines = (items.get(orderId) ?? []).map(({ orderId: _, ...line }) => line)
    const left = (visits.get(orderId) ?? [])
      .filter(isEarlier)
      .flatMap(({ lines: counts }) => counts)
    return lines.map((line) => ({ ...line, quantity: line.quantity - sumFull(left, line) }))
  }
  return {
    getLines: ({ orderId, status, scheduledDate }) => {
      // A stop that was made keeps what it was to bring: its own visit is not before it.
      const isMade = status === 'completed'
      const lines = linesAfter(orderId, ({ date }) => !isMade || date < scheduledDate)
      const missing = lines.filter(({ quantity }) => quantity > 0)
      // Staff have planned it although nothing is missing, for example because a customer called.
      return missing.length > 0 ? missing : linesAfter(orderId, () => false)
    },
    short: new Set(
      visited.filter(
        (id) =>
          uncounted.includes(id) || linesAfter(id, () => true).some(({ quantity }) => quantity > 0),
      ),
    ),
  }
}

const sumFull = (left: readonly CountLine[], { productId }: { productId: string }) =>
  left.reduce((sum, line) => sum + (line.productId === productId ? line.full : 0), 0)

const productId = sql<string>`coalesce(${orderItems.productId}, ${orderItems.id})`

/** One line per product, because a driver counts each product once. */
const selectItems = async (tx: Tx, orderIds: string[]) =>
  orderIds.length === 0
    ? []
    : tx
        .select({
          orderId: orderItems.orderId,
          productId,
          name: sql<string>`min(${orderItems.productName})`,
          quantity: sql<number>`sum(${orderItems.quantity})::int`,
        })
        .from(orderItems)
        .where(inArray(orderItems.orderId, orderIds))
        .groupBy(orderItems.orderId, productId)
        .orderBy(sql`min(${orderItems.position})`)
