import { useDraggable } from '@dnd-kit/core'
import type { BoardDelivery, BoardStop } from '#contract/routes/board.ts'

/** What is dragged: a stop of a lane, or a delivery from the pool. */
export type Dragged =
  | { kind: 'stop'; stop: BoardStop }
  | { kind: 'delivery'; delivery: BoardDelivery }

/**
 * Props of an element that can be dragged by mouse or touch. Dialogs do the same by keyboard, so it
 * keeps its own role.
 */
export function useStopDrag(dragged: Dragged, canDrag: boolean) {
  const id = dragged.kind === 'stop' ? dragged.stop.id : dragged.delivery.orderId
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `${dragged.kind}-${id}`,
    data: dragged,
    disabled: !canDrag,
  })
  return { ref: setNodeRef, ...(canDrag ? listeners : {}), isDragged: isDragging }
}
