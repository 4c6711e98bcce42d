import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while the page still has to match what was served, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
