import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import type { CycleStatus } from '#contract/subscriptions/subscriptions.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

type Cycle = SubscriptionDetail['cycles'][number]
type Outcome = Cycle['attempts'][number]['outcome']
type PaysBy = 'card' | 'invoice'
type DeliveryState = {
  status: CycleStatus
  reason: string | null
  isOnHold: boolean
  isUncharged?: boolean
}

const styles: Record<CycleStatus, readonly [string, BadgeTone]> = {
  planned: ['Upcoming', 'neutral'],
  ordered: ['Ordered', 'info'],
  charging: ['Charging card', 'info'],
  unpaid: ['Unpaid', 'warning'],
  paid: ['Paid', 'success'],
  invoiced: ['Invoiced', 'success'],
  failed: ['Payment failed', 'danger'],
  skipped: ['Skipped', 'neutral'],
  void: ['Cancelled', 'neutral'],
}

export function deliveryBadge(
  delivery: DeliveryState,
  paysBy: PaysBy = 'card',
): readonly [string, BadgeTone] {
  const { status, reason } = delivery
  const isMissed = status === 'skipped' && reason === 'missed_but_delivered'
  if (delivery.isUncharged ?? isMissed)
    return [`Delivered, not ${paysBy === 'invoice' ? 'invoiced' : 'charged'}`, 'warning']
  const [label, tone] = styles[status]
  return delivery.isOnHold ? [`On hold: ${label.toLowerCase()}`, tone] : [label, tone]
}

const reasons: Record<string, string> = {
  customer: 'Skipped by the customer.',
  staff: 'Skipped by staff.',
  paused: 'The subscription was paused.',
  unpaid_before: 'An earlier delivery is unpaid.',
  missed: 'No charges ran that day.',
  missed_but_delivered: 'Delivered on a day no charges ran.',
  product_unavailable: 'No item was available.',
  closed_date: 'Closed dates moved it to the date of the delivery before it.',
  same_day: 'It was on the same route day as the delivery before it.',
  cancelled: 'The subscription was cancelled.',
  order_cancelled: 'The order was cancelled.',
  erased: 'The customer deleted their account.',
}

const invoiceReasons: Record<string, string> = {
  missed: 'No invoices were made that day.',
  missed_but_delivered: 'Delivered on a day no invoices were made.',
}

export function reasonLabel(reason: string | null, paysBy: PaysBy = 'card'): string | undefined {
  if (reason === null) return undefined
  const invoiceReason = paysBy === 'invoice' ? invoiceReasons[reason] : undefined
  return invoiceReason ?? reasons[reason] ?? humanize(reason)
}

const outcomes: Record<NonNullable<Outcome>, string> = {
  paid: 'Paid',
  soft: 'Declined',
  hard: 'Declined permanently',
  authentication: 'Customer must confirm with their bank',
  not_processed: 'Not sent to the card',
}

export const outcomeLabel = (outcome: Outcome) =>
  outcome === null ? 'No result yet' : outcomes[outcome]

const codes: Record<string, string> = {
  generic_decline: 'the bank gave no reason',
  card_declined: 'the bank gave no reason',
  do_not_honor: 'the bank gave no reason',
  insufficient_funds: 'insufficient funds',
  expired_card: 'the card has expired',
  lost_card: 'the card was reported lost',
  stolen_card: 'the card was reported stolen',
  incorrect_cvc: 'the security code is wrong',
  processing_error: 'an error at the bank',
  authentication_required: 'customer must confirm',
  no_card: 'no saved card',
  card_gone: 'card removed',
  other_sum: 'wrong amount charged, then refunded',
}

/** The decline reason. An unknown code is shown with spaces instead of underscores. */
export const codeLabel = (code: string | null) =>
  code === null ? undefined : (codes[code] ?? humanize(code))

const humanize = (code: string) => code.replaceAll('_', ' ')
