import { hasExpired, readExpiry } from './card-expiry.ts'
import { digitsIn, getCodeLength, hasValidCheckDigit, isCompleteNumber } from './card-number.ts'

export type CardInput = { number: string; expiry: string; code: string }

export type CardErrors = Partial<Record<keyof CardInput, string>>

/** Validates card input before it is sent. Returns an empty object if it is valid. */
export function checkCard(card: CardInput, today: string): CardErrors {
  const errors: CardErrors = {}
  const number = numberError(card.number)
  const expiry = expiryError(card.expiry, today)
  const code = codeError(card)
  if (number) errors.number = number
  if (expiry) errors.expiry = expiry
  if (code) errors.code = code
  return errors
}

function numberError(number: string): string | undefined {
  if (!digitsIn(number)) return 'Please enter the card number'
  if (!isCompleteNumber(number)) return 'Your card number is incomplete'
  if (!hasValidCheckDigit(number)) return 'Your card number is invalid'
  return undefined
}

function expiryError(text: string, today: string): string | undefined {
  const expiry = readExpiry(text)
  if (!expiry) return 'Please enter the expiry date as MM/YY'
  return hasExpired(expiry, today) ? 'This card has expired' : undefined
}

function codeError({ number, code }: CardInput): string | undefined {
  const length = getCodeLength(number)
  return digitsIn(code).length === length
    ? undefined
    : `Please enter the ${length}-digit security code`
}
