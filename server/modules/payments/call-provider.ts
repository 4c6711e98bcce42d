import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '#contract/errors.ts'
import { CardProviderError, type CardProviderErrorKind, remainingCheckoutMs } from './port.ts'

const BUSY_RETRY_DELAYS_MS = [50, 100, 200, 400, 500, 500, 500, 500, 500, 500]
/** Errors that the buyer cannot fix; a rejected API key is our own fault. */
const UNAVAILABLE = new Set<CardProviderErrorKind>(['unknown', 'retryable', 'unauthorized'])

/**
 * Calls the provider while a buyer waits. `retryable` means that the same key is in progress (a
 * double click); it is retried until the checkout deadline. An unavailable provider becomes a
 * Failure with a message for the buyer (C9).
 */
export async function callProvider<T>(send: () => Promise<T>): Promise<T> {
  for (const wait of [...BUSY_RETRY_DELAYS_MS, Number.POSITIVE_INFINITY]) {
    try {
      return await send()
    } catch (err) {
      if (!(err instanceof CardProviderError)) throw err
      if (err.kind === 'retryable' && wait < remainingCheckoutMs()) await delay(wait)
      else if (UNAVAILABLE.has(err.kind)) throw unavailable(err)
      else throw err
    }
  }
  throw new Failure('cards_unavailable')
}

function unavailable(cause: CardProviderError): Failure {
  const failure = new Failure('cards_unavailable')
  failure.cause = cause
  return failure
}
