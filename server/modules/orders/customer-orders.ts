import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { isStillDelivered } from './cancel/owed-after-cancel.ts'
import { getOrderWithDetails, type OrderItemRow, type OrderWithDetails } from './queries.ts'
import { orderItems, orders } from './tables.ts'

export type CustomerOrderDetails = OrderWithDetails & { isStillDelivered: boolean }

/** All orders of one customer, newest first. */
export async function getCustomerOrders(
  db: DbOrTx,
  customerId: string,
): Promise<CustomerOrderDetails[]> {
  const rows = await db
    .select({
      order: orders,
      payment: payments,
      customer: customers,
      isStillDelivered,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
  const ids = rows.map(({ order }) => order.id)
  const items = await itemsByOrder(db, ids)
  return rows.map((row) => ({ ...row, items: items.get(row.order.id) ?? [] }))
}

async function itemsByOrder(db: DbOrTx, orderIds: string[]): Promise<Map<string, OrderItemRow[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.position))
  return groupBy(rows, (row) => row.orderId)
}

/** X1: returns undefined if the order belongs to another customer. */
export async function getCustomerOrder(
  db: DbOrTx,
  customerId: string,
  id: string,
): Promise<CustomerOrderDetails | undefined> {
  const [own] = await db
    .select({ isStillDelivered })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.customerId, customerId)))
  const details = own && (await getOrderWithDetails(db, id))
  return details && { ...details, ...own }
}
