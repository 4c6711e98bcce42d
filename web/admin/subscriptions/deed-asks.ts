import type { StaffDeed, SubscriptionDetail } from '#contract/staff-subscriptions.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'

/** A deed as it is asked about before it is done, and told of afterwards. */
export type Ask = {
  deed: StaffDeed
  title: string
  /** What it means. */
  says: readonly string[]
  confirm: string
  keep?: string
  done: string
  isGrave?: boolean
}

type Dated = { cycle: number; date: string }
type Cycle = SubscriptionDetail['cycles'][number]

export const askPause = (until: string): Ask => ({
  deed: { do: 'pause', ...(until && { until }) },
  title: 'Pause deliveries?',
  says: [
    until
      ? `Nothing comes and nothing is charged before ${formatDay(until)}; then it goes on by itself.`
      : 'Nothing comes and nothing is charged until it is resumed.',
    'A delivery past its cut-off still comes.',
  ],
  confirm: 'Pause deliveries',
  done: until ? `Deliveries paused until ${formatDay(until)}` : 'Deliveries paused',
})

export const askResume = (): Ask => ({
  deed: { do: 'resume' },
  title: 'Resume deliveries?',
  says: ['Deliveries come again by the same rhythm, and each is charged on its date.'],
  confirm: 'Resume deliveries',
  done: 'Deliveries resumed',
})

export const askSkip = ({ cycle, date }: Dated): Ask => ({
  deed: { do: 'skip', cycle },
  title: `Skip ${formatDay(date)}?`,
  says: ['This delivery does not come and is not charged. The ones after it stay as they are.'],
  confirm: 'Skip delivery',
  done: `Delivery on ${formatDay(date)} skipped`,
})

export const askUnskip = ({ cycle, date }: Dated): Ask => ({
  deed: { do: 'unskip', cycle },
  title: `Bring ${formatDay(date)} after all?`,
  says: ['This delivery comes again, and is charged on its date.'],
  confirm: 'Bring it',
  done: `Delivery on ${formatDay(date)} comes after all`,
})

export const askRetry = ({ cycle, date, total }: Cycle): Ask => ({
  deed: { do: 'retry', cycle },
  title: 'Ask the card again now?',
  says: [
    `${sum(total)} for the delivery on ${formatDay(date)}. It counts as one of the eight tries that a card is given.`,
  ],
  confirm: 'Retry now',
  done: 'The card is being asked again',
})

export const askRelease = ({ cycle, date, total }: Cycle): Ask => ({
  deed: { do: 'release', cycle },
  title: `Release ${formatDay(date)} unpaid?`,
  says: [
    `The delivery goes out although ${sum(total)} is not paid yet. The customer still owes it, and the card is asked as before.`,
  ],
  confirm: 'Release',
  done: `Delivery on ${formatDay(date)} released`,
})

export const askCharge = ({ cycle, date, total }: Cycle): Ask => ({
  deed: { do: 'charge', cycle },
  title: `Charge ${sum(total)} now?`,
  says: [`The saved card is charged once for the delivery that was brought on ${formatDay(date)}.`],
  confirm: `Charge ${sum(total)}`,
  done: 'The card is being charged',
})

/** Its driver reported too late, or never did. */
export const askChargeMissed = ({ cycle, date, total }: Cycle): Ask => ({
  deed: { do: 'charge', cycle },
  title: `Mark ${formatDay(date)} delivered and charge ${sum(total)}?`,
  says: [
    'Only do this if the delivery arrived. No card was charged on its date.',
    'The order is marked delivered and the saved card is charged once.',
  ],
  confirm: `Charge ${sum(total)}`,
  done: 'Marked delivered. The card is being charged.',
})

export const askCancel = (subscription: Pick<Subscription, 'ifCancelled' | 'next'>): Ask => ({
  deed: { do: 'cancel' },
  title: 'Cancel this subscription?',
  says: cancelSays(subscription),
  confirm: 'Cancel subscription',
  keep: 'Keep it',
  done: 'Subscription cancelled',
  isGrave: true,
})

/** Rule 17: what is off and what still comes, before anybody decides. */
function cancelSays({ ifCancelled, next }: Pick<Subscription, 'ifCancelled' | 'next'>): string[] {
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
