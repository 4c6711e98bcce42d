/** Prices an order. Browser and server run the same code, so both get the same total (rule 1). */

import { SUBSCRIPTION_DISCOUNT_PERCENT } from './pricing-limits.ts'

export type PriceLine = {
  kind: 'product' | 'discount' | 'deposit' | 'tax' | 'fee'
  label: string
  /** Negative for discounts. */
  cents: number
  productId?: string
  quantity?: number
  /** Product lines only: the price after its share of the discounts. */
  netCents?: number
}

export type OrderTotals = {
  /** The total of the product lines. */
  subtotalCents: number
  /** The total of the discounts, as a positive amount. */
  discountCents: number
  totalCents: number
}

/** The `cents` of the lines add up to `totalCents`. */
export type OrderPrice = OrderTotals & { lines: PriceLine[] }

export type PricedItem = { productId?: string; label: string; priceCents: number; quantity: number }

type PricedQuantity = Pick<PricedItem, 'priceCents' | 'quantity'>

export function priceOrder(items: readonly PricedItem[], isRecurring: boolean): OrderPrice {
  const totals = orderTotals(items, isRecurring)
  const shares = allocateCents(totals.discountCents, items.map(lineCents))
  const lines = items.map(({ priceCents, ...item }, n): PriceLine => {
    const cents = priceCents * item.quantity
    return { kind: 'product', ...item, cents, netCents: cents - (shares[n] ?? 0) }
  })
  if (totals.discountCents > 0) {
    const label = `Subscription discount (${SUBSCRIPTION_DISCOUNT_PERCENT}%)`
    lines.push({ kind: 'discount', label, cents: -totals.discountCents })
  }
  return { ...totals, lines }
}

export function orderTotals(items: readonly PricedQuantity[], isRecurring: boolean): OrderTotals {
  const subtotalCents = sumCents(items.map(lineCents))
  const discountCents = isRecurring ? subscriptionDiscount(subtotalCents) : 0
  return { subtotalCents, discountCents, totalCents: subtotalCents - discountCents }
}

const lineCents = ({ priceCents, quantity }: PricedQuantity) => priceCents * quantity

const sumCents = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0)

/** Rounds half a cent up. Integer math avoids floating-point errors. */
function subscriptionDiscount(subtotalCents: number): number {
  return Math.floor((subtotalCents * SUBSCRIPTION_DISCOUNT_PERCENT + 50) / 100)
}

/**
 * Splits an amount in proportion to the weights, to the cent. Each share is rounded down; the
 * remaining cents go to the largest remainders. On a tie the first line wins.
 */
export function allocateCents(cents: number, weights: readonly number[]): number[] {
  const totalWeight = sumCents(weights)
  if (totalWeight === 0) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    const remainder = (cents * weight) % totalWeight
    return { index, remainder, cents: (cents * weight - remainder) / totalWeight }
  })
  const leftOverCents = cents - sumCents(shares.map((share) => share.cents))
  const largestFirst = shares.toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const share of largestFirst.slice(0, leftOverCents)) share.cents += 1
  return shares.map((share) => share.cents)
}
