import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { refunds } from '../tables.ts'

/**
 * Deletes a refund that no worker has started to send. Returns its amount, undefined if there is no
 * such refund, or false if it is too late.
 */
export async function withdrawRefund(
  tx: Tx,
  dedupeKey: string,
): Promise<number | undefined | false> {
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(eq(refunds.dedupeKey, dedupeKey))
    .for('update')
  if (!refund) return undefined
  if (refund.status !== 'requested' || refund.attempts > 0) return false
  await tx.delete(refunds).where(eq(refunds.id, refund.id))
  return refund.amountCents
}

/** Deletes refunds with this key prefix that no worker has started to send. Returns their total. */
export async function withdrawRefunds(
  tx: Tx,
  { orderId, keyPrefix }: { orderId: string; keyPrefix: string },
): Promise<number> {
  const deleted = await tx
    .delete(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        sql`starts_with(${refunds.dedupeKey}, ${keyPrefix})`,
        eq(refunds.status, 'requested'),
        eq(refunds.attempts, 0),
      ),
    )
    .returning({ cents: refunds.amountCents })
  return deleted.reduce((sum, { cents }) => sum + cents, 0)
}
