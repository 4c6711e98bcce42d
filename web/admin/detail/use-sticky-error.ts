import { useRef } from 'react'

/** The error of the last try, also while another is made: what is being typed beneath it stays. */
export function useStickyError(error: unknown, isHere: boolean): unknown {
  const last = useRef<unknown>(null)
  if (error) last.current = error
  if (isHere) last.current = null
  return last.current
}
