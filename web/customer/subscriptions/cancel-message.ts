import { formatDate } from '#contract/dates/calendar.ts'
import { amountToCents, formatCents } from '#contract/money.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { isFirstUpcoming } from './first-upcoming.ts'
import { formatDateList } from './format-dates.ts'

type CancellableOrder = Pick<
  KnownCustomerOrder,
  'cancelEffect' | 'deliveryDate' | 'deliveryStatus' | 'refunded' | 'total'
>

type RenewalDates = Pick<Subscription, 'ifCancelled' | 'next'>

/** What a cancellation would mean right now, said before it is done (rule 17). */
export function cancelMessage(
  order: CancellableOrder,
  subscription: RenewalDates | undefined,
  today: string,
): string {
  if (!subscription || isFirstUpcoming(order, today)) return firstDeliveryMessage(order)
  return renewalsMessage(subscription)
}

function firstDeliveryMessage(order: CancellableOrder): string {
  const { cancelEffect, deliveryDate } = order
  const next = deliveryDate ? `the delivery on ${formatDate(deliveryDate)}` : 'the next delivery'
  switch (cancelEffect) {
    case 'off':
      return `No more water comes: ${next} is called off, and you are not charged for it.`
    case 'off_and_refunded':
      return `No more water comes: ${next} is called off, and the ${formatCents(refundableCents(order))} that you paid for it goes back to your card.`
    case 'comes':
      return `It is too late to call off ${next}: it still comes and is charged. Nothing comes after it.`
    default:
      return 'Your recurring deliveries stop.'
  }
}

/** Part of it may have been refunded before. */
const refundableCents = ({ total, refunded }: CancellableOrder) =>
  (amountToCents(total ?? '0') ?? 0) - (amountToCents(refunded ?? '0') ?? 0)

function renewalsMessage({ ifCancelled: { off, comes }, next }: RenewalDates): string {
  const planned = next && !comes.includes(next.date) ? [next.date] : []
  const calledOff = [...new Set([...off, ...planned])]
  const called = calledOff.length > 0 ? deliveriesOn(calledOff) : undefined
  if (comes.length > 0) {
    const late = `It is too late to call off ${deliveriesOn(comes)}: it still comes and is charged. Nothing comes after it.`
    return off.length > 0 ? `${late} Called off: ${deliveriesOn(off)}.` : late
  }
  if (!called) return 'No more water comes, and nothing more is charged.'
  return `No more water comes: ${called} ${calledOff.length > 1 ? 'are' : 'is'} called off, and you are not charged for it.`
}

const deliveriesOn = (dates: readonly string[]) =>
  `the ${dates.length > 1 ? 'deliveries' : 'delivery'} on ${formatDateList(dates)}`
