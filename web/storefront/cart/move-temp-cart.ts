import { browserStorage, type CartLine, readLines, writeLines } from './stored-cart.ts'

/** Makes the temporary cart the main one, and returns the lines for checkout. */
export function moveTempCart(storage = browserStorage()): readonly CartLine[] {
  const lines = readLines('tempCart', storage)
  if (lines.length === 0) return readLines('cart', storage)
  writeLines('cart', lines, storage)
  writeLines('tempCart', [], storage)
  return lines
}
