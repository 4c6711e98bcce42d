import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'

type FirstOrder = Pick<KnownCustomerOrder, 'id' | 'parentOrderId' | 'status' | 'cancelledAt'>
type End = Pick<Subscription, 'status' | 'cancelledAt'>

/**
 * Rule 67: the first order of an imported subscription is an ordinary delivery, which can be skipped
 * while the subscription goes on.
 */
export function hasEnded(order: FirstOrder, subscription: End | undefined): boolean {
  if (order.parentOrderId === order.id && subscription) return subscription.status === 'cancelled'
  // A first order on invoice that is still delivered stays due, although the subscription has ended.
  return order.status === 'cancelled' || subscription?.status === 'cancelled'
}

/** When it ended. An order that was cancelled before it was paid has no subscription. */
export const endedAt = (order: FirstOrder, subscription: End | undefined): string | null =>
  subscription?.cancelledAt ?? order.cancelledAt
