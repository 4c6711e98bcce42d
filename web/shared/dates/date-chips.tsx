import { useId } from 'react'
import { type CalendarDate, formatDate } from '#contract/dates/calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { OfferedDates } from './use-delivery-dates.ts'

type DateChipsProps = {
  offered: OfferedDates
  /** The chosen date. */
  date: string
  onChoose: (date: CalendarDate) => void
  /** Shown instead of the chips if there are none. */
  emptyText?: string | undefined
  /** Dates that cannot be chosen here are left out. */
  isAllowed?: (date: CalendarDate) => boolean
}

/** Three on a phone, six in a row where there is room: what loads has the size of what it becomes. */
const GRID = 'grid grid-cols-3 gap-2 sm:grid-cols-6'

/** Rule 46: the next open dates as buttons below a date field. Pressing one fills the field. */
export function DateChips({ offered, date, onChoose, emptyText, isAllowed }: DateChipsProps) {
  const id = useId()
  if (offered.status === 'hidden') return null
  if (offered.status === 'loading') {
    return (
      <div role="status" aria-label="Looking for open days" className="flex flex-col gap-2">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-30 sm:h-14" />
      </div>
    )
  }
  const dates = offered.dates.filter((day) => isAllowed?.(day.date) ?? true)
  if (dates.length === 0) {
    return emptyText ? (
      <p
        role="status"
        className="rounded-control border border-warning/30 bg-warning-soft px-4 py-3 font-medium text-sm text-warning"
      >
        {emptyText}
      </p>
    ) : null
  }
  return (
    <div className="flex flex-col gap-2">
      <p id={id} className="text-muted text-sm">
        Next open dates
      </p>
      <ul aria-labelledby={id} className={GRID}>
        {dates.map((day) => (
          <li key={day.date}>
            <DateChip date={day.date} isSelected={day.date === date} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type DateChipProps = {
  date: CalendarDate
  isSelected: boolean
  onChoose: (date: CalendarDate) => void
}

function DateChip({ date, isSelected, onChoose }: DateChipProps) {
  const { weekday, day } = dateParts(date)
  return (
    <Button
      variant={isSelected ? 'primary' : 'secondary'}
      aria-pressed={isSelected}
      // Starts with what is shown, for voice control.
      aria-label={`${weekday} ${formatDate(date, 'short')}`}
      className="h-14 w-full flex-col gap-0 px-1 leading-tight"
      onClick={() => onChoose(date)}
    >
      <span className="font-normal text-sm">{weekday}</span> <span>{day}</span>
    </Button>
  )
}

/** 'Fri' and 'Nov 20' */
function dateParts(date: CalendarDate) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(date))
  return { weekday: format({ weekday: 'short' }), day: format({ month: 'short', day: 'numeric' }) }
}
