import { useLayoutEffect, useRef } from 'react'

/** Where the focus was in what goes, because what it stood for is here, it goes on to the panel. */
export function useFocusPanelOnUnmount<Element extends HTMLElement>() {
  const leaving = useRef<Element>(null)
  useLayoutEffect(() => {
    const element = leaving.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const panel = element.closest<HTMLElement>('[data-side-panel], [role=dialog]')
      requestAnimationFrame(() => panel?.focus({ preventScroll: true }))
    }
  }, [])
  return leaving
}
