import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

/** For free text: one line in a compact row, two in a table, all of it in a card. */
export const cellTextClass =
  'wrap-anywhere compact:line-clamp-1 compact:break-all @4xl:line-clamp-2'

type RowButtonsProps = {
  /** Id of the element that names the row, because all rows' buttons have the same label. */
  describedBy: string
  onEdit: () => void
  onDelete?: () => void
}

/** Compact rows show only icons; the labels stay for screen readers. */
const labelClass = 'compact:sr-only'
const buttonClass = 'max-sm:flex-1 compact:size-9 compact:px-0 @4xl:h-8'

export function RowButtons({ describedBy, onEdit, onDelete }: RowButtonsProps) {
  return (
    <span className="relative z-10 ml-auto flex justify-end gap-2 max-sm:w-full compact:gap-1.5">
      <Button
        variant="secondary"
        size="small"
        title="Edit"
        aria-describedby={describedBy}
        className={buttonClass}
        onClick={onEdit}
      >
        <Pencil aria-hidden className="size-4" />
        <span className={labelClass}>Edit</span>
      </Button>
      {onDelete ? (
        <Button
          variant="secondary"
          size="small"
          title="Delete"
          aria-describedby={describedBy}
          className={cx(
            buttonClass,
            'hover:border-danger hover:bg-danger-soft hover:text-danger-strong',
          )}
          onClick={onDelete}
        >
          <Trash2 aria-hidden className="size-4 text-danger" />
          <span className={labelClass}>Delete</span>
        </Button>
      ) : null}
    </span>
  )
}
