import type Stripe from 'stripe'
import { buyersTimeLeft, type Patience } from '#server/modules/payments/port.ts'
import { cardProblem, isRepeatedFailure } from './card-problems.ts'

/** Retries belong to the caller, who holds the recorded key. */
export const within = (patience: Patience): Stripe.RequestOptions => ({
  timeout: patience === 'buyer' ? buyersTimeLeft() : 30_000,
  maxNetworkRetries: 0,
})

export const once = (key: string, patience: Patience) => ({
  ...within(patience),
  idempotencyKey: key,
})

const MAX_FRESH_KEYS = 5

/**
 * The provider keeps a 500 for its key and repeats it for a day. Making something moves no money, so
 * the next try goes on under the next key, which is the same one for everybody who tries.
 */
export async function make<T>(key: string, act: (key: string) => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await unsourced(() => act(nth === 1 ? key : `${key}.${nth}`))
    } catch (error) {
      if (nth === MAX_FRESH_KEYS || !isRepeatedFailure(error)) throw cardProblem(error)
    }
  }
}

export async function speak<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await unsourced(act)
  } catch (error) {
    throw cardProblem(error)
  }
}

/**
 * The SDK writes down at each call where it was called from, in case it fails: a twentieth of a
 * checkout's work, for a line that a `CardProblem` does not need.
 */
function unsourced<T>(act: () => T): T {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return act()
  } finally {
    Error.stackTraceLimit = limit
  }
}
