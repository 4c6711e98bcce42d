/** What an order costs. The browser shows it, the server charges it: both call this one function (rule 1). */

export const SUBSCRIPTION_DISCOUNT_PERCENT = 15

/** Of one product in one order; whoever needs more should call. */
export const MAX_QUANTITY = 999

export type PricedLine = { priceCents: number; quantity: number }

export type OrderPrice = { subtotalCents: number; discountCents: number; totalCents: number }

export function priceOrder(lines: readonly PricedLine[], isRecurring: boolean): OrderPrice {
  const subtotalCents = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
  const discountCents = isRecurring ? discountOn(subtotalCents) : 0
  return { subtotalCents, discountCents, totalCents: subtotalCents - discountCents }
}

/** Half a cent rounds up, reckoned in whole numbers so that no binary fraction can tip it. */
function discountOn(subtotalCents: number): number {
  return Math.floor((subtotalCents * SUBSCRIPTION_DISCOUNT_PERCENT + 50) / 100)
}
