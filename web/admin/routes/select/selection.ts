import { useSyncExternalStore } from 'react'
import type { Board } from '#contract/routes/board.ts'
import { findStop, isOpen } from '../model/lanes.ts'

/** A stop on a truck, or an unplanned delivery. */
export type Selectable = { stopId: string } | { orderId: string }

const toKey = (item: Selectable): string =>
  'stopId' in item ? `stop ${item.stopId}` : `order ${item.orderId}`

let selected: ReadonlyMap<string, Selectable> = new Map()
let isSelecting = false
const listeners = new Set<() => void>()

/** A store of its own, because only the stop that was selected has to render. */
function update(next: ReadonlyMap<string, Selectable>, selecting = isSelecting) {
  selected = next
  isSelecting = selecting
  for (const listener of listeners) listener()
}

export function toggleSelected(item: Selectable) {
  const next = new Map(selected)
  if (!next.delete(toKey(item))) next.set(toKey(item), item)
  update(next)
}

export const clearSelection = () => update(new Map(), false)

/** While selecting, a tap selects a stop in place of opening it. */
export const setSelecting = (isOn: boolean) => update(isOn ? selected : new Map(), isOn)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useIsSelected = (item: Selectable): boolean => {
  const key = toKey(item)
  return useSyncExternalStore(subscribe, () => selected.has(key))
}

export const useIsSelecting = (): boolean => useSyncExternalStore(subscribe, () => isSelecting)

export const useSelection = () => useSyncExternalStore(subscribe, () => selected)

type SelectionOnBoard = { stops: { id: string; version: number }[]; orderIds: string[] }

/** The part of the selection that is still on the board, in the order in which it was selected. */
export function findSelected(
  board: Board,
  items: ReadonlyMap<string, Selectable>,
): SelectionOnBoard {
  const found: SelectionOnBoard = { stops: [], orderIds: [] }
  for (const item of items.values()) {
    if ('stopId' in item) {
      const stop = findStop(board, item.stopId)?.stop
      if (stop && isOpen(stop)) found.stops.push({ id: stop.id, version: stop.version })
    } else if (board.unplanned.some(({ orderId }) => orderId === item.orderId)) {
      found.orderIds.push(item.orderId)
    }
  }
  return found
}
