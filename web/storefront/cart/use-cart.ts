import { useEffect, useSyncExternalStore } from 'react'
import { cart, emptyCart } from './cart-store.ts'

/** The prerendered page has an empty cart; the stored cart appears after hydration. */
export function useCart() {
  return useSyncExternalStore(cart.subscribe, cart.read, () => emptyCart)
}

/** Syncs the cart with other tabs and after back navigation. Use once per page. */
export function useCartSync() {
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      // A null key means that everything was cleared.
      if (event.key === null || event.key === 'cart' || event.key === 'lastCart')
        cart.syncFromStorage()
    }
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) cart.syncFromStorage()
    }
    addEventListener('storage', onStorage)
    addEventListener('pageshow', onShow)
    return () => {
      removeEventListener('storage', onStorage)
      removeEventListener('pageshow', onShow)
    }
  }, [])
}
