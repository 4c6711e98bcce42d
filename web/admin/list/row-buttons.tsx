import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

/** For free text in a row: one line in a short row, two in a table, all of it in a card. */
export const cellTextClass = 'wrap-anywhere compact:line-clamp-1 @4xl:line-clamp-2'

type RowButtonsProps = {
  /** The id of the element that names the row: all rows' buttons are called the same. */
  describedBy: string
  onEdit: () => void
  onDelete?: () => void
}

/** In a short row only the icons are seen; the names stay for everyone who does not look. */
const nameClass = 'compact:sr-only'
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
        <span className={nameClass}>Edit</span>
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
          <span className={nameClass}>Delete</span>
        </Button>
      ) : null}
    </span>
  )
}
