/** Money is integer cents inside; a two-decimal string stands only at the contract's edge. */

export function centsToText(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.abs(cents)
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/** Reads '12', '7.5' or '12.34'. Anything else, exponents and signs included, is no amount. */
export function textToCents(text: string): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** A price as it came over the wire: the spec sends strings, a sum in a cart may be a number. */
export function amountToCents(amount: string | number): number | undefined {
  if (typeof amount === 'string') return textToCents(amount)
  const cents = Math.round(amount * 100)
  return Number.isSafeInteger(cents) && cents >= 0 ? cents : undefined
}

export function formatCents(cents: number): string {
  return `$${centsToText(cents)}`
}
