import { formatCents } from '#contract/money.ts'
import { everyPhrase } from '#web/shared/frequency.ts'

type RecurringConsentProps = { totalCents: number; frequency: string | null | undefined }

/** What the buyer of a subscription agrees to, said before the card is charged. */
export function RecurringConsent({ totalCents, frequency }: RecurringConsentProps) {
  const amount = formatCents(totalCents)
  return (
    <p className="text-muted text-sm">
      You pay <strong className="text-ink">{amount}</strong> now and agree that we save this card
      and charge it <strong className="text-ink">{everyPhrase(frequency)}</strong>, on each delivery
      date: {amount} at today’s prices, and a reminder names the sum beforehand. Cancel any time
      under My Account; a delivery can be called off until 24 hours before 8:00 AM of its day.
    </p>
  )
}
