import { endCheckout } from './modules/checkout/index.ts'
import { announceMail } from './modules/mail/index.ts'
import { cancelUnpaidOrder, confirmPaidOrder, isOrderCancelled } from './modules/orders/index.ts'
import type { PaymentHandlers } from './modules/payments/index.ts'
import type { Clock, Random } from './world.ts'

/** What a payment's news means to the rest of the house, in the same transaction. */
export function paymentHandlers(deps: { clock: Clock; random: Random }): PaymentHandlers {
  return {
    isCancelled: isOrderCancelled,
    async paid(tx, orderId) {
      await endCheckout(tx, deps, orderId, 'paid')
      await confirmPaidOrder(tx, deps, orderId)
    },
    refunded: (tx, orderId) =>
      announceMail(tx, deps, { kind: 'order_refunded', subjectId: orderId }),
    async abandoned(tx, orderId, as) {
      await endCheckout(tx, deps, orderId, as)
      await cancelUnpaidOrder(tx, deps, orderId)
    },
  }
}
