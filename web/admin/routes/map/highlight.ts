import { useSyncExternalStore } from 'react'

let highlighted: string | undefined
const listeners = new Set<() => void>()

/** Shows the legs of a truck on the map; undefined hides them. */
export function highlight(truckId: string | undefined) {
  if (truckId === highlighted) return
  highlighted = truckId
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** A store of its own, because lanes change it whenever the pointer passes, also during a drag. */
export const useHighlighted = (): string | undefined =>
  useSyncExternalStore(subscribe, () => highlighted)

/** How the deliveries of a truck are drawn; only those for which it changes render again. */
export const useEmphasis = (truckId: string | undefined): 'own' | 'other' | 'none' =>
  useSyncExternalStore(subscribe, () => {
    if (highlighted === undefined) return 'none'
    return truckId === highlighted ? 'own' : 'other'
  })
