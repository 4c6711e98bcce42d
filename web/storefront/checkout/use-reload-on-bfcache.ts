import { useEffect } from 'react'

/** A page that the back button takes out of the browser's memory may show an order long paid. */
export function useReloadOnBfcache() {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
}
