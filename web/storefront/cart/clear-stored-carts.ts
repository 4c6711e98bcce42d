import { browserStorage, writeLines } from './stored-cart.ts'

/** Called once the order is paid, so that there is nothing to check out or restore. */
export function clearStoredCarts(storage = browserStorage()) {
  for (const key of ['tempCart', 'cart', 'lastCart'] as const) writeLines(key, [], storage)
}
