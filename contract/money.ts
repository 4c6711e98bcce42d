/** Amounts are integer cents internally, and two-decimal strings in requests and replies. */

export function centsToText(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const absolute = Math.abs(cents)
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
}

/** Parses '12', '7.5' or '12.34'. Returns undefined for anything else, such as signs. */
export function textToCents(text: string): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Parses an amount of a request or reply. The spec uses strings; a cart total may be a number. */
export function amountToCents(amount: string | number): number | undefined {
  if (typeof amount === 'string') return textToCents(amount)
  const cents = Math.round(amount * 100)
  return Number.isSafeInteger(cents) && cents >= 0 ? cents : undefined
}

/** '$12.50', or '-$12.50'. */
export function formatCents(cents: number): string {
  return `${cents < 0 ? '-' : ''}$${centsToText(Math.abs(cents))}`
}
