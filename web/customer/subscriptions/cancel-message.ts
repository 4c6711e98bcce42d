import { formatDate } from '#contract/dates/calendar.ts'
import { amountToCents, formatCents } from '#contract/money.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { isFirstUpcoming } from './first-upcoming.ts'
import { formatDateList } from './format-dates.ts'

type CancellableOrder = Pick<
  KnownCustomerOrder,
  | 'cancelEffect'
  | 'credit'
  | 'deliveryDate'
  | 'deliveryStatus'
  | 'paidAt'
  | 'paymentTerms'
  | 'refunded'
  | 'total'
>

type RenewalDates = Pick<Subscription, 'ifCancelled' | 'next'> &
  Partial<Pick<Subscription, 'paysBy'>>

/** Describes what a cancellation would do now; shown before the customer confirms (rule 17). */
export function cancelMessage(
  order: CancellableOrder,
  subscription: RenewalDates | undefined,
  today: string,
): string {
  const charge = subscription?.paysBy === 'invoice' ? 'send you an invoice' : 'charge your card'
  // Rule 67: an order without its own effect is a delivery that the subscription lists.
  const isFirst = Boolean(order.cancelEffect) && isFirstUpcoming(order, today)
  if (!subscription || isFirst) return firstDeliveryMessage(order, charge)
  return renewalsMessage(subscription, charge)
}

function firstDeliveryMessage(order: CancellableOrder, charge: string): string {
  const { cancelEffect, deliveryDate, paidAt } = order
  const date = deliveryDate ? formatDate(deliveryDate) : undefined
  const delivery = date ? `the one on ${date}` : 'the next one'
  switch (cancelEffect) {
    case 'cancelled':
      return `We'll stop your deliveries and cancel ${delivery}. You won't be charged for it.`
    case 'cancelled_and_refunded':
      return `We'll stop your deliveries, cancel ${delivery}${refundText(order)}.`
    case 'still_delivered':
      return tooLateMessage(
        date ? `the delivery on ${date}` : 'the next delivery',
        'it',
        paidAt ? undefined : charge,
      )
    default:
      return "We'll stop your recurring deliveries."
  }
}

/** Part of the total may already be refunded. What credit or an invoice paid does not go to a card. */
function refundText({ total, refunded, credit, paymentTerms }: CancellableOrder): string {
  const cents = (amount: string | null | undefined) => amountToCents(amount ?? '0') ?? 0
  const refundableCents = cents(total) - cents(refunded)
  if (refundableCents <= 0) return ''
  const isPaidByCard = cents(credit) === 0 && !paymentTerms
  return ` and refund ${formatCents(refundableCents)}${isPaidByCard ? ' to your card' : ''}`
}

function renewalsMessage({ ifCancelled, next }: RenewalDates, charge: string): string {
  const { cancelled, stillDelivered } = ifCancelled
  if (stillDelivered.length > 0) {
    const tooLate = tooLateMessage(deliveriesOn(stillDelivered), pronounFor(stillDelivered), charge)
    return cancelled.length > 0 ? `${tooLate} We'll cancel ${deliveriesOn(cancelled)}.` : tooLate
  }
  // A next delivery that has an order is in one of the lists, or is paid and not affected.
  const planned = next && !next.orderId ? [next.date] : []
  const dates = [...new Set([...cancelled, ...planned])]
  if (dates.length === 0) return "We'll stop your deliveries. You won't be charged again."
  return `We'll cancel ${deliveriesOn(dates)}. You won't be charged for ${pronounFor(dates)}.`
}

/** A paid delivery is not charged again. */
const tooLateMessage = (deliveries: string, pronoun: 'it' | 'them', charge: string | undefined) =>
  `It's too late to cancel ${deliveries}. We'll still deliver ${pronoun}${charge ? ` and ${charge}` : ''}. We'll cancel all deliveries after that.`

const pronounFor = (dates: readonly string[]) => (dates.length > 1 ? 'them' : 'it')

const deliveriesOn = (dates: readonly string[]) =>
  `the ${dates.length > 1 ? 'deliveries' : 'delivery'} on ${formatDateList(dates)}`
