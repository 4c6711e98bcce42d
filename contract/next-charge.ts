import { formatDate } from './calendar.ts'
import type { Subscription } from './subscriptions.ts'

type Told = Pick<Subscription, 'status' | 'next' | 'calendar'>

const TO_BE_CHARGED = new Set(['planned', 'ordered', 'charging'])

/** Said before a button is pressed, and after: when money is next taken by itself, and how much. */
export function nextChargeWords({ status, next, calendar }: Told): string {
  const coming = next ? [next, ...calendar] : calendar
  const charged = coming.find((delivery) => TO_BE_CHARGED.has(delivery.status))
  if (charged) return `You will next be charged $${charged.total} on ${formatDate(charged.date)}.`
  if (status === 'paused') return 'You will not be charged again until you resume.'
  return 'Nothing more will be charged.'
}
