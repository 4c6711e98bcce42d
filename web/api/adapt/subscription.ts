import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { toFields } from './read.ts'

/** Rule 39: a backend that does not return how a subscription is paid charges its card. */
export function adaptSubscription(body: unknown): Subscription {
  const subscription = toFields(body)
  const paysBy = subscription.paysBy === 'invoice' ? 'invoice' : 'card'
  return { ...(subscription as unknown as Subscription), paysBy }
}

export function adaptSubscriptionDetail(body: unknown): SubscriptionDetail {
  const detail = toFields(body) as unknown as SubscriptionDetail
  return { ...detail, subscription: adaptSubscription(detail.subscription) }
}
