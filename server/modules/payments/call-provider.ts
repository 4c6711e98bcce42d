import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '#contract/errors.ts'
import { CardProviderError, type CardProviderErrorKind, remainingCheckoutMs } from './port.ts'

const MIN_WAIT_MS = 50
const MAX_WAIT_MS = 500
/** Errors that the buyer cannot fix; a rejected API key is our own fault. */
const UNAVAILABLE = new Set<CardProviderErrorKind>(['unknown', 'retryable', 'unauthorized'])

/**
 * Calls the provider while a buyer waits. `retryable` means that the same key is in progress (a
 * double click); it is retried until the checkout deadline, because the other request may take as
 * long. An unavailable provider becomes a Failure with a message for the buyer (C9).
 */
export async function callProvider<T>(send: () => Promise<T>): Promise<T> {
  const end = performance.now() + remainingCheckoutMs()
  for (let wait = MIN_WAIT_MS; ; wait *= 2) {
    try {
      return await send()
    } catch (err) {
      if (!(err instanceof CardProviderError)) throw err
      const waitMs = nextWait(wait, end - performance.now())
      if (err.kind === 'retryable' && waitMs !== undefined) await delay(waitMs)
      else if (UNAVAILABLE.has(err.kind)) throw unavailable(err)
      else throw err
    }
  }
}

/** Shorter toward the deadline, so that there is time for a last attempt. */
function nextWait(wait: number, remaining: number): number | undefined {
  if (remaining < MIN_WAIT_MS) return undefined
  return Math.max(MIN_WAIT_MS / 2, Math.min(wait, MAX_WAIT_MS, remaining / 4))
}

function unavailable(cause: CardProviderError): Failure {
  const failure = new Failure('cards_unavailable')
  failure.cause = cause
  return failure
}
