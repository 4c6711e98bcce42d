import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { releaseCredit, restoreCredit } from '#server/modules/payments/index.ts'
import type { Clock } from '#server/runtime.ts'
import { lockOrder } from '../lock-order.ts'
import { orders } from '../tables.ts'

/** Sets the status and releases reserved credit. Refund and email are up to the caller. */
export async function markCancelled(
  tx: Tx,
  deps: { clock: Clock },
  orderId: string,
): Promise<void> {
  const now = deps.clock.now()
  await tx
    .update(orders)
    .set({
      status: 'cancelled',
      cancelledAt: now,
      updatedAt: now,
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, orderId))
  await releaseCredit(tx, deps, orderId)
}

/** Reverts the cancellation of a renewal. */
export async function reopenOrder(tx: Tx, deps: { clock: Clock }, orderId: string): Promise<void> {
  const [reopened] = await tx
    .update(orders)
    .set({ status: 'pending', cancelledAt: null })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'cancelled')))
    .returning()
  if (reopened) await restoreCredit(tx, deps, reopened)
}

/**
 * Cancels an order whose payment has ended unpaid, unless staff have changed its status. Returns
 * whether it is cancelled now.
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
