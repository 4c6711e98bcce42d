import { eq } from 'drizzle-orm'
import type { PaymentDeps } from '../deps.ts'
import { settleIntent } from '../settle/settle-intent.ts'
import { intents } from '../tables.ts'
import { cancelAtProvider } from './cancel-payment.ts'
import { detachIntent } from './record-intent.ts'

/**
 * Cancels an intent at the provider, so that no delayed request can charge it, and detaches it from
 * its order. Returns false if it was paid or is being processed; it is settled instead.
 */
export async function cancelIntent(
  deps: PaymentDeps,
  { orderId, intentId }: { orderId: string; intentId: string },
): Promise<boolean> {
  if (!(await cancelAtProvider(deps, intentId))) {
    await settleIntent(deps, intentId, 'background')
    return false
  }
  await deps.db.transaction(async (tx) => {
    await tx.update(intents).set({ closedAt: deps.clock.now() }).where(eq(intents.id, intentId))
    await detachIntent(tx, orderId, intentId)
  })
  return true
}
