import { amountToCents } from '#contract/money.ts'
import { orderTotals } from '#contract/pricing.ts'
import type { CartLine } from './stored-cart.ts'

/** The cart's total is its subtotal: delivery is free, and the discount belongs to checkout. */
export function subtotalCents(lines: readonly CartLine[]): number {
  const priced = lines.map(({ product, quantity }) => ({
    priceCents: amountToCents(product.price) ?? 0,
    quantity,
  }))
  return orderTotals(priced, false).subtotalCents
}
