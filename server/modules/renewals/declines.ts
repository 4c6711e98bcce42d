/** The effect of each decline code on the next attempt. */

/** Not a decline: a different amount was charged and refunded. */
export const AMOUNT_MISMATCH = 'other_sum'

export type DeclineKind = 'soft' | 'hard' | 'authentication'

/** Final declines: retrying never succeeds. */
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

/** No decline by the issuer: no card, a deleted card, or a refunded mismatch. */
const notCharged = new Set(['no_card', 'card_gone', AMOUNT_MISMATCH])

/** R8: only a charge that the issuer declined counts as an attempt. */
export const isAttempt = (code: string) => !notCharged.has(code)
