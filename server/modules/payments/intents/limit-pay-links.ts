import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { payments } from '../tables.ts'

/** Orders that wait for the payment by their link. */
export const isOpenLink = and(eq(payments.status, 'pending'), isNotNull(payments.expiresAt))

type ShortenedLink = {
  orderId: string
  /** Set if the link asks for terms and no card. */
  netDays: number | null
}

/**
 * Ends these pay links no later than `end`, and never before now: who has paid by now was in time.
 * Returns the links that were cut short; those that end earlier stay as they are.
 */
export async function limitPayLinks(
  tx: Tx,
  orderIds: string[],
  { end, now }: { end: Date; now: Date },
): Promise<ShortenedLink[]> {
  const expiresAt = end > now ? end : now
  return tx
    .update(payments)
    .set({ expiresAt })
    .where(and(inArray(payments.orderId, orderIds), isOpenLink, gt(payments.expiresAt, expiresAt)))
    .returning({ orderId: payments.orderId, netDays: payments.netDays })
}
