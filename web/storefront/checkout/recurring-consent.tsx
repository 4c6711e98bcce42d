import { BellRing, CalendarClock, CreditCard, type LucideIcon, PenLine } from 'lucide-react'
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

/** One icon per item of the consent text. */
const icons: readonly LucideIcon[] = [CreditCard, CalendarClock, BellRing, PenLine]

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
      className="rounded-control border border-action/20 bg-action-soft/60 px-4 py-3.5"
    >
      <ul className="flex flex-col gap-2.5 text-sm leading-snug">
        {sentences.map((sentence, index) => {
          const Icon = icons[index] ?? PenLine
          return (
            <li key={sentence} className="flex gap-3">
              <Icon aria-hidden className="mt-px size-4 shrink-0 text-action" />
              <span>{sentence}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
