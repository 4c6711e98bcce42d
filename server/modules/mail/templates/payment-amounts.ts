import type { OrderEmailData } from '../email-data.ts'

/** The amount charged to the card: the total without the part that account credit pays. */
export const dueAmount = ({ total, credit }: Pick<OrderEmailData, 'total' | 'credit'>): string =>
  credit?.due ?? total

export const isCovered = ({ credit }: Pick<OrderEmailData, 'credit'>) => credit?.due === '0.00'

/** Describes a full refund, a partial refund, or the refund of a payment without an order. */
export function formatRefund(refunded: OrderEmailData['refunded']): string {
  const { amount, paid } = refunded ?? {}
  if (!paid) return `$${amount}`
  return amount === paid
    ? `the full $${amount} of this order`
    : `$${amount} of the $${paid} you paid for this order`
}

/** The parts paid by card and by account credit. */
export function formatPaid(email: Pick<OrderEmailData, 'total' | 'credit'>): string {
  const { total, credit } = email
  if (!credit) return `We received your payment of $${total}.`
  if (isCovered(email)) return `Your account credit paid the total of $${total}.`
  return `We received your payment of $${credit.due}, and your account credit paid $${credit.used}.`
}
