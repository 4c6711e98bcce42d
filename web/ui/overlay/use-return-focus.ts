import { useRef } from 'react'

/**
 * Radix gives the focus back to a dialog's own trigger alone. Ours are opened from anywhere, so what
 * had the focus is remembered; where it is gone by then, reading goes on in the page.
 */
export function useReturnFocus(focusInstead?: () => void) {
  const previous = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      previous.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (focusInstead) return focusInstead()
      const before = previous.current
      const isThere = before?.isConnected && before !== document.body
      const target = isThere ? before : document.querySelector('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
  }
}
