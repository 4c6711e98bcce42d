import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { refunds } from '../tables.ts'
import { creditKey } from './refund-rest.ts'

/**
 * Deletes a refund that no worker has started to send, with its part as credit. Returns its amount,
 * undefined if there is no such refund, or false if it is too late.
 */
export async function withdrawRefund(
  tx: Tx,
  dedupeKey: string,
): Promise<number | undefined | false> {
  const rows = await tx
    .select()
    .from(refunds)
    .where(inArray(refunds.dedupeKey, [dedupeKey, creditKey(dedupeKey)]))
    .orderBy(refunds.id)
    .for('update')
  if (rows.length === 0) return undefined
  if (rows.some(({ status, attempts }) => status !== 'requested' || attempts > 0)) return false
  const ids = rows.map(({ id }) => id)
  await tx.delete(refunds).where(inArray(refunds.id, ids))
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0)
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
