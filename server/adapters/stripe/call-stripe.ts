import type Stripe from 'stripe'
import { type CallProfile, remainingCheckoutMs } from '#server/modules/payments/port.ts'
import { isReplayedFailure, toCardProviderError } from './card-errors.ts'

/** The SDK must not retry: only the caller has the recorded idempotency key. */
export const requestOptions = (profile: CallProfile): Stripe.RequestOptions => ({
  timeout: profile === 'interactive' ? remainingCheckoutMs() : 30_000,
  maxNetworkRetries: 0,
})

export const idempotentOptions = (key: string, profile: CallProfile) => ({
  ...requestOptions(profile),
  idempotencyKey: key,
})

const MAX_KEYS = 5

/**
 * Stripe stores a 500 for its idempotency key and replays it for a day. Creating an object moves no
 * money, so the next attempt uses the next key, which is the same in every process.
 */
export async function createWithRetry<T>(
  key: string,
  request: (key: string) => Promise<T>,
): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await withoutStackTrace(() => request(nth === 1 ? key : `${key}.${nth}`))
    } catch (error) {
      if (nth === MAX_KEYS || !isReplayedFailure(error)) throw toCardProviderError(error)
    }
  }
}

export async function callStripe<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await withoutStackTrace(request)
  } catch (error) {
    throw toCardProviderError(error)
  }
}

/**
 * The SDK captures a stack trace at every call. That costs a twentieth of a checkout's CPU time, and
 * a `CardProviderError` does not need it.
 */
function withoutStackTrace<T>(request: () => T): T {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return request()
  } finally {
    Error.stackTraceLimit = limit
  }
}
