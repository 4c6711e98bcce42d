import { CardProviderError } from '#server/modules/payments/port.ts'
import { toCardProviderError } from './card-errors.ts'

/** Times of the API are seconds. */
export const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** A page has at most 100 objects. */
const MAX_REPEATED = 100

/**
 * Reads a list of the API to its end, page by page, and converts its objects. Each is given once,
 * also if it moves to another page in the meantime; a list that only repeats itself is an error,
 * not a loop.
 */
export async function* readEach<Resource extends { id: string }, View>(
  list: () => AsyncIterable<Resource>,
  read: (resource: Resource) => View | Promise<View>,
): AsyncGenerator<View> {
  const seen = new Set<string>()
  let repeated = 0
  try {
    for await (const resource of list()) {
      if (seen.has(resource.id)) {
        repeated += 1
        if (repeated < MAX_REPEATED) continue
        throw new CardProviderError('unknown', 'The list repeats itself.')
      }
      seen.add(resource.id)
      repeated = 0
      yield await read(resource)
    }
  } catch (error) {
    throw retryableIfCursorGone(toCardProviderError(error))
  }
}

/** The last object of a page was deleted. Reading the list again from its start succeeds. */
function retryableIfCursorGone(error: CardProviderError): CardProviderError {
  const { kind, message, details } = error
  if (kind !== 'missing' || details.param !== 'starting_after') return error
  return new CardProviderError('retryable', message, { cause: error, details })
}
