import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { orderNumber } from './order-view.ts'

type Dispute = NonNullable<Subscription['dispute']>

/** Why a customer's deliveries are paused though they paused nothing. */
export function disputeMessage({ orderId, state }: Dispute): string {
  const payment = `the payment of order ${orderNumber(orderId)}`
  return state === 'open'
    ? `Your deliveries are paused because your bank disputes ${payment}. They can resume once the dispute is settled.`
    : `Your deliveries are paused because ${payment} was disputed and taken back. Contact us to resume them.`
}

/** The same for staff. */
export function staffDisputeMessage({ orderId, state }: Dispute): string {
  const order = `order ${orderNumber(orderId)}`
  return state === 'open'
    ? `Paused because the payment of ${order} is disputed. Deliveries can resume once the dispute is settled.`
    : `Paused because the dispute of ${order} was lost. You decide whether deliveries resume.`
}
