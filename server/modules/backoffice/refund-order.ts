import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { lockPayment, refundableCents, requestRefund } from '#server/modules/payments/index.ts'
import type { Clock, Random } from '#server/runtime.ts'

type RefundDeps = { db: Db; clock: Clock; random: Random }

/**
 * Requests a refund by inserting its row. A background job sends it to the provider, and only the
 * provider's response changes the payment (I2, I3).
 */
export function refundOrder(
  deps: RefundDeps,
  actor: Actor,
  orderId: string,
  input: { amount?: number; reason: string },
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, orderId)
    if (!payment) throw new Failure('not_found')
    const remainingCents = await refundableCents(tx, payment)
    const amountCents = input.amount ?? remainingCents
    if (!payment.intentId || amountCents <= 0 || amountCents > remainingCents) {
      throw new Failure('nothing_to_refund')
    }
    await requestRefund(tx, deps, {
      orderId,
      intentId: payment.intentId,
      amountCents,
      reason: input.reason,
      dedupeKey: `staff:${deps.random.uuid()}`,
    })
    await recordAuditEntry(tx, deps, actor, {
      action: 'order.refunded',
      subjectId: orderId,
      before: {},
      after: { amountCents, reason: input.reason },
    })
  })
}
