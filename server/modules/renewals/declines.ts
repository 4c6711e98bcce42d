/** What a card's no means for the next try. */

/** No card said no: money of another sum was taken and went back. */
export const AMOUNT_MISMATCH = 'other_sum'

export type DeclineKind = 'soft' | 'hard' | 'authentication'

/** The bank will not change its mind about these, however often it is asked. */
const hardCodes = new Set([
  'expired_card',
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'incorrect_number',
  'invalid_account',
  'invalid_number',
  'card_not_supported',
  'fraudulent',
  'do_not_try_again',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stop_payment_order',
  'security_violation',
  'transaction_not_allowed',
  'card_gone',
  'no_card',
  AMOUNT_MISMATCH,
])

export function declineKind(code: string): DeclineKind {
  if (code === 'authentication_required') return 'authentication'
  return hardCodes.has(code) ? 'hard' : 'soft'
}

/** No card was asked: there is none, it is gone, or money of another sum was taken and went back. */
const notCharged = new Set(['no_card', 'card_gone', AMOUNT_MISMATCH])

/** R8: only a card that was asked and said no counts as a try. */
export const isAttempt = (code: string) => !notCharged.has(code)
