import { and, asc, gt, inArray } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import type { OrderRow } from '#server/modules/orders/index.ts'
import { orderItems, orders } from '#server/modules/orders/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { type CycleRow, isOpen } from './queries.ts'

type OrderItemRow = typeof orderItems.$inferSelect
type CreditRow = Pick<typeof payments.$inferSelect, 'orderId' | 'amountCents' | 'creditCents'>

/** Orders by id, with the prices they were created with. */
export type LoadedOrders = Map<
  string,
  OrderRow & { lines: OrderItemRow[]; payment: CreditRow | undefined }
>

/** The orders of the latest cycles and of all that are open. */
export async function loadOrders(
  db: DbOrTx,
  rows: readonly CycleRow[],
  latest: number,
): Promise<LoadedOrders> {
  const visible = rows.slice(-latest)
  const undecided = rows.filter((row) => isOpen(row) || row.status === 'failed')
  const ids = [...new Set([...visible, ...undecided])].flatMap(({ orderId }) =>
    orderId ? [orderId] : [],
  )
  if (ids.length === 0) return new Map()
  const orderRows = await db.select().from(orders).where(inArray(orders.id, ids))
  const lines = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position))
  const { orderId, amountCents, creditCents } = payments
  const credits: CreditRow[] = await db
    .select({ orderId, amountCents, creditCents })
    .from(payments)
    .where(and(inArray(orderId, ids), gt(creditCents, 0)))
  return new Map(
    orderRows.map((order) => [
      order.id,
      {
        ...order,
        lines: lines.filter(({ orderId }) => orderId === order.id),
        payment: credits.find(({ orderId }) => orderId === order.id),
      },
    ]),
  )
}
