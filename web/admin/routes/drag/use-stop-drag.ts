import {
  createContext,
  type MouseEvent,
  type TouchEvent,
  useContext,
  useSyncExternalStore,
} from 'react'
import type { BoardDelivery, BoardStop } from '#contract/routes/board.ts'

/** The dragged item: a stop of a lane, or a delivery from the pool. */
export type DraggedItem =
  | { kind: 'stop'; stop: BoardStop }
  | { kind: 'delivery'; delivery: BoardDelivery }

export type Press = MouseEvent<HTMLElement> | TouchEvent<HTMLElement>

/** Called when something is pressed that can be dragged. Stable, so that no stop renders for it. */
export const PressContext = createContext<(event: Press, dragged: DraggedItem) => void>(() => {})

let draggedId: string | undefined
const listeners = new Set<() => void>()

/** A store of its own, because only the dragged stop has to render. */
export function setDraggedId(next: string | undefined) {
  draggedId = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const getDraggedId = (dragged: DraggedItem): string =>
  dragged.kind === 'stop' ? dragged.stop.id : dragged.delivery.orderId

/**
 * Props of an element that can be dragged by mouse or touch. Dialogs do the same by keyboard, so it
 * keeps its own role.
 */
export function useStopDrag(dragged: DraggedItem, canDrag: boolean) {
  const press = useContext(PressContext)
  const id = getDraggedId(dragged)
  const isDragged = useSyncExternalStore(subscribe, () => draggedId === id)
  const onPress = (event: Press) => press(event, dragged)
  return { ...(canDrag && { onMouseDown: onPress, onTouchStart: onPress }), isDragged }
}
