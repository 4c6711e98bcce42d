import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

/** Where rows are cards, they have two columns as soon as there is room. */
export const rowClass = '@md:grid-flow-dense @md:grid-cols-2 @md:gap-x-10'

/** For what is long in such a card, and gets both columns. */
export const longCellClass = '@md:col-span-2'
type RowButtonsProps = {
  /** The id of the element that names the row: all rows' buttons are called the same. */
  describedBy: string
  onEdit: () => void
  onDelete?: () => void
}

export function RowButtons({ describedBy, onEdit, onDelete }: RowButtonsProps) {
  return (
    <span className="relative z-10 ml-auto flex justify-end gap-2 max-sm:w-full">
      <Button
        variant="secondary"
        size="small"
        aria-describedby={describedBy}
        className="max-sm:flex-1"
        onClick={onEdit}
      >
        <Pencil aria-hidden className="size-4" />
        Edit
      </Button>
      {onDelete ? (
        <Button
          variant="secondary"
          size="small"
          aria-describedby={describedBy}
          className="hover:border-danger hover:bg-danger-soft hover:text-danger-strong max-sm:flex-1"
          onClick={onDelete}
        >
          <Trash2 aria-hidden className="size-4 text-danger" />
          Delete
        </Button>
      ) : null}
    </span>
  )
}
