import Stripe from 'stripe'
import {
  CardProblem,
  type Decline,
  type MissingObject,
  type ProblemKind,
  type ProviderDetails,
} from '#server/modules/payments/port.ts'

/** Says what an error of the SDK means for us. Whatever is not understood counts as unknown (I4). */
export function cardProblem(error: unknown): CardProblem {
  if (error instanceof CardProblem) return error
  const message = error instanceof Error ? error.message : String(error)
  const kind = kindOf(error)
  return new CardProblem(kind, message, {
    cause: error,
    decline: declineOf(error),
    isRepeated: isRepeatedFailure(error),
    missing: kind === 'missing' ? missingOf(error) : undefined,
    details: detailsOf(error),
  })
}

function declineOf(error: unknown): Decline | undefined {
  if (!(error instanceof Stripe.errors.StripeCardError)) return undefined
  const { charge, code, decline_code, message, payment_intent: intent } = error
  const chargeRef = charge ?? intent?.id ?? ''
  return { chargeRef, code: decline_code || code || 'card_declined', message }
}

/** The stored answer to a key that met a fault of the provider's own. */
export function isRepeatedFailure(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  const { statusCode = 0, headers } = error
  return statusCode >= 500 && headers?.['idempotent-replayed'] === 'true'
}

/** Our account or key does not fit, though the answer is a 400: no request would go through. */
const ACCOUNT_CODES = new Set([
  'account_closed',
  'account_invalid',
  'livemode_mismatch',
  'secret_key_required',
  'testmode_charges_only',
  'tls_version_unsupported',
])

/** A 400 that names neither a code nor a parameter: how Stripe refuses a detached card. */
export function isUnnamedRefusal({ kind, details }: CardProblem): boolean {
  const { statusCode, type, code, param } = details
  return (
    kind === 'refused' && statusCode === 400 && type === 'invalid_request_error' && !code && !param
  )
}

function kindOf(error: unknown): ProblemKind {
  if (!(error instanceof Stripe.errors.StripeError)) return 'unknown'
  if (error instanceof Stripe.errors.StripeConnectionError) return 'unknown'
  if (error instanceof Stripe.errors.StripeCardError) return 'declined'
  const { statusCode = 500, code, param } = error
  if (statusCode === 401 || statusCode === 403 || ACCOUNT_CODES.has(code ?? '')) return 'rejected'
  if (statusCode === 409 || statusCode === 429 || code === 'lock_timeout') return 'busy'
  if (statusCode >= 500) return 'unknown'
  // A second customer on an intent is refused under this code as well.
  if (code === 'payment_intent_unexpected_state') return 'state'
  if (code === 'balance_insufficient') return 'no_balance'
  if (code === 'resource_missing' || param === 'payment_method') return 'missing'
  return statusCode >= 400 ? 'refused' : 'unknown'
}

function missingOf(error: unknown): MissingObject | undefined {
  const param = error instanceof Stripe.errors.StripeError ? error.param : undefined
  if (param === 'customer' || param === 'intent') return param
  return param === 'payment_method' ? 'card' : undefined
}

/** Named one by one: the SDK's error also carries the card. */
function detailsOf(error: unknown): ProviderDetails {
  if (!(error instanceof Stripe.errors.StripeError)) return {}
  const { rawType, code, decline_code: declineCode, param, statusCode, requestId } = error
  return { type: rawType, code, declineCode, param, statusCode, requestId }
}
