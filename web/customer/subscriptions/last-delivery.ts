import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { isFirstUpcoming } from './first-upcoming.ts'

type CancelledOrder = Pick<
  KnownCustomerOrder,
  'deliveryDate' | 'deliveryStatus' | 'paidAt' | 'changeUntil' | 'cancelledAt'
> &
  Partial<Pick<KnownCustomerOrder, 'status'>>

/** Date of the upcoming delivery that was past its cut-off when the subscription was cancelled. */
export function lastDelivery(
  order: CancelledOrder,
  subscription: Pick<Subscription, 'next'> | undefined,
  today: string,
): string | undefined {
  if (subscription?.next) return subscription.next.date
  const { deliveryDate, paidAt, changeUntil, cancelledAt } = order
  // On invoice, an order that is still delivered is not cancelled with its subscription (rule 39).
  if (order.status === 'confirmed' && isFirstUpcoming(order, today))
    return deliveryDate ?? undefined
  if (!deliveryDate || !paidAt || !changeUntil || !cancelledAt) return undefined
  const wasTooLate = Date.parse(cancelledAt) >= Date.parse(changeUntil)
  return wasTooLate && isFirstUpcoming(order, today) ? deliveryDate : undefined
}
