/** What an order costs. The browser shows it, the server charges it: both call this one function (rule 1). */

import { SUBSCRIPTION_DISCOUNT_PERCENT } from './pricing-limits.ts'

export type PriceLine = {
  kind: 'product' | 'discount' | 'deposit' | 'tax' | 'fee'
  label: string
  /** Negative where it lowers the total. */
  cents: number
  productId?: string
  quantity?: number
  /** Of a product: what remains of its price after its share of the discounts. */
  netCents?: number
}

export type OrderTotals = {
  /** The products alone. */
  subtotalCents: number
  /** What the discounts take off, as a positive amount. */
  discountCents: number
  totalCents: number
}

/** The lines of an order; their cents add up to `totalCents`. */
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

/** Half a cent rounds up, computed in whole numbers so that no binary fraction can tip it. */
function subscriptionDiscount(subtotalCents: number): number {
  return Math.floor((subtotalCents * SUBSCRIPTION_DISCOUNT_PERCENT + 50) / 100)
}

/**
 * Splits an amount in proportion to the weights, to the cent: each share is rounded down, and the
 * cents left over go to the largest remainders, the first of equal ones.
 */
export function allocateCents(cents: number, weights: readonly number[]): number[] {
  const whole = sumCents(weights)
  if (whole === 0) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    const rest = (cents * weight) % whole
    return { index, rest, cents: (cents * weight - rest) / whole }
  })
  const leftOver = cents - sumCents(shares.map((share) => share.cents))
  const largestFirst = shares.toSorted((a, b) => b.rest - a.rest || a.index - b.index)
  for (const share of largestFirst.slice(0, leftOver)) share.cents += 1
  return shares.map((share) => share.cents)
}
