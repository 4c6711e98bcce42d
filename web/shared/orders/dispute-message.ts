import { formatOrderNumber } from '#contract/order-number.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'

type Dispute = NonNullable<Subscription['dispute']>

/** Explains to the customer why a dispute paused the deliveries. */
export function disputeMessage({ orderId, state }: Dispute): string {
  const payment = `the payment of order ${formatOrderNumber(orderId)}`
  return state === 'open'
    ? `Your deliveries are paused because your bank disputes ${payment}. They can resume once the dispute is settled.`
    : `Your deliveries are paused because your bank reversed ${payment}. Contact us to resume them.`
}

/** The message for staff. */
export function staffDisputeMessage({ orderId, state }: Dispute): string {
  const order = `order ${formatOrderNumber(orderId)}`
  return state === 'open'
    ? `Paused because the payment of ${order} is disputed. Deliveries can resume once the dispute is settled.`
    : `Paused because the dispute of ${order} was lost. You decide whether deliveries resume.`
}
