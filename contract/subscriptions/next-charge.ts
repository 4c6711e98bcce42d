import { formatDate } from '../dates/calendar.ts'
import type { Subscription } from './subscriptions.ts'

type SubscriptionCharges = Pick<Subscription, 'status' | 'next' | 'calendar'> &
  Partial<Pick<Subscription, 'paysBy'>>

const CHARGEABLE_STATUSES = new Set(['planned', 'ordered', 'charging'])

/** Describes the next automatic charge; shown before and after a change. */
export function nextChargeText(subscription: SubscriptionCharges): string {
  const { status, next, calendar, paysBy } = subscription
  const upcoming = next ? [next, ...calendar] : calendar
  const charged = upcoming.find((delivery) => CHARGEABLE_STATUSES.has(delivery.status))
  if (charged?.due === '0.00')
    return `Your account credit pays for your delivery on ${formatDate(charged.date)}.`
  if (charged) {
    const amount = charged.due ?? charged.total
    const name = paysBy === 'invoice' ? 'invoice' : 'charge'
    return `Your next ${name} is $${amount} on ${formatDate(charged.date)}.`
  }
  if (status === 'paused') return "You won't be charged until you resume."
  return "You won't be charged again."
}
