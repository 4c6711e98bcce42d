import { eq } from 'drizzle-orm'
import { isCancelledAtProvider } from './abandon-payment.ts'
import type { PaymentDeps } from './deps.ts'
import { forgetIntent } from './record-intent.ts'
import { settleIntent } from './settle-intent.ts'
import { intents } from './tables.ts'

/**
 * Cancels an intent at the provider, so that no late request can charge it, and makes room for
 * another. False where money has come or may still come: that is settled instead.
 */
export async function cancelIntent(
  deps: PaymentDeps,
  { orderId, intentId }: { orderId: string; intentId: string },
): Promise<boolean> {
  if (!(await isCancelledAtProvider(deps, intentId))) {
    await settleIntent(deps, intentId, 'worker')
    return false
  }
  await deps.db.transaction(async (tx) => {
    await tx.update(intents).set({ closedAt: deps.clock.now() }).where(eq(intents.id, intentId))
    await forgetIntent(tx, orderId, intentId)
  })
  return true
}
