import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { lockPayment, refundableCents, requestRefund } from '#server/modules/payments/index.ts'
import type { Clock, Random } from '#server/runtime.ts'

type RefundDeps = { db: Db; clock: Clock; random: Random }

/**
 * Asks for money to go back. Only the row is written: the worker asks the provider, and the payment's
 * state moves by the provider's word alone (I2, I3).
 */
export function refundOrder(
  deps: RefundDeps,
  actor: Actor,
  orderId: string,
  wish: { amount?: number; reason: string },
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, orderId)
    if (!payment) throw new Failure('not_found')
    const left = await refundableCents(tx, payment)
    const amountCents = wish.amount ?? left
    if (!payment.intentId || amountCents <= 0 || amountCents > left) {
      throw new Failure('nothing_to_refund')
    }
    await requestRefund(tx, deps, {
      orderId,
      intentId: payment.intentId,
      amountCents,
      reason: wish.reason,
      dedupeKey: `staff:${deps.random.uuid()}`,
    })
    await recordAuditEntry(tx, deps, actor, {
      action: 'order.refunded',
      subjectId: orderId,
      before: {},
      after: { amountCents, reason: wish.reason },
    })
  })
}
