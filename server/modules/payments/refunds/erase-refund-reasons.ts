import { and, inArray, like } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { refunds } from '../tables.ts'

/** Replaces the reasons that staff entered, because they may name the customer. */
export async function eraseRefundReasons(tx: Tx, orderIds: string[]): Promise<void> {
  await tx
    .update(refunds)
    .set({ reason: 'Refunded by staff' })
    .where(and(inArray(refunds.orderId, orderIds), like(refunds.dedupeKey, 'staff:%')))
}
