import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { lockOrder } from './queries.ts'
import { orders } from './tables.ts'

/** Only the status: what becomes of the money and whom to tell is the caller's to know. */
export async function markCancelled(
  tx: Tx,
  { clock }: { clock: Clock },
  orderId: string,
): Promise<void> {
  const now = clock.now()
  await tx
    .update(orders)
    .set({
      status: 'cancelled',
      cancelledAt: now,
      updatedAt: now,
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, orderId))
}

/** A later delivery that was called off comes after all. */
export async function reopenOrder(tx: Tx, orderId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ status: 'pending', cancelledAt: null })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'cancelled')))
}

/**
 * For an order that we stopped asking money for. One that staff moved on by hand stays as it is.
 * Gives whether it is cancelled now.
 */
export async function cancelUnpaidOrder(
  tx: Tx,
  deps: { clock: Clock },
  orderId: string,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (order?.status !== 'pending') return false
  await markCancelled(tx, deps, orderId)
  return true
}
