import { addDays, cycleDate, formatDate } from '../dates/calendar.ts'
import { centsToText } from '../money.ts'
import type { Frequency } from '../primitives.ts'

const frequencyTexts: Record<Frequency, string> = {
  weekly: 'every week',
  'bi-weekly': 'every two weeks',
  monthly: 'every month',
}

type ConsentTerms = { totalCents: number; frequency: Frequency; deliveryDate: string }

/**
 * What is agreed to by placing a recurring order: shown beside the button and kept with the order,
 * so both sides make it from the same figures.
 */
export const consentText = (agreed: ConsentTerms): string => consentSentences(agreed).join(' ')

/** The same words, sentence by sentence, for a page that sets each on a line of its own. */
export function consentSentences({ totalCents, frequency, deliveryDate }: ConsentTerms): string[] {
  const total = `$${centsToText(totalCents)}`
  const next = cycleDate(deliveryDate, frequency, 1)
  return [
    `You pay ${total} now for the delivery on ${formatDate(deliveryDate)}.`,
    `After that your card is charged ${frequencyTexts[frequency]}, on the morning of each delivery, for the same items at the price then in force (${total} today): next on ${formatDate(next)}.`,
    `A reminder with the exact sum comes three days before.`,
    `Skip, change, pause or cancel under My account or from any reminder, until 8:00 AM on the day before a delivery (for the next one: ${formatDate(addDays(next, -1))}).`,
  ]
}

/** Beside the box on the payment page of a subscription's delivery, and kept as said. */
export const cardConsent = {
  label: 'Use this card for future deliveries',
  note: 'Later deliveries of this subscription are charged to this card. You can change it or cancel at any time.',
} as const
