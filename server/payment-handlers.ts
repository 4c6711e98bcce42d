import type { Tx } from './db/client.ts'
import { pipelined } from './db/pipelined.ts'
import { endCheckout } from './modules/checkout/index.ts'
import type { DeliveryHandlers } from './modules/deliveries/index.ts'
import { announceMail } from './modules/mail/index.ts'
import {
  cancelUnpaidOrder,
  confirmPaidOrder,
  lockOrder,
  type OrderHandlers,
  type OrderRow,
  refundOccasion,
} from './modules/orders/index.ts'
import type { PaymentHandlers } from './modules/payments/index.ts'
import { cyclePaid } from './modules/renewals/index.ts'
import {
  deliveryCancelled,
  endSubscription,
  followDefaultCard,
  lockSubscription,
  lockSubscriptionsOf,
  openSubscription,
  pauseForDispute,
} from './modules/subscriptions/index.ts'
import type { Clock, Log, Random } from './world.ts'

type HandlerDeps = {
  clock: Clock
  random: Random
  log: Log
  timeZone: string
  account?: string
  deliveryHandlers: DeliveryHandlers
}

/** What a payment's news means to the rest of the house, in the same transaction. */
export function paymentHandlers(deps: HandlerDeps): PaymentHandlers {
  return {
    async lock(tx, orderId) {
      const [, order] = await pipelined(
        lockSubscriptionsOf(tx, { orderIds: [orderId] }),
        lockOrder(tx, orderId),
      )
      return { isCancelled: order === undefined || order.status === 'cancelled' }
    },
    async paid(tx, orderId) {
      await endCheckout(tx, deps, orderId, 'paid')
      await confirmPaidOrder(tx, deps, orderId, (order) => goOn(tx, deps, order))
    },
    async paidWithoutSubscription(tx, orderId) {
      await endCheckout(tx, deps, orderId, 'paid')
      await confirmPaidOrder(tx, deps, orderId, async () => {})
    },
    disputeOpened: (tx, orderId) => pauseForDispute(tx, deps, orderId),
    refunded(tx, orderId, refund) {
      const occasion = refundOccasion(refund)
      return announceMail(tx, deps, { kind: 'order_refunded', subjectId: orderId, occasion })
    },
    refundFailed: (tx, orderId, refundId) =>
      announceMail(tx, deps, { kind: 'refund_failed', subjectId: orderId, occasion: refundId }),
    // Nothing of it is kept but the card's name, and reading that twice does no harm.
    customerChanged: (payments, customerRef) => followDefaultCard(payments, { customerRef }),
    async abandoned(tx, orderId, as) {
      await endCheckout(tx, deps, orderId, as)
      if (await cancelUnpaidOrder(tx, deps, orderId))
        await deps.deliveryHandlers.calledOff(tx, orderId)
    },
  }
}

/** What it means when staff confirm or cancel an order by hand. */
export const orderHandlers = (deps: HandlerDeps): OrderHandlers => ({
  confirmed: (tx, order) => openSubscription(tx, deps, order),
  async cancelled(tx, order) {
    await deps.deliveryHandlers.calledOff(tx, order.id)
    if (order.isRecurring) await endSubscription(tx, { ...deps, shop: deps }, order.id)
    if (order.parentOrderId) await deliveryCancelled(tx, deps, order.id)
  },
  lock: lockSubscription,
  lockSubscriptionsOf: async (tx, orderIds) => void (await lockSubscriptionsOf(tx, { orderIds })),
})

/** Most orders are bought once and have nothing to go on with. */
async function goOn(tx: Tx, deps: HandlerDeps, order: OrderRow): Promise<void> {
  if (order.isRecurring) await openSubscription(tx, deps, order)
  if (order.parentOrderId) await cyclePaid(tx, deps, order.id)
}
