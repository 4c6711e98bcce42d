import type { KeyboardEvent } from 'react'

/**
 * Radix moves its Escape listener to a new dialog only on the second render. On a slow machine the
 * toast below can handle the key first. The dialog already has the focus then, so it handles the
 * key itself, unless a layer above has handled it.
 */
export function closeOnEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
}
