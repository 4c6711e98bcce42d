import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { payments } from '../tables.ts'

/** Orders that wait for the payment by their link. */
export const isOpenLink = and(eq(payments.status, 'pending'), isNotNull(payments.expiresAt))

/** Ends these pay links no later than `end`. A link that ends earlier stays as it is. */
export async function limitPayLinks(tx: Tx, orderIds: string[], end: Date): Promise<void> {
  await tx
    .update(payments)
    .set({ expiresAt: end })
    .where(and(inArray(payments.orderId, orderIds), isOpenLink, gt(payments.expiresAt, end)))
}
