import { MAX_QUANTITY } from '#contract/pricing-limits.ts'
import {
  browserStorage,
  type CartLine,
  type CartProduct,
  type CartStorage,
  readLines,
  writeLines,
} from './stored-cart.ts'

export type CartState = {
  lines: readonly CartLine[]
  /** What an earlier visit left behind, while this one has picked nothing. */
  restorable: readonly CartLine[]
}

export const emptyCart: CartState = { lines: [], restorable: [] }

/**
 * The cart of this page. A reload begins anew unless checkout was started: from then on `cart`
 * holds it, and every change on home is written there too.
 */
export function createCart(storage: () => CartStorage | undefined) {
  let state = emptyCart
  let isRead = false
  let isStarted = false
  const listeners = new Set<() => void>()

  function show(next: CartState) {
    state = next
    for (const listener of listeners) listener()
  }

  function read(): CartState {
    if (isRead) return state
    isRead = true
    const lines = readLines('cart', storage())
    isStarted = lines.length > 0
    state = { lines, restorable: isStarted ? [] : readLines('lastCart', storage()) }
    return state
  }

  function change(lines: readonly CartLine[]) {
    writeLines('lastCart', lines, storage())
    if (isStarted) {
      writeLines('cart', lines, storage())
      // What waits to be moved to checkout is older than this.
      writeLines('tempCart', [], storage())
    }
    show({ lines, restorable: [] })
  }

  return {
    read,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    add(product: CartProduct, quantity: number) {
      const { lines } = read()
      const isThere = lines.some((line) => line.product.id === product.id)
      change(isThere ? changed(lines, product.id, quantity) : [...lines, { product, quantity }])
    },

    changeQuantity(productId: string, by: number) {
      change(changed(read().lines, productId, by))
    },

    remove(productId: string) {
      change(read().lines.filter((line) => line.product.id !== productId))
    },

    restore() {
      change(read().restorable)
    },

    clearLastCart() {
      writeLines('lastCart', [], storage())
      show({ ...read(), restorable: [] })
    },

    /** Says whether the cart could be stored: without it checkout would find nothing. */
    startCheckout(): boolean {
      isStarted = true
      return writeLines('tempCart', read().lines, storage())
    },

    /**
     * After another tab wrote, or this page came back from the browser's memory. A tab that picks
     * for itself and has not started checkout keeps what it has.
     */
    syncFromStorage() {
      const before = read()
      const follows = isStarted || before.lines.length === 0
      const lines = follows ? readLines('cart', storage()) : before.lines
      if (follows) isStarted = lines.length > 0
      const isOffered = lines.length === 0 && before.restorable.length > 0
      show({ lines, restorable: isOffered ? readLines('lastCart', storage()) : [] })
    },
  }
}

/** Down to 0 the line goes; up it stops at what one order may hold. */
function changed(lines: readonly CartLine[], productId: string, by: number): CartLine[] {
  return lines
    .map((line) =>
      line.product.id === productId
        ? { ...line, quantity: Math.min(MAX_QUANTITY, line.quantity + by) }
        : line,
    )
    .filter((line) => line.quantity > 0)
}

export function itemCount(lines: readonly CartLine[]): number {
  return lines.reduce((count, line) => count + line.quantity, 0)
}

export const cart = createCart(browserStorage)
