/** The combined sales tax rate of an address. */
export type TaxRate = { ratePpm: number }

/** Parts per million in a whole. A percent is 10,000. */
const WHOLE_PPM = 1_000_000

/** The highest combined rate in the United States is below 14 %. */
export const MAX_RATE_PPM = 250_000

/**
 * Rounds half a cent up. Whole dollars of a million cents and the rest are multiplied separately, so
 * that every product stays an exact integer below 2^53.
 */
export function taxCents(amountCents: number, { ratePpm }: TaxRate): number {
  const rest = amountCents % WHOLE_PPM
  const whole = (amountCents - rest) / WHOLE_PPM
  return whole * ratePpm + Math.floor((rest * ratePpm + WHOLE_PPM / 2) / WHOLE_PPM)
}

/** A rate as people read it: 88750 is 8.875%. */
export const formatTaxRate = (rate: TaxRate): string => `${percentText(rate.ratePpm)}%`

/** The percentage without its sign, as it is entered: 8.875. */
export function percentText(ratePpm: number): string {
  const decimals = String(ratePpm % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '')
  const whole = Math.floor(ratePpm / 10_000)
  return decimals === '' ? String(whole) : `${whole}.${decimals}`
}

/** Parses a percentage with up to four decimals, such as 8.875 or 8.875%. Undefined if it is not one. */
export function percentToPpm(text: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{0,4}))?\s*%?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  return Number(whole) * 10_000 + Number(decimals.padEnd(4, '0'))
}
