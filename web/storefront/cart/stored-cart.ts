import { amountToCents } from '#contract/money.ts'

export type CartProduct = {
  id: string
  name: string
  price: string | number
  size?: string
  imageUrl?: string
}

export type CartLine = { product: CartProduct; quantity: number }

/**
 * Rule 24. `tempCart`: handed over to checkout. `cart`: checkout has started with it. `lastCart`:
 * the latest selection, only offered for restoring.
 */
export type CartKey = 'tempCart' | 'cart' | 'lastCart'

export type CartStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Accessing storage throws if the browser blocks it. At build time there is none. */
export function browserStorage(): CartStorage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

export function readLines(key: CartKey, storage = browserStorage()): readonly CartLine[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isLine) : []
  } catch {
    return []
  }
}

/** Returns false if storage is full or blocked; that must not break the page. */
export function writeLines(
  key: CartKey,
  lines: readonly CartLine[],
  storage = browserStorage(),
): boolean {
  try {
    if (lines.length > 0) storage?.setItem(key, JSON.stringify(lines))
    else storage?.removeItem(key)
    return storage !== undefined
  } catch {
    return false
  }
}

function isLine(value: unknown): value is CartLine {
  if (!isRecord(value) || !isRecord(value.product)) return false
  const { id, name, price } = value.product
  const isAmount = typeof price === 'string' || typeof price === 'number'
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    isAmount &&
    amountToCents(price) !== undefined &&
    Number.isSafeInteger(value.quantity) &&
    Number(value.quantity) > 0
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
