import { amountToCents, formatCents } from '#contract/money.ts'

/** Formats a price with $ and 2 decimals. An invalid amount is shown unchanged. */
export function formatPrice(price: string | number): string {
  const cents = amountToCents(price)
  return cents === undefined ? `$${price}` : formatCents(cents)
}

/** An amount with its sign and thousands separators: '-$1,234.50'. */
export function formatSigned(amount: string | undefined): string {
  const [, sign = '', dollars = '0', cents = '00'] = /^(-?)(\d+)\.(\d{2})$/.exec(amount ?? '') ?? []
  return `${sign}$${dollars.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}
