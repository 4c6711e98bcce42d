import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import type { CycleStatus } from '#contract/subscriptions/subscriptions.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

/** How it stands with a delivery, its money and its tries, in words instead of codes. */

type Cycle = SubscriptionDetail['cycles'][number]
type Outcome = Cycle['attempts'][number]['outcome']
type DeliveryState = {
  status: CycleStatus
  reason: string | null
  isOnHold: boolean
  isUncharged?: boolean
}

const styles: Record<CycleStatus, readonly [string, BadgeTone]> = {
  planned: ['Planned', 'neutral'],
  ordered: ['Ordered', 'info'],
  charging: ['Card is being asked', 'info'],
  unpaid: ['Unpaid', 'warning'],
  paid: ['Paid', 'success'],
  failed: ['Payment failed', 'danger'],
  skipped: ['Skipped', 'neutral'],
  void: ['Called off', 'neutral'],
}

export function deliveryBadge(delivery: DeliveryState): readonly [string, BadgeTone] {
  const { status, reason } = delivery
  const isMissed = status === 'skipped' && reason === 'missed_delivered'
  if (delivery.isUncharged ?? isMissed) return ['Brought, not charged', 'warning']
  const [label, tone] = styles[status]
  return delivery.isOnHold ? [`Held: ${label.toLowerCase()}`, tone] : [label, tone]
}

const reasons: Record<string, string> = {
  customer: 'The customer skipped it.',
  staff: 'Staff skipped it.',
  paused: 'The subscription was paused.',
  unpaid_before: 'An earlier delivery was not paid.',
  missed: 'Its day passed while nothing was charged.',
  missed_delivered: 'It was brought on a day on which nothing was charged.',
  product_gone: 'A product in it is no longer sold.',
  cancelled: 'The subscription was cancelled.',
  order_cancelled: 'Its order was cancelled.',
  erased: 'The customer had their data erased.',
}

export const reasonLabel = (reason: string | null) =>
  reason === null ? undefined : (reasons[reason] ?? humanize(reason))

const outcomes: Record<NonNullable<Outcome>, string> = {
  paid: 'Paid',
  soft: 'Declined',
  hard: 'Refused for good',
  authentication: 'The bank wants the customer to confirm it',
  lost: 'Never reached the card',
}

export const outcomeLabel = (outcome: Outcome) =>
  outcome === null ? 'No answer yet' : outcomes[outcome]

const codes: Record<string, string> = {
  generic_decline: 'the bank gave no reason',
  card_declined: 'the bank gave no reason',
  do_not_honor: 'the bank gave no reason',
  insufficient_funds: 'not enough money on the card',
  expired_card: 'the card has expired',
  lost_card: 'the card was reported lost',
  stolen_card: 'the card was reported stolen',
  incorrect_cvc: 'the security code is wrong',
  processing_error: 'an error at the bank',
  authentication_required: 'the customer has to confirm it',
  no_card: 'there is no card that may be charged',
  card_gone: 'the card is no longer saved',
  other_sum: 'another sum than agreed was taken, and given back',
}

/** What the bank said; a code that nobody has heard of is still readable. */
export const codeLabel = (code: string | null) =>
  code === null ? undefined : (codes[code] ?? humanize(code))

const humanize = (code: string) => code.replaceAll('_', ' ')
