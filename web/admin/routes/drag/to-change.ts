import type { Board } from '#contract/routes/board.ts'
import type { BoardChange } from '../model/apply-change.ts'
import { findStop } from '../model/lanes.ts'
import type { DropTarget } from './drop-target.ts'
import type { DraggedItem } from './use-stop-drag.ts'

/** Converts a drop to a change. Undefined if it leaves everything as it was. */
export function toChange(
  dragged: DraggedItem,
  { truckId, trip, index }: DropTarget,
  board: Board,
): BoardChange | undefined {
  if (dragged.kind === 'delivery') {
    const to = { truckId, trip, position: index + 1 }
    return { kind: 'add', orderId: dragged.delivery.orderId, to }
  }
  const stopId = dragged.stop.id
  const found = findStop(board, stopId)
  if (!found) return undefined
  const isSameTrip = found.route.truckId === truckId && found.trip === trip
  // Taken out of its place, the stops after it move up.
  const position = isSameTrip && index >= found.stop.position ? index : index + 1
  if (isSameTrip && position === found.stop.position) return undefined
  return { kind: 'move', stopId, to: { truckId, trip, position } }
}
