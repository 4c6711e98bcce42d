import type { CustomerOrder } from '#contract/customer.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { cancelEffect, cancelOrder, toCustomerOrder } from '#server/modules/deliveries/index.ts'
import { getRefundableRest, lockDeposits } from '#server/modules/deposits/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import {
  dropDeferredEffect,
  getCustomerOrder,
  lockOrder,
  markCancelled,
} from '#server/modules/orders/index.ts'
import {
  CardProviderError,
  cancelPayment,
  lockPayment,
  refundRest,
} from '#server/modules/payments/index.ts'
import { withAuditTrail } from '../changes/audit-change.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { lockSubscription } from '../queries.ts'
import { endSubscription } from './end-subscription.ts'

/**
 * Rule 17: always succeeds for the subscriber and sets the status at once. The effect on an open
 * delivery depends on its cut-off and on whether it is paid.
 */
export async function cancelSubscription(
  deps: SubscriptionDeps,
  customerId: string,
  id: string,
): Promise<CustomerOrder> {
  const details = await getCustomerOrder(deps.db, customerId, id)
  if (!details) throw new Failure('not_found')
  if (!details.order.isRecurring) throw new Failure('not_recurring')

  await cancelSubscriptionById(deps, id)
  const now = deps.clock.now()
  const cancelled = await getCustomerOrder(deps.db, customerId, id)
  if (!cancelled) throw new Failure('not_found')
  return toCustomerOrder(cancelled, { now, calendar: deps.shop.calendar })
}

/** With an actor, staff cancel for the customer and an audit entry is recorded. */
export async function cancelSubscriptionById(
  deps: SubscriptionDeps,
  id: string,
  actor?: Actor,
): Promise<void> {
  const unpaidIntent = await deps.db.transaction(async (tx) => {
    const work = () => cancelSubscriptionInTx(tx, deps, id)
    return actor
      ? withAuditTrail(tx, deps, actor, { id, change: { type: 'cancel' }, work })
      : work()
  })
  if (unpaidIntent !== undefined) await closeCancelledIntent(deps, id, unpaidIntent)
}

/** Returns the unpaid intent that must be cancelled too; undefined if there is none. */
export async function cancelSubscriptionInTx(
  tx: Tx,
  deps: SubscriptionDeps,
  id: string,
): Promise<string | null | undefined> {
  await lockSubscription(tx, id)
  const order = await lockOrder(tx, id)
  const payment = await lockPayment(tx, id)
  if (!order) return undefined
  const shopTime = { now: deps.clock.now(), calendar: deps.shop.calendar }
  const effect = cancelEffect(order, payment, shopTime)
  // Rule 67: this order is a cycle, which ends with the subscription like any other.
  if (!effect) {
    await endSubscription(tx, deps, id)
    await queueEmail(tx, deps, { kind: 'subscription_cancelled', subjectId: id })
    return undefined
  }
  // A bulk cancel by staff that can still be undone had no effect yet; this cancel replaces it.
  const wasDeferred = await dropDeferredEffect(tx, id, 'cancelled')
  if (order.status === 'cancelled' && !wasDeferred) return undefined
  if (effect !== 'still_delivered') await cancelOrder(tx, deps, id)
  // Rule 39: no one owes for a cancelled order, so one on invoice that is still delivered is none.
  else if (payment?.status !== 'due') await markCancelled(tx, deps, id)
  await endSubscription(tx, deps, id)
  await queueEmail(tx, deps, { kind: 'subscription_cancelled', subjectId: id })

  if (effect === 'cancelled_and_refunded') {
    const reason = 'subscription cancelled before its cut-off'
    await lockDeposits(tx, [id])
    const rest = await getRefundableRest(tx, order, payment)
    await refundRest(tx, deps, payment, { rest, reason, dedupeKey: `cancel:${id}` })
  }
  return effect === 'cancelled' ? (payment?.intentId ?? null) : undefined
}

/** The order is cancelled already. A payment that still succeeds is refunded when it settles (I6). */
export async function closeCancelledIntent(
  deps: SubscriptionDeps,
  orderId: string,
  intentId: string | null,
): Promise<void> {
  try {
    await cancelPayment(deps, { orderId, intentId, as: 'expired' })
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    deps.log.warn({ orderId, err }, 'intent of a cancelled order is still open')
  }
}
