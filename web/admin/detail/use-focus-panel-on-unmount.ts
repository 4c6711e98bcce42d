import { useLayoutEffect, useRef } from 'react'

/** Moves the focus to the panel if the unmounted element had it. */
export function useFocusPanelOnUnmount<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const panel = element.closest<HTMLElement>('[data-side-panel], [role=dialog]')
      requestAnimationFrame(() => panel?.focus({ preventScroll: true }))
    }
  }, [])
  return ref
}
