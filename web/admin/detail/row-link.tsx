import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { Panel } from './use-panel.ts'

type RowLinkProps = {
  rowId: string
  /** The element's id, which the row's buttons use in `aria-describedby`. */
  id: string
  panel: Panel
  className?: string
  children: ReactNode
}

/** Opens the row's panel. The link covers the row except for its buttons. */
export function RowLink({ rowId, id, panel, className, children }: RowLinkProps) {
  const isOpen = panel.openId === rowId
  return (
    <a
      id={id}
      href={panel.urlFor(rowId)}
      data-row-link={rowId}
      aria-current={isOpen ? 'true' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        panel.open(rowId)
      }}
      className={cx(
        'rounded text-action-strong after:absolute after:inset-0 hover:underline focus-visible:after:rounded-lg',
        isOpen && 'after:border-action after:border-l-4 after:bg-action/5',
        className,
      )}
    >
      {children}
    </a>
  )
}
