import type { KnownProduct } from '#web/api/adapt/product.ts'
import { fetchProducts } from '#web/api/catalog.ts'

export type ProductList =
  | { status: 'loading' }
  | { status: 'loaded'; products: readonly KnownProduct[] }
  | { status: 'failed'; error: unknown }

const CACHE_MS = 5 * 60_000

export const loadingList: ProductList = { status: 'loading' }

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
      (products) => show({ status: 'loaded', products }),
      (error: unknown) => show({ status: 'failed', error }),
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
        if (listeners.size === 0) drop = setTimeout(forget, CACHE_MS)
      }
    },
  }
}

export const productList = createProductList(fetchProducts)
