import { useRef } from 'react'

/**
 * Radix returns the focus only to a dialog's trigger. Our dialogs are opened from anywhere, so the
 * hook stores the focused element. If it no longer exists, the main content gets the focus.
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
      const element = previous.current
      const isFocusable = element?.isConnected && element !== document.body
      const target = isFocusable ? element : document.querySelector('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
  }
}
