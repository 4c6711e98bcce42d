import { cx } from '#web/ui/cx.ts'
import { bottlesText } from '../model/stop-texts.ts'

type LoadBarProps = { load: number; capacity: number | null }

/** Bottles on board when the truck leaves, of those that fit: '7 / 24 bottles'. */
export function LoadBar({ load, capacity }: LoadBarProps) {
  const isOver = capacity !== null && load > capacity
  const percent = capacity ? Math.min(100, (load / capacity) * 100) : 0
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className="h-1.5 w-20 overflow-hidden rounded-full bg-line">
        <span
          className={cx('block h-full rounded-full', isOver ? 'bg-danger' : 'bg-aqua')}
          style={{ width: `${percent}%` }}
        />
      </span>
      <span
        className={cx('whitespace-nowrap tabular-nums', isOver && 'font-bold text-danger')}
        title="Bottles on board, of those that fit"
      >
        <span className="sr-only">Load: </span>
        {capacity === null ? bottlesText(load) : `${load} / ${capacity} bottles`}
        {isOver ? <span className="sr-only">, too many for this truck</span> : null}
      </span>
    </span>
  )
}
