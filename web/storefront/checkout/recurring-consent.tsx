import { isCalendarDate } from '#contract/calendar.ts'
import { consentWords } from '#contract/consent.ts'
import { isFrequency } from '#web/shared/frequency.ts'

type RecurringConsentProps = {
  totalCents: number
  frequency: string | null | undefined
  deliveryDate: string
}

/** What the buyer of a subscription agrees to, said before the card is charged and kept as said. */
export function RecurringConsent({ totalCents, frequency, deliveryDate }: RecurringConsentProps) {
  // Nothing can be placed without a date, and the words name it.
  if (!isCalendarDate(deliveryDate)) {
    return <p className="text-muted text-sm">Choose a delivery date to see each charge’s date.</p>
  }
  const words = consentWords({
    totalCents,
    frequency: isFrequency(frequency) ? frequency : 'monthly',
    deliveryDate,
  })
  return <p className="text-muted text-sm">{words}</p>
}
