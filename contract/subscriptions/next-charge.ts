import { formatDate } from '../dates/calendar.ts'
import type { Subscription } from './subscriptions.ts'

type SubscriptionCharges = Pick<Subscription, 'status' | 'next' | 'calendar'>

const CHARGEABLE_STATUSES = new Set(['planned', 'ordered', 'charging'])

/** Said before a button is pressed, and after: when money is next taken by itself, and how much. */
export function nextChargeText({ status, next, calendar }: SubscriptionCharges): string {
  const coming = next ? [next, ...calendar] : calendar
  const charged = coming.find((delivery) => CHARGEABLE_STATUSES.has(delivery.status))
  if (charged) return `You will next be charged $${charged.total} on ${formatDate(charged.date)}.`
  if (status === 'paused') return 'You will not be charged again until you resume.'
  return 'Nothing more will be charged.'
}
