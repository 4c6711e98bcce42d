import { digitsIn } from './card-number.ts'

export type Expiry = { month: number; year: number }

/** Formats typed or autofilled input ('7', '07/2030', '0730') as MM/YY. */
export function formatExpiry(input: string): string {
  const slash = /^\s*(\d{1,2})\s*[/-]\s*(.*)$/.exec(input)
  if (slash)
    return `${(slash[1] ?? '').padStart(2, '0')}/${lastTwoDigits(digitsIn(slash[2] ?? ''))}`
  const digits = digitsIn(input)
  // No month starts with 2-9 or is 13-19, so the first digit alone is the month.
  if (/^[2-9]/.test(digits)) return formatExpiry(`0${digits}`)
  if (/^1[3-9]/.test(digits)) return formatExpiry(`0${digits}`)
  if (digits.length <= 2) return digits
  return `${digits.slice(0, 2)}/${lastTwoDigits(digits.slice(2))}`
}

/** '2030' and '30' both mean 2030. */
function lastTwoDigits(year: string): string {
  return year.length >= 4 ? year.slice(2, 4) : year.slice(0, 2)
}

export function readExpiry(text: string): Expiry | undefined {
  const match = /^(\d{2})\/(\d{2})$/.exec(text.trim())
  if (!match) return undefined
  const month = Number(match[1])
  return month >= 1 && month <= 12 ? { month, year: 2000 + Number(match[2]) } : undefined
}

/** A card is valid until the end of its expiry month. `today` is a calendar date. */
export function hasExpired({ month, year }: Expiry, today: string): boolean {
  return `${year}-${String(month).padStart(2, '0')}` < today.slice(0, 7)
}
