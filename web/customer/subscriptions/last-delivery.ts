import type { Subscription } from '#contract/subscriptions.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { isFirstAhead } from './first-ahead.ts'

type Cancelled = Pick<
  KnownCustomerOrder,
  'deliveryDate' | 'deliveryStatus' | 'paidAt' | 'changeUntil' | 'cancelledAt'
>

/** The delivery of a cancelled subscription that was too late to call off and is still to come. */
export function lastDelivery(
  order: Cancelled,
  subscription: Pick<Subscription, 'next'> | undefined,
  today: string,
): string | undefined {
  if (subscription?.next) return subscription.next.date
  const { deliveryDate, paidAt, changeUntil, cancelledAt } = order
  if (!deliveryDate || !paidAt || !changeUntil || !cancelledAt) return undefined
  const wasTooLate = Date.parse(cancelledAt) >= Date.parse(changeUntil)
  return wasTooLate && isFirstAhead(order, today) ? deliveryDate : undefined
}
