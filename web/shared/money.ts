import { amountToCents, formatCents } from '#contract/money.ts'

/** Formats a price with $ and 2 decimals. An invalid amount is shown unchanged. */
export function formatPrice(price: string | number): string {
  const cents = amountToCents(price)
  return cents === undefined ? `$${price}` : formatCents(cents)
}
