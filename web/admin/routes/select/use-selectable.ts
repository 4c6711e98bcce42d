import type { KeyboardEvent, MouseEvent } from 'react'
import { type Selectable, toggleSelected, useIsSelected, useIsSelecting } from './selection.ts'

/** Shift with a click or the space bar selects; while selecting, every click does. */
export function useSelectable(item: Selectable, canSelect: boolean, open: () => void) {
  const isSelected = useIsSelected(item)
  const isSelecting = useIsSelecting()
  return {
    isSelected: canSelect && isSelected,
    props: {
      'aria-pressed': canSelect && (isSelecting || isSelected) ? isSelected : undefined,
      onClick: (event: MouseEvent) => {
        if (canSelect && (isSelecting || event.shiftKey)) toggleSelected(item)
        else open()
      },
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!canSelect || !event.shiftKey || event.key !== ' ') return
      // The browser would click the button, too.
      event.preventDefault()
      toggleSelected(item)
    },
  }
}
