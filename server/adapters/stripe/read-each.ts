import { toCardProviderError } from './card-errors.ts'

/** Times of the API are seconds. */
export const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** Reads a list of the API to its end, page by page, and converts its objects. */
export async function* readEach<Resource, View>(
  list: () => AsyncIterable<Resource>,
  read: (resource: Resource) => View | Promise<View>,
): AsyncGenerator<View> {
  try {
    for await (const resource of list()) yield await read(resource)
  } catch (error) {
    throw toCardProviderError(error)
  }
}
