import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { cancelOrder, type DeliveryDeps } from '#server/modules/deliveries/index.ts'
import { lockOrder, type OrderDeps } from '#server/modules/orders/index.ts'
import {
  callProvider,
  clearSettleFailure,
  getPayment,
  lockPayment,
  type PaymentDeps,
  requestRefund,
  settleForBuyer,
} from '#server/modules/payments/index.ts'

type RefundDeps = PaymentDeps & OrderDeps & DeliveryDeps

/**
 * Cancels a paid order that could not be confirmed. Settling the payment of a cancelled order uses
 * the same dedupe key for its refund, so the payment is refunded once.
 */
export async function refundSetAside(
  deps: RefundDeps,
  actor: Actor,
  orderId: string,
): Promise<{ amount: string }> {
  const payment = await getPayment(deps.db, orderId)
  if (!payment) throw new Failure('not_found')
  const { intentId, setAsideAt } = payment
  if (!intentId || !setAsideAt) throw new Failure('not_set_aside')
  const intent = await callProvider(() => deps.cards.readIntent(intentId, 'interactive'))
  const amountCents = Math.max(0, intent.amountCents - intent.refundedCents)

  await deps.db.transaction(async (tx) => {
    await deps.orderHandlers.lock(tx, orderId)
    const order = await lockOrder(tx, orderId)
    const current = await lockPayment(tx, orderId)
    if (!order || !current?.setAsideAt || current.intentId !== intentId) {
      throw new Failure('not_set_aside')
    }
    await cancelOrder(tx, deps, orderId)
    await endSubscriptionSafely(tx, deps, { ...order, status: 'cancelled' })
    if (amountCents > 0) {
      await requestRefund(tx, deps, {
        orderId,
        intentId,
        amountCents,
        reason: 'The paid order could not be confirmed',
        dedupeKey: `send-back:${intentId}`,
      })
    }
    await clearSettleFailure(tx, deps, orderId)
    await recordAuditEntry(tx, deps, actor, {
      action: 'order.payment_refunded',
      subjectId: orderId,
      before: { status: order.status },
      after: { status: 'cancelled', amountCents },
    })
  })
  await settleForBuyer(deps, intentId)
  return { amount: centsToText(amountCents) }
}

/** Uses a savepoint: the error that blocked the payment must not block the refund too. */
async function endSubscriptionSafely(
  tx: Tx,
  deps: RefundDeps,
  order: Parameters<OrderDeps['orderHandlers']['cancelled']>[1],
): Promise<void> {
  try {
    await tx.transaction((savepoint) => deps.orderHandlers.cancelled(savepoint, order))
  } catch (err) {
    deps.log.error({ orderId: order.id, err }, 'subscription of a refunded order not ended')
  }
}
