import { amountToCents } from '#contract/money.ts'
import { orderTotals } from '#contract/pricing.ts'
import type { CartLine } from './stored-cart.ts'

/** Also the cart's total: delivery is free, and discounts apply at checkout. */
export function subtotalCents(lines: readonly CartLine[]): number {
  const priced = lines.map(({ product, quantity }) => ({
    priceCents: amountToCents(product.price) ?? 0,
    quantity,
  }))
  return orderTotals(priced, false).subtotalCents
}
