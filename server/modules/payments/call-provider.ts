import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '#contract/errors.ts'
import { CardProviderError, type CardProviderErrorKind, remainingCheckoutMs } from './port.ts'

const BUSY_RETRY_DELAYS_MS = [50, 100, 200, 400, 500, 500, 500, 500, 500, 500]
/** Nothing that the buyer could do better: a rejected key is our own trouble. */
const UNAVAILABLE = new Set<CardProviderErrorKind>(['unknown', 'retryable', 'unauthorized'])

/**
 * A call on the buyer's path. `busy` means that the same key is being worked on (a double click) and
 * is asked again while the buyer's time lasts; a provider that does not answer becomes words for the
 * buyer (C9).
 */
export async function callProvider<T>(ask: () => Promise<T>): Promise<T> {
  for (const wait of [...BUSY_RETRY_DELAYS_MS, Number.POSITIVE_INFINITY]) {
    try {
      return await ask()
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
