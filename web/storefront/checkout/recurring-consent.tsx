import {
  BellRing,
  CalendarClock,
  CreditCard,
  type LucideIcon,
  PenLine,
  TrendingUp,
} from 'lucide-react'
import { isCalendarDate } from '#contract/dates/calendar.ts'
import { latestOrderDate } from '#contract/dates/date-limits.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { consentSentences } from '#contract/subscriptions/consent.ts'
import { pageData } from '#web/api/page-data.ts'
import { isFrequency } from '#web/shared/orders/frequency.ts'

type RecurringConsentProps = {
  totalCents: number
  frequency: string | null | undefined
  deliveryDate: string
  /** Set if deliveries are invoiced instead of charged. */
  netDays?: number | undefined
}

/** Payment, the next one, then from the end: changes, reminders, higher prices. */
const firstIcons: readonly LucideIcon[] = [CreditCard, CalendarClock]
const lastIcons: readonly LucideIcon[] = [PenLine, BellRing, TrendingUp]

/** The consent text of a subscription, shown before payment. The server stores the same text. */
export function RecurringConsent({
  totalCents,
  frequency,
  deliveryDate,
  netDays,
}: RecurringConsentProps) {
  const { calendar, routeDaysOnly } = pageData().shop
  // The text contains the date, and an order needs a date anyway.
  const today = shopDate(calendar, new Date())
  if (!isCalendarDate(deliveryDate) || deliveryDate > latestOrderDate(today)) {
    return (
      <p className="text-muted text-sm">Choose a delivery date to see when you'll be charged.</p>
    )
  }
  const sentences = consentSentences({
    totalCents,
    frequency: isFrequency(frequency) ? frequency : 'monthly',
    deliveryDate,
    calendar,
    netDays,
    routeDaysOnly,
  })
  return (
    <section
      aria-label="Subscription terms"
      className="rounded-control border border-action/20 bg-action-soft/60 p-3"
    >
      <ul className="flex flex-col gap-2 text-sm leading-snug">
        {sentences.map((sentence, index) => {
          const Icon = firstIcons[index] ?? lastIcons[sentences.length - 1 - index] ?? CreditCard
          return (
            <li key={sentence} className="flex gap-2.5">
              <Icon aria-hidden className="mt-px size-4 shrink-0 text-action" />
              <span>{sentence}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
