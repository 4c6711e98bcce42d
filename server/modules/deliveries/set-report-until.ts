import { and, eq } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'

/** Rule 62: a receipt opens the window in which its customer can report a problem. */
export async function setReportUntil(db: DbOrTx, orderId: string, until: Date): Promise<void> {
  await db
    .update(orders)
    .set({ reportUntil: until })
    .where(and(eq(orders.id, orderId), eq(orders.deliveryStatus, 'delivered')))
}
