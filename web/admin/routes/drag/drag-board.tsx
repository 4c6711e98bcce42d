import {
  DndContext,
  DragOverlay,
  type DragStartEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { bottlesText, nameOf } from '../model/stop-texts.ts'
import { type DropTarget, findDropTarget, setDropTarget } from './drop-target.ts'
import type { Dragged } from './use-stop-drag.ts'

type DragBoardProps = {
  onStart: () => void
  /** Without a target when it was dropped elsewhere or cancelled. */
  onEnd: (dragged: Dragged, target: DropTarget | undefined) => void
  children: ReactNode
}

/** Nothing to say: the board announces moves itself, and dialogs move stops by keyboard. */
const silent = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
}

/** Drag and drop by mouse, or by touch after a short press, so that a swipe still scrolls. */
export function DragBoard({ onStart, onEnd, children }: DragBoardProps) {
  const [dragged, setDragged] = useState<Dragged>()
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  )
  const target = useTargetBelowPointer(dragged !== undefined)

  function start({ active }: DragStartEvent) {
    setDragged(active.data.current as Dragged)
    onStart()
  }

  function end(isDropped: boolean) {
    if (dragged) onEnd(dragged, isDropped ? target.current : undefined)
    setDragged(undefined)
    setDropTarget(undefined)
  }

  return (
    <DndContext
      sensors={sensors}
      accessibility={silent}
      onDragStart={start}
      onDragEnd={() => end(true)}
      onDragCancel={() => end(false)}
    >
      {children}
      <DragOverlay dropAnimation={null} className="pointer-events-none">
        {dragged ? <DragCard dragged={dragged} /> : null}
      </DragOverlay>
    </DndContext>
  )
}

function DragCard({ dragged }: { dragged: Dragged }) {
  const delivery = dragged.kind === 'stop' ? dragged.stop : dragged.delivery
  return (
    <div
      data-drag-card
      className="flex h-13 max-w-64 items-center justify-between gap-3 rounded-lg border border-action bg-surface px-3 shadow-raised"
    >
      <span className="truncate font-semibold text-sm">{nameOf(delivery)}</span>
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
