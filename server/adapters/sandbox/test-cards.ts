import { createHmac } from 'node:crypto'
import type { CardDisplay, CardError } from './objects.ts'

/** Input of the card form in the browser. It is never stored. */
export type CardInput = { number: string; expMonth: number; expYear: number; cvc: string }

export type CardBehavior =
  | 'succeeds'
  | 'asks_once'
  | 'asks_always'
  | 'fails_later'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'authentication_required'

/** Test card numbers and their behavior, as documented by Stripe (docs.stripe.com/testing). */
const behaviors: Record<string, CardBehavior> = {
  '4000000000000002': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost_card',
  '4000000000009979': 'stolen_card',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000000000000341': 'fails_later',
  '4000002500003155': 'asks_once',
  '4000002760003184': 'asks_always',
  '4000000000003220': 'asks_always',
}

export const behaviorFor = (number: string): CardBehavior => behaviors[digits(number)] ?? 'succeeds'

const declined = (decline_code: string): CardError => ({
  type: 'card_error',
  code: 'card_declined',
  decline_code,
  message: 'Your card was declined.',
})

const declines: Partial<Record<CardBehavior, CardError>> = {
  generic_decline: declined('generic_decline'),
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  fails_later: declined('generic_decline'),
  insufficient_funds: {
    ...declined('insufficient_funds'),
    message: 'Your card has insufficient funds.',
  },
  expired_card: {
    type: 'card_error',
    code: 'expired_card',
    decline_code: 'expired_card',
    message: 'Your card has expired.',
  },
  incorrect_cvc: {
    type: 'card_error',
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    type: 'card_error',
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message:
      'Your card was declined. This transaction requires authentication. Please check your card details and try again.',
  },
}

export const authenticationFailed = (intent: string): CardError => ({
  type: 'invalid_request_error',
  code: `${intent}_authentication_failure`,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
})

type ChargeCircumstances = { offSession: boolean; authenticated: boolean; saved: boolean }

/** The issuer's response: approve, authenticate first, or a decline. */
export function issuerResponse(
  behavior: CardBehavior,
  { offSession, authenticated, saved }: ChargeCircumstances,
): 'approve' | 'authenticate' | CardError {
  switch (behavior) {
    case 'succeeds':
      return 'approve'
    case 'asks_once':
      if (authenticated || (offSession && saved)) return 'approve'
      return offSession ? declineFor('authentication_required') : 'authenticate'
    case 'asks_always':
      if (authenticated) return 'approve'
      return offSession ? declineFor('authentication_required') : 'authenticate'
    case 'fails_later':
      return offSession || saved ? declineFor('fails_later') : 'approve'
    default:
      return declineFor(behavior)
  }
}

function declineFor(behavior: CardBehavior): CardError {
  return declines[behavior] ?? declined('generic_decline')
}

const digits = (number: string) => number.replace(/[\s-]/g, '')

type FormError = { code: string; message: string }

/** Validates the card again, because the browser's validation can be bypassed. */
export function findCardError(card: CardInput, now: Date): FormError | undefined {
  const number = digits(String(card.number))
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    return { code: 'incorrect_number', message: 'Your card number is incorrect.' }
  }
  const { expMonth, expYear } = card
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12) {
    return { code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." }
  }
  const year = now.getUTCFullYear()
  if (!Number.isInteger(expYear) || expYear > year + 50) {
    return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." }
  }
  // A card is valid through the last day of its month in every time zone, which explains the twelve hours.
  if (now.getTime() >= Date.UTC(expYear, expMonth, 1, 12)) {
    return expYear < year
      ? {
          code: 'invalid_expiry_year_past',
          message: "Your card's expiration year is in the past.",
        }
      : {
          code: 'invalid_expiry_month_past',
          message: "Your card's expiration date is in the past.",
        }
  }
  if (!/^\d{3,4}$/.test(String(card.cvc))) {
    return { code: 'invalid_cvc', message: "Your card's security code is invalid." }
  }
}

function passesLuhn(number: string): boolean {
  let sum = 0
  for (let position = 0; position < number.length; position++) {
    const digit = Number(number[number.length - 1 - position])
    const weighted = position % 2 === 1 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

function detectBrand(number: string): string {
  if (number.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(6011|65|64[4-9])/.test(number)) return 'discover'
  return 'unknown'
}

/** The fingerprint is an HMAC, because a plain hash of so few digits could be reversed. */
export function toCardDisplay(card: CardInput, fingerprintKey: string): CardDisplay {
  const number = digits(card.number)
  return {
    brand: detectBrand(number),
    last4: number.slice(-4),
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: createHmac('sha256', fingerprintKey)
      .update(number)
      .digest('base64url')
      .slice(0, 16),
  }
}
