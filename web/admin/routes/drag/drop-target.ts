import { useSyncExternalStore } from 'react'

/** Where the dragged delivery would land: the index in the trip as it is shown. */
export type DropTarget = { truckId: string; trip: number; index: number }

let target: DropTarget | undefined
const listeners = new Set<() => void>()

/** A store of its own, because only the trip below the pointer has to render on each move. */
export function setDropTarget(next: DropTarget | undefined) {
  const isSame =
    target?.truckId === next?.truckId &&
    target?.trip === next?.trip &&
    target?.index === next?.index
  if (isSame) return
  target = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useDropIndex = (truckId: string, trip: number): number | undefined =>
  useSyncExternalStore(subscribe, () =>
    target?.truckId === truckId && target.trip === trip ? target.index : undefined,
  )

export const useIsDropTarget = (truckId: string): boolean =>
  useSyncExternalStore(subscribe, () => target?.truckId === truckId)

type Point = { x: number; y: number }

/**
 * The trip below this point of the page, and the gap between its stops that is nearest. Elsewhere on
 * a lane, as when it is collapsed, it is the end of the last trip.
 */
export function findDropTarget({ x, y }: Point): DropTarget | undefined {
  const element = document.elementFromPoint(x, y)
  const lane = element?.closest<HTMLElement>('[data-lane]')
  if (!lane) return undefined
  const { lane: truckId = '', lastTrip, lastCount } = lane.dataset
  const trip = element?.closest<HTMLElement>('[data-trip]')
  return trip
    ? { truckId, trip: Number(trip.dataset.trip), index: indexAt(trip, { x, y }) }
    : { truckId, trip: Number(lastTrip), index: Number(lastCount) }
}

/** Counts the stops before the point, line by line. */
function indexAt(trip: HTMLElement, { x, y }: Point): number {
  let index = 0
  for (const stop of trip.querySelectorAll<HTMLElement>('[data-index]')) {
    const { left, width, top, bottom } = stop.getBoundingClientRect()
    const isBefore = bottom < y || (top <= y && left + width / 2 < x)
    if (isBefore) index = Number(stop.dataset.index) + 1
  }
  return index
}
