import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { Panel } from './use-panel.ts'

type RowLinkProps = {
  rowId: string
  /** The element's own id, by which the row's buttons are described. */
  id: string
  panel: Panel
  className?: string
  children: ReactNode
}

/** Opens the row beside the list, from anywhere in the row that is no button of its own. */
export function RowLink({ rowId, id, panel, className, children }: RowLinkProps) {
  const isShown = panel.openId === rowId
  return (
    <a
      id={id}
      href={panel.urlFor(rowId)}
      data-row-link={rowId}
      aria-current={isShown ? 'true' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        panel.open(rowId)
      }}
      className={cx(
        'rounded text-action-strong after:absolute after:inset-0 hover:underline focus-visible:after:rounded-lg',
        isShown && 'after:border-action after:border-l-4 after:bg-action/5',
        className,
      )}
    >
      {children}
    </a>
  )
}
