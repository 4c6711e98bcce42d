import { formatDate } from '#contract/calendar.ts'
import type { CustomerOrderAnswer } from '#web/api/customer.ts'
import { formatPrice } from '#web/shared/money.ts'

type Cancellable = Pick<CustomerOrderAnswer, 'cancelEffect' | 'deliveryDate' | 'total'>

/** What a cancellation would mean right now, said before it is done (decision 17). */
export function cancelWords({ cancelEffect, deliveryDate, total }: Cancellable): string {
  const next = deliveryDate ? `the delivery on ${formatDate(deliveryDate)}` : 'the next delivery'
  switch (cancelEffect) {
    case 'off':
      return `No more water comes: ${next} is called off, and you are not charged for it.`
    case 'off_and_refunded':
      return `No more water comes: ${next} is called off, and the ${formatPrice(total ?? '0')} that you paid for it goes back to your card.`
    case 'comes':
      return `It is too late to call off ${next}: it still comes and is charged. Nothing comes after it.`
    default:
      return 'Your recurring deliveries stop.'
  }
}
