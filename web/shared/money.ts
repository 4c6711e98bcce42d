import { amountToCents, formatCents } from '#contract/money.ts'

/** A price as it came over the wire, with $ and 2 decimals; what is no amount is shown as it came. */
export function formatPrice(price: string | number): string {
  const cents = amountToCents(price)
  return cents === undefined ? `$${price}` : formatCents(cents)
}
