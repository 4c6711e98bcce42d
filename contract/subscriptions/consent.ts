import { cycleDate, formatDate } from '../dates/calendar.ts'
import { cutoffDate, cutoffText, daysText } from '../dates/calendar-texts.ts'
import { nextOpenDate, periodOn, type ShopCalendar } from '../dates/shop-calendar.ts'
import { centsToText } from '../money.ts'
import type { Frequency } from '../primitives.ts'

/** Rule 32: the least time between the email about a higher price and the first delivery at it. */
export const PRICE_NOTICE_DAYS = 14

const frequencyTexts: Record<Frequency, string> = {
  weekly: 'every week',
  'bi-weekly': 'every two weeks',
  monthly: 'every month',
}

type ConsentTerms = {
  totalCents: number
  frequency: Frequency
  deliveryDate: string
  calendar: ShopCalendar
  /** Rule 47: the next delivery lands on a route day, which the page doesn't have. */
  routeDaysOnly?: boolean | undefined
  /** Rule 39: each delivery is invoiced with these terms instead of charged to a card. */
  netDays?: number | undefined
}

/**
 * The consent text of a recurring order. The browser shows it next to the button and the server
 * stores it with the order, so both build it from the same terms.
 */
export const consentText = (terms: ConsentTerms): string => consentSentences(terms).join(' ')

/** The consent text as a list, for a page that shows each item on its own line. */
export function consentSentences(terms: ConsentTerms): string[] {
  const { totalCents, frequency, deliveryDate, calendar, netDays, routeDaysOnly } = terms
  const total = `$${centsToText(totalCents)}`
  const next = nextOpenDate(calendar, cycleDate(deliveryDate, frequency, 1))
  const period = periodOn(calendar, next)
  const nextText = routeDaysOnly
    ? `on the route day nearest to ${formatDate(next)}`
    : formatDate(next)
  const deadline = routeDaysOnly
    ? ''
    : ` (next deadline: ${formatDate(cutoffDate(calendar, next))})`
  const payment =
    netDays === undefined
      ? [
          `You'll pay ${total} today for the delivery on ${formatDate(deliveryDate)}.`,
          `After that, we'll charge your card ${frequencyTexts[frequency]}, on the morning of each delivery, for the same items at today's prices (${total}). Next charge: ${nextText}.`,
        ]
      : [
          `We'll invoice ${total} today for the delivery on ${formatDate(deliveryDate)}.`,
          `After that, we'll send you an invoice ${frequencyTexts[frequency]}, on the morning of each delivery, for the same items at today's prices (${total}). Next invoice: ${nextText}.`,
          `Each invoice is due in ${netDays} days. We won't charge a card.`,
        ]
  return [
    ...payment,
    `If a price goes up, we'll email you at least ${PRICE_NOTICE_DAYS} days before you'd pay it.`,
    `We'll email you the exact amount ${daysText(period.reminderDays)} before each ${netDays === undefined ? 'charge' : 'invoice'}.`,
    `Skip, change, pause or cancel in My Account or from any reminder email by ${cutoffText(period)} a delivery${deadline}.`,
  ]
}

/**
 * The consent text of a subscription that was imported from another system (rule 67). Nothing is
 * paid today: the first charge is that of the first delivery.
 */
export function importedConsent(terms: ConsentTerms): string[] {
  const { totalCents, frequency, deliveryDate, calendar } = terms
  const total = `$${centsToText(totalCents)}`
  const period = periodOn(calendar, deliveryDate)
  return [
    "You won't pay anything today.",
    `We'll charge your card ${total} on ${formatDate(deliveryDate)}, on the morning of your first delivery.`,
    `After that, we'll charge your card ${frequencyTexts[frequency]}, on the morning of each delivery, for the same items at these prices.`,
    `If a price goes up, we'll email you at least ${PRICE_NOTICE_DAYS} days before you'd pay it.`,
    `We'll email you the exact amount ${daysText(period.reminderDays)} before each charge.`,
    `Skip, change, pause or cancel in My Account or from any reminder email by ${cutoffText(period)} a delivery (first deadline: ${formatDate(cutoffDate(calendar, deliveryDate))}).`,
  ]
}

/** Shown next to the checkbox on the pay page of a subscription delivery; stored as consent. */
export const cardConsent = {
  label: 'Use this card for future deliveries',
  note: "We'll charge this card for future deliveries of this subscription. You can change it or cancel at any time.",
} as const
