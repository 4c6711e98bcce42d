import type {
  StaffSubscriptionChange,
  SubscriptionDetail,
} from '#contract/subscriptions/staff-subscriptions.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'

/** A change as it is asked about before it is successMessage, and told of afterwards. */
export type ConfirmationCopy = {
  change: StaffSubscriptionChange
  title: string
  /** What it means. */
  body: readonly string[]
  confirmLabel: string
  dismissLabel?: string
  successMessage: string
  isDestructive?: boolean
}

type DatedCycle = { cycle: number; date: string }
type Cycle = SubscriptionDetail['cycles'][number]

export const pauseConfirmation = (until: string): ConfirmationCopy => ({
  change: { type: 'pause', ...(until && { until }) },
  title: 'Pause deliveries?',
  body: [
    until
      ? `Nothing comes and nothing is charged before ${formatDay(until)}; then it goes on by itself.`
      : 'Nothing comes and nothing is charged until it is resumed.',
    'A delivery past its cut-off still comes.',
  ],
  confirmLabel: 'Pause deliveries',
  successMessage: until ? `Deliveries paused until ${formatDay(until)}` : 'Deliveries paused',
})

export const resumeConfirmation = (): ConfirmationCopy => ({
  change: { type: 'resume' },
  title: 'Resume deliveries?',
  body: ['Deliveries come again by the same rhythm, and each is charged on its date.'],
  confirmLabel: 'Resume deliveries',
  successMessage: 'Deliveries resumed',
})

export const skipConfirmation = ({ cycle, date }: DatedCycle): ConfirmationCopy => ({
  change: { type: 'skip', cycle },
  title: `Skip ${formatDay(date)}?`,
  body: ['This delivery does not come and is not charged. The ones after it stay as they are.'],
  confirmLabel: 'Skip delivery',
  successMessage: `Delivery on ${formatDay(date)} skipped`,
})

export const unskipConfirmation = ({ cycle, date }: DatedCycle): ConfirmationCopy => ({
  change: { type: 'unskip', cycle },
  title: `Bring ${formatDay(date)} after all?`,
  body: ['This delivery comes again, and is charged on its date.'],
  confirmLabel: 'Bring it',
  successMessage: `Delivery on ${formatDay(date)} comes after all`,
})

export const retryConfirmation = ({ cycle, date, total }: Cycle): ConfirmationCopy => ({
  change: { type: 'retry', cycle },
  title: 'Ask the card again now?',
  body: [
    `${sum(total)} for the delivery on ${formatDay(date)}. It counts as one of the eight tries that a card is given.`,
  ],
  confirmLabel: 'Retry now',
  successMessage: 'The card is being asked again',
})

export const releaseConfirmation = ({ cycle, date, total }: Cycle): ConfirmationCopy => ({
  change: { type: 'release', cycle },
  title: `Release ${formatDay(date)} unpaid?`,
  body: [
    `The delivery goes out although ${sum(total)} is not paid yet. The customer still owes it, and the card is asked as before.`,
  ],
  confirmLabel: 'Release',
  successMessage: `Delivery on ${formatDay(date)} released`,
})

export const chargeConfirmation = ({ cycle, date, total }: Cycle): ConfirmationCopy => ({
  change: { type: 'charge', cycle },
  title: `Charge ${sum(total)} now?`,
  body: [`The saved card is charged once for the delivery that was brought on ${formatDay(date)}.`],
  confirmLabel: `Charge ${sum(total)}`,
  successMessage: 'The card is being charged',
})

/** Its driver reported too late, or never did. */
export const chargeMissedConfirmation = ({ cycle, date, total }: Cycle): ConfirmationCopy => ({
  change: { type: 'charge', cycle },
  title: `Mark ${formatDay(date)} delivered and charge ${sum(total)}?`,
  body: [
    'Only do this if the delivery arrived. No card was charged on its date.',
    'The order is marked delivered and the saved card is charged once.',
  ],
  confirmLabel: `Charge ${sum(total)}`,
  successMessage: 'Marked delivered. The card is being charged.',
})

export const cancelConfirmation = (
  subscription: Pick<Subscription, 'ifCancelled' | 'next'>,
): ConfirmationCopy => ({
  change: { type: 'cancel' },
  title: 'Cancel this subscription?',
  body: cancelBody(subscription),
  confirmLabel: 'Cancel subscription',
  dismissLabel: 'Keep it',
  successMessage: 'Subscription cancelled',
  isDestructive: true,
})

/** Rule 17: what is off and what still comes, before anybody decides. */
function cancelBody({ ifCancelled, next }: Pick<Subscription, 'ifCancelled' | 'next'>): string[] {
  const { comes } = ifCancelled
  const isPlanned = next !== null && !comes.includes(next.date)
  const off = [...new Set([...ifCancelled.off, ...(isPlanned ? [next.date] : [])])].sort()
  return [
    off.length > 0
      ? `Off, and not charged: ${days(off)} and every delivery after it.`
      : 'No further delivery comes, and nothing more is charged for one.',
    ...(comes.length > 0
      ? [`Past its cut-off, so it still comes and is charged: ${days(comes)}.`]
      : []),
    'The customer is told by mail. This cannot be undone.',
  ]
}

const days = (dates: readonly string[]) => dates.map((date) => formatDay(date)).join('; ')
const sum = (total: string | null) => formatPrice(total ?? '0')
