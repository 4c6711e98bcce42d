import type { OrderAnswer } from '#web/api/orders.ts'

/**
 * Where an order stands with its money, as its pages tell it. A backend that says nothing of
 * payment counts as paid (decision 5).
 */
export type OrderOutcome = 'paid' | 'unpaid' | 'processing' | 'failed' | 'refunded' | 'cancelled'

export function orderOutcome(order: Pick<OrderAnswer, 'status' | 'paymentStatus'>): OrderOutcome {
  if (order.status === 'cancelled') return 'cancelled'
  switch (order.paymentStatus) {
    case 'pending':
      return 'unpaid'
    case 'processing':
    case 'failed':
    case 'refunded':
      return order.paymentStatus
    default:
      return 'paid'
  }
}

/** `failed` only means that the shop stopped trying: the buyer still may. */
export function canBePaid(outcome: OrderOutcome): boolean {
  return outcome === 'unpaid' || outcome === 'failed'
}
