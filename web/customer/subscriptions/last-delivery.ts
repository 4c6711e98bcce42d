import { isStillToDeliver } from '#contract/dates/still-to-deliver.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'

type CancelledOrder = Pick<
  KnownCustomerOrder,
  'status' | 'deliveryDate' | 'deliveryStatus' | 'isStillDelivered'
>

/** Date of the upcoming delivery that a cancelled subscription still gets (rule 17). */
export function lastDelivery(
  order: CancelledOrder,
  subscription: Pick<Subscription, 'next'> | undefined,
  today: string,
): string | undefined {
  if (subscription?.next) return subscription.next.date
  // On invoice, an order that is still delivered is not cancelled with its subscription (rule 39).
  const isMade = order.isStillDelivered || order.status === 'confirmed'
  return isMade && isStillToDeliver(order, today) ? (order.deliveryDate ?? undefined) : undefined
}
