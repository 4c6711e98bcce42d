import { type DragEvent, useState } from 'react'

type DropTarget = { id: string; isBelow: boolean }

/**
 * Drags rows by their handles with the browser's own drag and drop. `onDrop` gets the row below or
 * above which the dragged row was released.
 */
export function useDragRows(onDrop: (draggedId: string, target: DropTarget) => void) {
  const [draggedId, setDraggedId] = useState<string>()
  const [target, setTarget] = useState<DropTarget>()

  function end() {
    setDraggedId(undefined)
    setTarget(undefined)
  }

  const readTarget = (id: string, event: DragEvent): DropTarget => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    return { id, isBelow: event.clientY > top + height / 2 }
  }

  return {
    handleProps: (id: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', id)
        const row = event.currentTarget.closest('tr')
        if (row) event.dataTransfer.setDragImage(row, 20, 20)
        setDraggedId(id)
      },
      onDragEnd: end,
    }),
    rowProps: (id: string) => ({
      onDragOver: (event: DragEvent) => {
        if (!draggedId) return
        event.preventDefault()
        const next = readTarget(id, event)
        if (next.id !== target?.id || next.isBelow !== target.isBelow) setTarget(next)
      },
      onDrop: (event: DragEvent) => {
        if (!draggedId) return
        event.preventDefault()
        if (draggedId !== id) onDrop(draggedId, readTarget(id, event))
        end()
      },
    }),
    /** Where the dragged row would go, for the line that shows it. */
    dropSide: (id: string) =>
      draggedId && draggedId !== id && target?.id === id
        ? target.isBelow
          ? 'below'
          : 'above'
        : undefined,
    isDragged: (id: string) => id === draggedId,
  }
}
