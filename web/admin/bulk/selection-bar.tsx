import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { Selection } from './use-selection.ts'

type SelectionBarProps<Row extends { id: string }> = {
  selection: Selection<Row>
  /** Buttons for the selected rows. */
  children: ReactNode
}

/** Selects all rows of the page and shows the actions on the selected ones. */
export function SelectionBar<Row extends { id: string }>(props: SelectionBarProps<Row>) {
  const { selected, isAll, toggleAll, clear } = props.selection
  const isAny = selected.length > 0
  return (
    <div
      data-any={isAny || undefined}
      className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-t-card border-line border-b px-5 py-2 data-any:sticky data-any:top-16 data-any:z-20 data-any:bg-action-soft @4xl:px-6"
    >
      <Checkbox checked={isAll} isMixed={isAny && !isAll} onChange={toggleAll}>
        Select all on this page
      </Checkbox>
      <p aria-live="polite" className="font-semibold text-sm">
        {isAny ? `${selected.length} selected` : ''}
      </p>
      {isAny ? (
        <div className="flex flex-wrap gap-2 max-sm:[&_svg]:hidden">
          {props.children}
          <Button variant="ghost" size="small" onClick={clear}>
            Clear
          </Button>
        </div>
      ) : null}
    </div>
  )
}
