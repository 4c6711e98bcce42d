import { formatDate } from '#contract/calendar.ts'
import { amountToCents, formatCents } from '#contract/money.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { datesInWords } from './date-words.ts'
import { isFirstAhead } from './first-ahead.ts'

type Cancellable = Pick<
  KnownCustomerOrder,
  'cancelEffect' | 'deliveryDate' | 'deliveryStatus' | 'refunded' | 'total'
>

type Later = Pick<Subscription, 'ifCancelled' | 'next'>

/** What a cancellation would mean right now, said before it is done (rule 17). */
export function cancelWords(
  order: Cancellable,
  subscription: Later | undefined,
  today: string,
): string {
  if (!subscription || isFirstAhead(order, today)) return firstWords(order)
  return laterWords(subscription)
}

function firstWords(order: Cancellable): string {
  const { cancelEffect, deliveryDate } = order
  const next = deliveryDate ? `the delivery on ${formatDate(deliveryDate)}` : 'the next delivery'
  switch (cancelEffect) {
    case 'off':
      return `No more water comes: ${next} is called off, and you are not charged for it.`
    case 'off_and_refunded':
      return `No more water comes: ${next} is called off, and the ${formatCents(leftOf(order))} that you paid for it goes back to your card.`
    case 'comes':
      return `It is too late to call off ${next}: it still comes and is charged. Nothing comes after it.`
    default:
      return 'Your recurring deliveries stop.'
  }
}

/** Part of it may have been refunded before. */
const leftOf = ({ total, refunded }: Cancellable) =>
  (amountToCents(total ?? '0') ?? 0) - (amountToCents(refunded ?? '0') ?? 0)

function laterWords({ ifCancelled: { off, comes }, next }: Later): string {
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
  `the ${dates.length > 1 ? 'deliveries' : 'delivery'} on ${datesInWords(dates)}`
