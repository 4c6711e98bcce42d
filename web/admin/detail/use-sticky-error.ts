import { useRef } from 'react'

/** Returns the last error also while a retry runs, so that the form below it stays mounted. */
export function useStickyError(error: unknown, isLoaded: boolean): unknown {
  const last = useRef<unknown>(null)
  if (error) last.current = error
  if (isLoaded) last.current = null
  return last.current
}
