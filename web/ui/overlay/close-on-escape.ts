import type { KeyboardEvent } from 'react'

/**
 * Radix moves its Escape listener to a new dialog only when the dialog has been drawn a second time;
 * on a busy machine that takes long enough for the toast below to swallow the key. The dialog has the
 * focus by then, so it hears the key itself. What a layer above has taken is left alone.
 */
export function closeOnEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
}
