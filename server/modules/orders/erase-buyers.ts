import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { orders } from './tables.ts'

/** Erases who bought. Number, items, amounts and dates remain for accounting. */
export async function eraseBuyers(tx: Tx, ids: string[]): Promise<void> {
  await tx
    .update(orders)
    .set({
      customerName: null,
      customerEmail: null,
      customerPhone: null,
      // An open form or undo cannot restore the order.
      version: sql`${orders.version} + 1`,
    })
    .where(inArray(orders.id, ids))
}
