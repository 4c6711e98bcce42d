import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { bottlesText, customerLabel } from '../model/stop-texts.ts'
import { type DropTarget, findDropTarget, setDropTarget } from './drop-target.ts'
import {
  type DraggedItem,
  getDraggedId,
  type Press,
  PressContext,
  setDraggedId,
} from './use-stop-drag.ts'

type DragBoardProps = {
  onStart: () => void
  /** Without a target when it was dropped elsewhere or cancelled. */
  onEnd: (dragged: DraggedItem, target: DropTarget | undefined) => void
  children: ReactNode
}

/** No announcements: the board announces moves itself, and dialogs move stops by keyboard. */
const silent = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
}

const mouse = { activationConstraint: { distance: 6 } }
const touch = { activationConstraint: { delay: 220, tolerance: 8 } }

/** Drag and drop by mouse, or by touch after a short press, so that a swipe still scrolls. */
export function DragBoard({ onStart, onEnd, children }: DragBoardProps) {
  const [dragged, setDragged] = useState<DraggedItem>()
  const pressed = useRef<DraggedItem>(undefined)
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch))
  const target = useTargetBelowPointer(dragged !== undefined)

  function start() {
    if (!pressed.current) return
    setDragged(pressed.current)
    setDraggedId(getDraggedId(pressed.current))
    onStart()
  }

  function end(isDropped: boolean) {
    if (dragged) onEnd(dragged, isDropped ? target.current : undefined)
    setDragged(undefined)
    setDraggedId(undefined)
    setDropTarget(undefined)
  }

  // Ends the drag if the user leaves the board.
  useEffect(() => () => setDraggedId(undefined), [])

  return (
    <DndContext
      sensors={sensors}
      accessibility={silent}
      onDragStart={start}
      onDragEnd={() => end(true)}
      onDragCancel={() => end(false)}
    >
      <DragSource pressed={pressed}>{children}</DragSource>
      <DragOverlay dropAnimation={null} className="pointer-events-none">
        {dragged ? <DragCard dragged={dragged} /> : null}
      </DragOverlay>
    </DndContext>
  )
}

type DragSourceProps = { pressed: RefObject<DraggedItem | undefined>; children: ReactNode }

/**
 * The one draggable of the board, which becomes what is pressed. Everything that is draggable renders
 * several times when a drag starts: with 1,000 stops that was its slowest frame.
 */
function DragSource({ pressed, children }: DragSourceProps) {
  const { setNodeRef, listeners } = useDraggable({ id: 'pressed' })
  const latest = useRef(listeners)
  latest.current = listeners
  const press = useCallback(
    (event: Press, dragged: DraggedItem) => {
      pressed.current = dragged
      setNodeRef(event.currentTarget)
      latest.current?.[event.type === 'touchstart' ? 'onTouchStart' : 'onMouseDown']?.(event)
    },
    [pressed, setNodeRef],
  )
  return <PressContext value={press}>{children}</PressContext>
}

function DragCard({ dragged }: { dragged: DraggedItem }) {
  const delivery = dragged.kind === 'stop' ? dragged.stop : dragged.delivery
  return (
    <div
      data-drag-card
      className="flex h-13 max-w-64 items-center justify-between gap-3 rounded-lg border border-action bg-surface px-3 shadow-raised"
    >
      <span className="truncate font-semibold text-sm">{customerLabel(delivery)}</span>
      <span className="shrink-0 text-muted text-xs">{bottlesText(delivery.bottles)}</span>
    </div>
  )
}

/** Follows the pointer itself, because lanes also move below it when the page scrolls. */
function useTargetBelowPointer(isDragging: boolean) {
  const target = useRef<DropTarget>(undefined)
  useEffect(() => {
    target.current = undefined
    if (!isDragging) return
    let point: { x: number; y: number } | undefined
    const update = () => {
      target.current = point && findDropTarget(point)
      setDropTarget(target.current)
    }
    const onPointer = (event: MouseEvent | TouchEvent) => {
      const { clientX, clientY } = 'touches' in event ? (event.touches[0] ?? {}) : event
      if (clientX === undefined || clientY === undefined) return
      point = { x: clientX, y: clientY }
      update()
    }
    document.addEventListener('mousemove', onPointer)
    document.addEventListener('touchmove', onPointer)
    document.addEventListener('scroll', update, true)
    return () => {
      document.removeEventListener('mousemove', onPointer)
      document.removeEventListener('touchmove', onPointer)
      document.removeEventListener('scroll', update, true)
    }
  }, [isDragging])
  return target
}
