import { useEffect, useSyncExternalStore } from 'react'
import { cart, emptyCart } from './cart-store.ts'

/** The served page knows no cart: it appears once the page has come to life. */
export function useCart() {
  return useSyncExternalStore(cart.subscribe, cart.read, () => emptyCart)
}

/** Once per page: keeps up with checkouts in other tabs, and with a return by the back button. */
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
