import { useSyncExternalStore } from 'react'

let highlighted: string | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const LEAVE_MS = 150
const listeners = new Set<() => void>()

/** Shows the legs of a truck on the map; undefined hides them. */
export function highlight(truckId: string | undefined) {
  clearTimeout(timer)
  if (truckId === highlighted) return
  highlighted = truckId
  for (const listener of listeners) listener()
}

/** Between two lanes the map stays as it is: with 1,000 stops it takes long to draw. */
export function leaveHighlight() {
  clearTimeout(timer)
  timer = setTimeout(() => highlight(undefined), LEAVE_MS)
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
