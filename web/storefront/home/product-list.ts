import type { KnownProduct } from '#web/api/adapt/product.ts'
import { fetchProducts } from '#web/api/catalog.ts'

export type ProductList =
  | { status: 'loading' }
  | { status: 'loaded'; products: readonly KnownProduct[] }
  | { status: 'failed'; error: unknown }

const CACHE_MS = 5 * 60_000

export const loadingList: ProductList = { status: 'loading' }

/**
 * The product list with the same rules as other queries: fetched once, never stale, not retried,
 * and dropped five minutes after its last use. It avoids the query library, which would make the
 * home page 10% larger.
 */
export function createProductList(fetchList: () => Promise<readonly KnownProduct[]>) {
  let list = loadingList
  let isRequested = false
  let expiry: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function show(next: ProductList) {
    list = next
    for (const listener of listeners) listener()
  }

  function load() {
    if (isRequested) return
    isRequested = true
    fetchList().then(
      (products) => show({ status: 'loaded', products }),
      (error: unknown) => show({ status: 'failed', error }),
    )
  }

  function reset() {
    isRequested = false
    show(loadingList)
  }

  return {
    read: () => list,
    load,

    retry() {
      reset()
      load()
    },

    subscribe(listener: () => void) {
      clearTimeout(expiry)
      listeners.add(listener)
      load()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) expiry = setTimeout(reset, CACHE_MS)
      }
    },
  }
}

export const productList = createProductList(fetchProducts)
