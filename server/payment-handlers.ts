import type { Shop } from '#contract/shop.ts'
import type { Tx } from './db/client.ts'
import { pipelined } from './db/pipelined.ts'
import { reopenClosedDelivery } from './modules/bottles/index.ts'
import { answerRefunded, reopenCase } from './modules/cases/index.ts'
import { endCheckout } from './modules/checkout/index.ts'
import type { DeliveryHandlers } from './modules/deliveries/index.ts'
import { returnToCredit, takeBackDeposit } from './modules/deposits/index.ts'
import { queueEmail } from './modules/mail/index.ts'
import {
  cancelUnpaidOrder,
  confirmPaidOrder,
  lockOrder,
  type OrderHandlers,
  type OrderRow,
  refundDedupeSuffix,
} from './modules/orders/index.ts'
import {
  type LockedOrder,
  type PaymentHandlers,
  REFUND_RETURNED,
  releaseCredit,
  voidUnpaidRefunds,
} from './modules/payments/index.ts'
import { cyclePaid } from './modules/renewals/index.ts'
import {
  createSubscription,
  deliveryCancelled,
  endSubscription,
  lockSubscription,
  lockSubscriptionsOfOrders,
  pauseForDispute,
  syncDefaultCard,
} from './modules/subscriptions/index.ts'
import type { Clock, Log, Random } from './runtime.ts'

type HandlerDeps = {
  clock: Clock
  random: Random
  log: Log
  shop: Shop
  account?: string
  deliveryHandlers: DeliveryHandlers
}

/** State of the locked order that `lock` passes to `paid`. */
type LockedState = LockedOrder & { order: OrderRow | undefined }

/** Applies payment events to orders, checkouts, subscriptions and emails, in the same transaction. */
export function paymentHandlers(deps: HandlerDeps): PaymentHandlers {
  return {
    async lock(tx, orderId): Promise<LockedState> {
      const [, order] = await pipelined(
        lockSubscriptionsOfOrders(tx, { orderIds: [orderId] }),
        lockOrder(tx, orderId),
      )
      return { order, isCancelled: order === undefined || order.status === 'cancelled' }
    },
    findCustomerId: async (tx, orderId) => (await lockOrder(tx, orderId))?.customerId ?? null,
    async paid(tx, orderId, locked) {
      const { order } = (locked ?? {}) as Partial<LockedState>
      await pipelined(
        endCheckout(tx, deps, orderId, 'paid'),
        confirmPaidOrder(tx, deps, orderId, (paid) => afterConfirm(tx, deps, paid), order),
      )
    },
    async paidWithoutSubscription(tx, orderId) {
      await endCheckout(tx, deps, orderId, 'paid')
      await confirmPaidOrder(tx, deps, orderId, async () => {})
    },
    disputeOpened: (tx, orderId) => pauseForDispute(tx, deps, orderId),
    async refunded(tx, orderId, refund) {
      const dedupeSuffix = refundDedupeSuffix(refund)
      await queueEmail(tx, deps, { kind: 'order_refunded', subjectId: orderId, dedupeSuffix })
      if ('refundId' in refund) await answerRefunded(tx, deps, refund.refundId)
    },
    async refundRejected(tx, refund) {
      await returnToCredit(tx, deps, refund)
      await reopenClosedDelivery(tx, refund)
      await reopenCase(tx, refund)
    },
    async refundFailed(tx, orderId, refundId) {
      const email = { kind: 'refund_failed', subjectId: orderId, dedupeSuffix: refundId }
      await queueEmail(tx, deps, email)
      await returnToCredit(tx, deps, { refundId, reason: REFUND_RETURNED })
      await reopenCase(tx, { refundId, reason: REFUND_RETURNED })
    },
    // Stores only the card's display data, so running it twice does no harm.
    customerChanged: (payments, customerRef) => syncDefaultCard(payments, { customerRef }),
    async paymentCancelled(tx, orderId, as) {
      await endCheckout(tx, deps, orderId, as)
      if (await cancelUnpaidOrder(tx, deps, orderId))
        await deps.deliveryHandlers.cancelled(tx, orderId)
    },
  }
}

/** Applies orders that staff confirm or cancel to subscriptions and deliveries. */
export const orderHandlers = (deps: HandlerDeps): OrderHandlers => ({
  confirmed: (tx, order) => createSubscription(tx, deps, order),
  async cancelled(tx, order) {
    await takeBackDeposit(tx, deps, order)
    await voidUnpaidRefunds(tx, { ...deps, handlers: paymentHandlers(deps) }, order.id)
    await releaseCredit(tx, deps, order.id)
    await deps.deliveryHandlers.cancelled(tx, order.id)
    if (order.isRecurring) await endSubscription(tx, deps, order.id)
    if (order.parentOrderId) await deliveryCancelled(tx, deps, order.id)
  },
  lock: lockSubscription,
  lockSubscriptionsOfOrders: async (tx, orderIds) =>
    void (await lockSubscriptionsOfOrders(tx, { orderIds })),
})

/** Creates or continues the subscription of a recurring order; other orders need nothing. */
async function afterConfirm(tx: Tx, deps: HandlerDeps, order: OrderRow): Promise<void> {
  if (order.isRecurring) await createSubscription(tx, deps, order)
  if (order.parentOrderId) await cyclePaid(tx, deps, order.id)
}
