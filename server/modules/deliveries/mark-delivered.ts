import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { reopenOrder } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { asInstant, statusColumns } from './status-columns.ts'

/** Staff confirm that an order was delivered, even if it was cancelled as missed. */
export async function markDelivered(
  tx: Tx,
  deps: { clock: Clock },
  orderId: string,
): Promise<void> {
  await reopenOrder(tx, deps, orderId)
  const now = deps.clock.now()
  await tx
    .update(orders)
    .set({
      ...statusColumns(sql`'delivered'`, asInstant(now)),
      updatedAt: now,
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, orderId))
}
