import { formatDate } from '#contract/dates/calendar.ts'
import type { IfCancelled } from '#contract/subscriptions/if-cancelled.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { refundText } from '#web/shared/orders/refund-text.ts'
import { formatDateList } from './format-dates.ts'

type CancellableOrder = Pick<KnownCustomerOrder, 'cancelEffect' | 'deliveryDate' | 'paidAt'>

/** Without an effect if the backend sent none. */
type FirstDelivery = Pick<KnownCustomerOrder, 'cancelEffect'> & { date: string | null }

type CancelPreview = Pick<Subscription, 'ifCancelled'> & Partial<Pick<Subscription, 'paysBy'>>

/** Describes what a cancellation would do now; shown before the customer confirms (rule 17). */
export function cancelMessage(
  order: CancellableOrder,
  subscription: CancelPreview | undefined,
): string {
  const charge = subscription?.paysBy === 'invoice' ? 'send you an invoice' : 'charge your card'
  // A paid delivery is not charged again.
  const firstCharge = order.paidAt ? undefined : charge
  if (!subscription) {
    const { deliveryDate: date, cancelEffect } = order
    return firstDeliveryMessage({ date, cancelEffect }, 'what is left of your payment', firstCharge)
  }
  const { ifCancelled } = subscription
  const { first, stillDelivered } = ifCancelled
  if (!first) return renewalsMessage(ifCancelled, charge)
  const refund = first.refund ? refundText(first.refund, 'your card') : ''
  const message = firstDeliveryMessage(first, refund, firstCharge)
  return stillDelivered.length > 0
    ? `${message} ${tooLateMessage(stillDelivered, charge)}`
    : message
}

function firstDeliveryMessage(
  { date, cancelEffect }: FirstDelivery,
  refund: string,
  charge: string | undefined,
): string {
  const delivery = date ? `the one on ${formatDate(date)}` : 'the next one'
  switch (cancelEffect) {
    case 'cancelled':
      return `We'll stop your deliveries and cancel ${delivery}. You won't be charged for it.`
    case 'cancelled_and_refunded':
      return refund
        ? `We'll stop your deliveries, cancel ${delivery} and refund ${refund}.`
        : `We'll stop your deliveries and cancel ${delivery}.`
    case 'still_delivered':
      return `${tooLateMessage(date ? [date] : [], charge)} We'll cancel all deliveries after that.`
    default:
      return "We'll stop your recurring deliveries."
  }
}

function renewalsMessage({ cancelled, stillDelivered }: IfCancelled, charge: string): string {
  if (stillDelivered.length > 0) {
    const tooLate = tooLateMessage(stillDelivered, charge)
    return cancelled.length > 0
      ? `${tooLate} We'll cancel all other deliveries, including ${deliveriesOn(cancelled)}.`
      : `${tooLate} We'll cancel all deliveries after that.`
  }
  if (cancelled.length === 0) return "We'll stop your deliveries. You won't be charged again."
  return `We'll cancel ${deliveriesOn(cancelled)}. You won't be charged for ${pronounFor(cancelled)}.`
}

const tooLateMessage = (dates: readonly string[], charge: string | undefined) =>
  `It's too late to cancel ${dates.length > 0 ? deliveriesOn(dates) : 'the next delivery'}. We'll still deliver ${pronounFor(dates)}${charge ? ` and ${charge}` : ''}.`

const pronounFor = (dates: readonly string[]) => (dates.length > 1 ? 'them' : 'it')

const deliveriesOn = (dates: readonly string[]) =>
  `the ${dates.length > 1 ? 'deliveries' : 'delivery'} on ${formatDateList(dates)}`
