import { asc, eq } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { orderItems, orders } from './tables.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderItemRow = typeof orderItems.$inferSelect

export type WholeOrder = {
  order: OrderRow
  payment: typeof payments.$inferSelect | null
  customer: typeof customers.$inferSelect | null
  items: OrderItemRow[]
}

export async function wholeOrder(db: DbOrTx, id: string): Promise<WholeOrder | undefined> {
  const [found] = await db
    .select({ order: orders, payment: payments, customer: customers })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, id))
  if (!found) return undefined
  const items = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(asc(orderItems.position))
  return { ...found, items }
}

export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

export async function stateOfOrder(db: DbOrTx, id: string) {
  const [row] = await db
    .select({
      id: orders.id,
      status: orders.status,
      deliveryStatus: orders.deliveryStatus,
      deliveryDate: orders.deliveryDate,
      paymentStatus: payments.status,
    })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.id, id))
  return row && { ...row, paymentStatus: row.paymentStatus ?? ('pending' as const) }
}
