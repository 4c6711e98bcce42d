import { useEffect } from 'react'

/** A page from the back/forward cache may show an order that was paid in the meantime. */
export function useReloadOnBfcache() {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
}
