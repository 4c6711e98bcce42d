import { asc, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { lockOrders } from '#server/modules/orders/index.ts'
import { schedules } from './tables.ts'

/**
 * All stops of orders that are locked, by id, before any of them is changed: a change locks its route,
 * and a plan of the date locks stops before routes.
 */
export async function lockStopsOfOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(inArray(schedules.orderId, [...orderIds]))
    .orderBy(asc(schedules.id))
    .for('update')
}

/**
 * Lock order: orders before their schedules, because a trigger on schedules updates orders. Also
 * locks the order that a schedule is moved to. Returns the locked orders.
 */
export async function lockOrdersOfSchedules(
  tx: Tx,
  ids: string[],
  nextOrderId?: string,
): Promise<string[]> {
  const rows = await tx
    .select({ orderId: schedules.orderId })
    .from(schedules)
    .where(inArray(schedules.id, ids))
  const orderIds = rows.map(({ orderId }) => orderId)
  if (nextOrderId) orderIds.push(nextOrderId)
  await lockOrders(tx, orderIds)
  return orderIds
}
