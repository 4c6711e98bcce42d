import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CardIntent } from '../port.ts'
import type { IntentRow } from '../queries.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { sendBackKey } from '../refunds/send-back-key.ts'
import { payments } from '../tables.ts'
import { markClosed } from './intent-timestamps.ts'

/** Refunds what was paid with an intent that cannot pay for its order. */
export async function refundIntent(
  tx: Tx,
  deps: PaymentDeps,
  intent: CardIntent,
  known: IntentRow,
  reason: string,
): Promise<void> {
  const amountCents = intent.amountCents - intent.refundedCents
  if (amountCents > 0) {
    deps.log.warn({ intentId: intent.id, orderId: known.orderId, reason }, 'refunding payment')
    await requestRefund(tx, deps, {
      orderId: known.orderId,
      intentId: intent.id,
      amountCents,
      reason,
      // Requested once, even if the intent is settled again before the refund is done.
      dedupeKey: sendBackKey(intent.id),
    })
    return
  }
  await markClosed(tx, { intentId: intent.id, at: deps.clock.now() })
  // An order that this intent could not pay can get another one.
  await tx
    .update(payments)
    .set({ intentId: null })
    .where(and(eq(payments.intentId, intent.id), inArray(payments.status, ['pending', 'failed'])))
}
