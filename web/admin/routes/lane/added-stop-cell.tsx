import { ClipboardCheck, Plus } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { AddedStop } from '#contract/routes/board.ts'
import { usePanel } from '#web/admin/detail/use-panel.ts'
import { cx } from '#web/ui/cx.ts'
import { useBoardClock } from '../board-context.ts'
import { countsText, timeOn } from '../model/stop-texts.ts'

/** Rule 58: a stop that the driver added, in place of one that was planned. Leads to its review. */
export const AddedStopCell = memo(({ added }: { added: AddedStop }) => {
  const { date } = useBoardClock()
  const name = added.name ?? 'No name'
  const details = `${timeOn(date, added.at)} · ${countsText(added)}`
  return (
    <CellFrame reviewId={added.reviewId}>
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full border-2 border-(--route) text-(--route)"
      >
        <Plus className="size-3.5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-1.5">
          <span title={name} className="truncate font-semibold text-sm leading-5">
            {name}
          </span>
          <span className="shrink-0 text-muted text-xs">Added stop</span>
          {added.reviewId ? (
            <ClipboardCheck
              aria-label="To review"
              role="img"
              className="size-3.5 shrink-0 translate-y-0.5 text-warning"
            />
          ) : null}
        </span>
        <span title={details} className="block truncate text-muted text-xs leading-4">
          {details}
        </span>
      </span>
    </CellFrame>
  )
})

const cellStyle =
  'flex h-13 w-full min-w-0 items-center gap-2 rounded-lg border border-dashed px-2 text-left'

/** Once staff have answered, there is nothing to open. */
function CellFrame({ reviewId, children }: { reviewId: string | null; children: ReactNode }) {
  const panel = usePanel('review')
  if (!reviewId)
    return <div className={cx(cellStyle, 'border-line bg-surface-soft')}>{children}</div>
  return (
    <a
      href={panel.urlFor(reviewId)}
      data-review-link={reviewId}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        panel.open(reviewId)
      }}
      className={cx(cellStyle, 'border-warning bg-surface hover:border-action')}
    >
      {children}
    </a>
  )
}
