import type { IfCancelled } from '#contract/subscriptions/if-cancelled.ts'
import type {
  StaffSubscriptionChange,
  SubscriptionDetail,
} from '#contract/subscriptions/staff-subscriptions.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { refundText } from '#web/shared/orders/refund-text.ts'

/** A change with the texts of its confirmation dialog and its success toast. */
export type ConfirmationCopy = {
  change: StaffSubscriptionChange
  title: string
  /** Paragraphs that explain the consequences. */
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
      ? `No deliveries or charges until ${formatDay(until)}. Deliveries then restart automatically.`
      : 'No deliveries or charges until someone resumes it.',
    'Deliveries past the change deadline will still go out.',
  ],
  confirmLabel: 'Pause deliveries',
  successMessage: until ? `Deliveries paused until ${formatDay(until)}` : 'Deliveries paused',
})

export const resumeConfirmation = ({ paysBy }: PaysBy): ConfirmationCopy => ({
  change: { type: 'resume' },
  title: 'Resume deliveries?',
  body: [
    `Deliveries restart at the same frequency. Each one is ${paysBy === 'invoice' ? 'invoiced' : 'charged'} on its delivery date.`,
  ],
  confirmLabel: 'Resume deliveries',
  successMessage: 'Deliveries resumed',
})

export const skipConfirmation = ({ cycle, date }: DatedCycle): ConfirmationCopy => ({
  change: { type: 'skip', cycle },
  title: `Skip the delivery on ${formatDay(date)}?`,
  body: ["We'll skip and won't charge for this delivery. Later deliveries won't change."],
  confirmLabel: 'Skip delivery',
  successMessage: `Delivery on ${formatDay(date)} skipped`,
})

export const unskipConfirmation = ({ cycle, date }: DatedCycle): ConfirmationCopy => ({
  change: { type: 'unskip', cycle },
  title: `Restore the delivery on ${formatDay(date)}?`,
  body: [`We'll make this delivery and charge for it on ${formatDay(date)}.`],
  confirmLabel: 'Restore delivery',
  successMessage: `Delivery on ${formatDay(date)} restored`,
})

export const retryConfirmation = (
  { cycle, date, total }: Cycle,
  { paysBy }: PaysBy,
): ConfirmationCopy => ({
  change: { type: 'retry', cycle },
  title: 'Retry this payment?',
  body: [
    paysBy === 'invoice'
      ? `We'll invoice ${formatTotal(total)} for the delivery on ${formatDay(date)} if the customer may pay by invoice. Otherwise it needs a card.`
      : `We'll charge ${formatTotal(total)} for the delivery on ${formatDay(date)}. This uses one of eight attempts.`,
  ],
  confirmLabel: 'Retry payment',
  successMessage: 'Retrying payment',
})

export const releaseConfirmation = (
  { cycle, date, total }: Cycle,
  { paysBy }: PaysBy,
): ConfirmationCopy => ({
  change: { type: 'release', cycle },
  title: `Release the delivery on ${formatDay(date)}?`,
  body: [
    `The delivery will go out even though ${formatTotal(total)} is unpaid. The customer still owes it${paysBy === 'invoice' ? '' : ", and we'll keep retrying the card"}.`,
  ],
  confirmLabel: 'Release delivery',
  successMessage: `Delivery on ${formatDay(date)} released`,
})

/** Rule 39: how the deliveries of the subscription are paid. */
type PaysBy = Pick<Subscription, 'paysBy'>

export const chargeConfirmation = (
  { cycle, date, total }: Cycle,
  { paysBy }: PaysBy,
): ConfirmationCopy => {
  const change = { type: 'charge', cycle } as const
  const delivery = `the delivery made on ${formatDay(date)}`
  return paysBy === 'invoice'
    ? {
        change,
        title: `Invoice ${formatTotal(total)} now?`,
        body: [`We'll invoice ${delivery} on the customer's terms. No card is charged.`],
        confirmLabel: `Invoice ${formatTotal(total)}`,
        successMessage: 'Sending invoice',
      }
    : {
        change,
        title: `Charge ${formatTotal(total)} now?`,
        body: [`We'll charge the saved card once for ${delivery}.`],
        confirmLabel: `Charge ${formatTotal(total)}`,
        successMessage: 'Charging card',
      }
}

/** For a delivery that was reported late or never. */
export const chargeMissedConfirmation = (
  { cycle, date, total }: Cycle,
  { paysBy }: PaysBy,
): ConfirmationCopy => {
  const change = { type: 'charge', cycle } as const
  const onlyIf = `Only do this if the delivery on ${formatDay(date)} arrived.`
  return paysBy === 'invoice'
    ? {
        change,
        title: `Mark delivered and invoice ${formatTotal(total)}?`,
        body: [
          `${onlyIf} It wasn't invoiced that day.`,
          "We'll mark the order delivered and invoice it on the customer's terms. No card is charged.",
        ],
        confirmLabel: `Invoice ${formatTotal(total)}`,
        successMessage: 'Marked delivered. Sending invoice.',
      }
    : {
        change,
        title: `Mark delivered and charge ${formatTotal(total)}?`,
        body: [
          `${onlyIf} No card was charged that day.`,
          "We'll mark the order delivered and charge the saved card once.",
        ],
        confirmLabel: `Charge ${formatTotal(total)}`,
        successMessage: 'Marked delivered. Charging card.',
      }
}

export const cancelConfirmation = (
  subscription: Pick<Subscription, 'ifCancelled'>,
): ConfirmationCopy => ({
  change: { type: 'cancel' },
  title: 'Cancel this subscription?',
  body: cancelBody(subscription.ifCancelled),
  confirmLabel: 'Cancel subscription',
  dismissLabel: 'Keep subscription',
  successMessage: 'Subscription cancelled',
  isDestructive: true,
})

/** Rule 17: lists what is cancelled and what is still delivered before staff confirm. */
const cancelBody = ({ first, cancelled, stillDelivered }: IfCancelled): string[] => [
  ...(first ? [firstDeliveryText(first)] : []),
  cancelled.length > 0
    ? `We'll cancel ${formatDays(cancelled)} and all later deliveries. The customer won't be charged for them.`
    : "We'll cancel all future deliveries and charges.",
  ...(stillDelivered.length > 0
    ? [`Past the change deadline, so still delivered and charged: ${formatDays(stillDelivered)}.`]
    : []),
  "We'll email the customer. This action cannot be undone.",
]

function firstDeliveryText({
  date,
  cancelEffect,
  refund,
}: NonNullable<IfCancelled['first']>): string {
  const delivery = `the first delivery on ${formatDay(date)}`
  const refunded = refund && refundText(refund, 'the card')
  switch (cancelEffect) {
    case 'cancelled':
      return `We'll cancel ${delivery}. The customer won't be charged for it.`
    case 'cancelled_and_refunded':
      return refunded
        ? `We'll cancel ${delivery} and refund ${refunded}.`
        : `We'll cancel ${delivery}. Nothing is left to refund.`
    case 'still_delivered':
      return `It's too late to cancel ${delivery}. It is still delivered and not refunded.`
  }
}

const formatDays = (dates: readonly string[]) => dates.map((date) => formatDay(date)).join('; ')
const formatTotal = (total: string | null) => formatPrice(total ?? '0')
