import Stripe from 'stripe'
import {
  CardProviderError,
  type CardProviderErrorKind,
  type Decline,
  type MissingObject,
  type ProviderDetails,
} from '#server/modules/payments/port.ts'

/** Maps an SDK error to a `CardProviderError`. Errors without a mapping are `unknown` (I4). */
export function toCardProviderError(error: unknown): CardProviderError {
  if (error instanceof CardProviderError) return error
  const message = error instanceof Error ? error.message : String(error)
  const kind = toCardProviderErrorKind(error)
  return new CardProviderError(kind, message, {
    cause: error,
    decline: toDecline(error),
    isReplayed: isReplayedFailure(error),
    missing: kind === 'missing' ? toMissingObject(error) : undefined,
    details: toDetails(error),
  })
}

function toDecline(error: unknown): Decline | undefined {
  if (!(error instanceof Stripe.errors.StripeCardError)) return undefined
  const { charge, code, decline_code, message, payment_intent: intent } = error
  const chargeRef = charge ?? intent?.id ?? ''
  return { chargeRef, code: decline_code || code || 'card_declined', message }
}

/** Stripe replayed the stored 5xx response of this idempotency key. */
export function isReplayedFailure(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  const { statusCode = 0, headers } = error
  return statusCode >= 500 && headers?.['idempotent-replayed'] === 'true'
}

/** Codes of a 400 that mean the account or key is wrong, so that every request would fail. */
const ACCOUNT_CODES = new Set([
  'account_closed',
  'account_invalid',
  'livemode_mismatch',
  'secret_key_required',
  'testmode_charges_only',
  'tls_version_unsupported',
])

/** A 400 without a code or parameter, which is Stripe's response for a detached card. */
export function isUnnamedRejection({ kind, details }: CardProviderError): boolean {
  const { statusCode, type, code, param } = details
  return (
    kind === 'invalid_request' &&
    statusCode === 400 &&
    type === 'invalid_request_error' &&
    !code &&
    !param
  )
}

function toCardProviderErrorKind(error: unknown): CardProviderErrorKind {
  if (!(error instanceof Stripe.errors.StripeError)) return 'unknown'
  if (error instanceof Stripe.errors.StripeConnectionError) return 'unknown'
  if (error instanceof Stripe.errors.StripeCardError) return 'declined'
  const { statusCode = 500, code, param } = error
  if (statusCode === 401 || statusCode === 403 || ACCOUNT_CODES.has(code ?? ''))
    return 'unauthorized'
  if (statusCode === 409 || statusCode === 429 || code === 'lock_timeout') return 'retryable'
  if (statusCode >= 500) return 'unknown'
  // Also returned for a second customer on an intent.
  if (code === 'payment_intent_unexpected_state') return 'state'
  if (code === 'balance_insufficient') return 'no_balance'
  if (code === 'resource_missing' || param === 'payment_method') return 'missing'
  return statusCode >= 400 ? 'invalid_request' : 'unknown'
}

function toMissingObject(error: unknown): MissingObject | undefined {
  const param = error instanceof Stripe.errors.StripeError ? error.param : undefined
  if (param === 'customer' || param === 'intent') return param
  return param === 'payment_method' ? 'card' : undefined
}

/** Copies single fields, because the SDK's error also contains the card. */
function toDetails(error: unknown): ProviderDetails {
  if (!(error instanceof Stripe.errors.StripeError)) return {}
  const { rawType, code, decline_code: declineCode, param, statusCode, requestId } = error
  return { type: rawType, code, declineCode, param, statusCode, requestId }
}
