import { and, eq, inArray } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'

/** Rule 62: a receipt opens the window in which its customer can report a problem. */
export async function setReportUntil(
  db: DbOrTx,
  orderIds: readonly string[],
  until: Date,
): Promise<void> {
  if (orderIds.length === 0) return
  await db
    .update(orders)
    .set({ reportUntil: until })
    .where(and(inArray(orders.id, [...orderIds]), eq(orders.deliveryStatus, 'delivered')))
}
