import type { KnownProduct } from '#web/api/adapt/product.ts'
import { fetchProducts } from '#web/api/catalog.ts'

export type ProductList =
  | { is: 'loading' }
  | { is: 'here'; products: readonly KnownProduct[] }
  | { is: 'failed'; error: unknown }

const KEEP_UNUSED_MS = 5 * 60_000

export const loadingList: ProductList = { is: 'loading' }

/**
 * Home's only data, under the same rules as every other query (asked once, never stale, never
 * retried by itself, dropped five minutes after its last use) without their library: the page would
 * be a tenth heavier with it.
 */
export function createProductList(fetchList: () => Promise<readonly KnownProduct[]>) {
  let list = loadingList
  let isAsked = false
  let drop: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function show(next: ProductList) {
    list = next
    for (const listener of listeners) listener()
  }

  function load() {
    if (isAsked) return
    isAsked = true
    fetchList().then(
      (products) => show({ is: 'here', products }),
      (error: unknown) => show({ is: 'failed', error }),
    )
  }

  function forget() {
    isAsked = false
    show(loadingList)
  }

  return {
    read: () => list,
    load,

    retry() {
      forget()
      load()
    },

    subscribe(listener: () => void) {
      clearTimeout(drop)
      listeners.add(listener)
      load()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) drop = setTimeout(forget, KEEP_UNUSED_MS)
      }
    },
  }
}

export const productList = createProductList(fetchProducts)
