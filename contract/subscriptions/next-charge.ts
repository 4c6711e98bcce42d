import { formatDate } from '../dates/calendar.ts'
import type { Subscription } from './subscriptions.ts'

type SubscriptionCharges = Pick<Subscription, 'status' | 'next' | 'calendar'>

const CHARGEABLE_STATUSES = new Set(['planned', 'ordered', 'charging'])

/** Describes the next automatic charge; shown before and after a change. */
export function nextChargeText({ status, next, calendar }: SubscriptionCharges): string {
  const upcoming = next ? [next, ...calendar] : calendar
  const charged = upcoming.find((delivery) => CHARGEABLE_STATUSES.has(delivery.status))
  if (charged?.due === '0.00')
    return `Your account credit pays for your delivery on ${formatDate(charged.date)}.`
  if (charged) {
    const amount = charged.due ?? charged.total
    return `Your next charge is $${amount} on ${formatDate(charged.date)}.`
  }
  if (status === 'paused') return "You won't be charged until you resume."
  return "You won't be charged again."
}
