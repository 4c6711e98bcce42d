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
  /** The cart of an earlier session, offered while the current cart is empty. */
  restorable: readonly CartLine[]
}

export const emptyCart: CartState = { lines: [], restorable: [] }

/**
 * The cart of this page. It is lost on reload until checkout has started. From then on it is stored
 * under `cart`, and every change on the home page is stored too.
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
      // The temporary cart is outdated now.
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
      const isInCart = lines.some((line) => line.product.id === product.id)
      change(
        isInCart
          ? withQuantityChange(lines, product.id, quantity)
          : [...lines, { product, quantity }],
      )
    },

    changeQuantity(productId: string, by: number) {
      change(withQuantityChange(read().lines, productId, by))
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

    /** Returns false if the cart could not be stored; checkout would find it empty. */
    startCheckout(): boolean {
      isStarted = true
      return writeLines('tempCart', read().lines, storage())
    },

    /**
     * Reloads the stored cart after a change in another tab or a return from the back/forward
     * cache. A tab with its own items that has not started checkout keeps them.
     */
    syncFromStorage() {
      const before = read()
      const usesStoredCart = isStarted || before.lines.length === 0
      const lines = usesStoredCart ? readLines('cart', storage()) : before.lines
      if (usesStoredCart) isStarted = lines.length > 0
      const canRestore = lines.length === 0 && before.restorable.length > 0
      show({ lines, restorable: canRestore ? readLines('lastCart', storage()) : [] })
    },
  }
}

/** Removes a line at quantity 0, and limits it to the maximum per order. */
function withQuantityChange(lines: readonly CartLine[], productId: string, by: number): CartLine[] {
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
