import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** False during hydration, when the page must match the served HTML; true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
