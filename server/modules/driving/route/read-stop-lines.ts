import { inArray, sql } from 'drizzle-orm'
import type { DriverStop } from '#contract/driver/route.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import type { schedules } from '#server/modules/dispatch/tables.ts'
import { orderItems } from '#server/modules/orders/tables.ts'
import { selectLeft } from '../closing/left-by-order.ts'

type Stop = Pick<typeof schedules.$inferSelect, 'orderId' | 'status'>

/**
 * What a driver brings to each stop: the order, or, if `short` has it, to its open stops what the
 * others did not leave (rule 58).
 */
export async function readStopLines(
  tx: Tx,
  orderIds: string[],
  short: string[],
): Promise<(stop: Stop) => DriverStop['lines']> {
  const items = groupBy(await selectItems(tx, orderIds), ({ orderId }) => orderId)
  const left = await selectLeft(tx, short)
  return ({ orderId, status }) => {
    const lines = (items.get(orderId) ?? []).map(({ orderId: _, ...line }) => line)
    const isOpen = status === 'pending' || status === 'in-progress'
    const counts = isOpen ? left.get(orderId) : null
    if (!counts) return lines
    const quantityLeft = new Map(counts.map(({ productId, quantity }) => [productId, quantity]))
    const missing = lines
      .map((line) => ({
        ...line,
        quantity: line.quantity - (quantityLeft.get(line.productId) ?? 0),
      }))
      .filter(({ quantity }) => quantity > 0)
    // Staff have planned it although nothing is missing, for example for a customer who says so.
    return missing.length > 0 ? missing : lines
  }
}

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
