import type { CreditKind } from '#contract/credit.ts'
import { formatOrderNumber } from '#contract/order-number.ts'

const labels: Record<CreditKind, string> = {
  goodwill: 'Goodwill credit',
  deposit_returned: 'Bottle deposit returned',
  missed_delivery: 'Credit for a missed delivery',
  refund: 'Refund as credit',
  used: 'Used',
  released: 'Returned',
  forfeited: 'Forfeited',
}

/** 'Used for order 1a2b3c4d' */
export function creditLabel({
  kind,
  orderId,
}: {
  kind: CreditKind
  orderId: string | null
}): string {
  if (!orderId) return labels[kind]
  const number = formatOrderNumber(orderId)
  if (kind === 'used') return `Used for order ${number}`
  if (kind === 'released') return `Returned from order ${number}`
  return `${labels[kind]}, order ${number}`
}
