import { ChevronLeft, ChevronRight, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { addDaysClamped, formatDate, isCalendarDate } from '#contract/dates/calendar.ts'
import { shopZoneName } from '#web/shared/instant.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { DayTotals } from './model/lanes.ts'
import { bottlesText, stopsText } from './model/stop-texts.ts'

type BoardHeaderProps = {
  date: string
  today: string
  onDate: (date: string) => void
  totals: DayTotals | undefined
  /** Changes by others may be missing. */
  isOffline: boolean
  /** Buttons on the right. */
  children?: ReactNode
}

/** The date and its totals. */
export function BoardHeader(props: BoardHeaderProps) {
  const { date, today, onDate, totals, isOffline, children } = props
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-2xl sm:text-3xl">Routes</h1>
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex items-center gap-1.5">
          <Button
            variant="secondary"
            size="icon"
            aria-label="Previous day"
            className="sm:size-10"
            onClick={() => onDate(addDaysClamped(date, -1))}
          >
            <ChevronLeft aria-hidden className="size-5" />
          </Button>
          <Input
            type="date"
            aria-label="Date"
            className="h-11 w-40 sm:h-10"
            value={date}
            onChange={({ target }) => {
              if (isCalendarDate(target.value)) onDate(target.value)
            }}
          />
          <Button
            variant="secondary"
            size="icon"
            aria-label="Next day"
            className="sm:size-10"
            onClick={() => onDate(addDaysClamped(date, 1))}
          >
            <ChevronRight aria-hidden className="size-5" />
          </Button>
          {date === today ? null : (
            <Button variant="ghost" size="small" onClick={() => onDate(today)}>
              Today
            </Button>
          )}
        </div>
        <p className="text-muted text-sm">
          <span className="font-semibold text-ink">{formatDate(date)}</span>
          {totals ? ` · ${totalsText(totals)}` : null}
          <span className="whitespace-nowrap"> · Times are in {shopZoneName()}.</span>
        </p>
        {isOffline ? (
          <p role="status" className="flex items-center gap-1.5 text-sm text-warning">
            <WifiOff aria-hidden className="size-4" />
            Reconnecting. Changes by others may be missing.
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** '42 stops, 12 done · 118 bottles · 3 of 5 trucks · 6 unplanned' */
function totalsText({ stops, done, bottles, trucksUsed, trucks, unplanned }: DayTotals): string {
  const truckText = trucks === 1 ? 'truck' : 'trucks'
  return [
    done > 0 ? `${stopsText(stops)}, ${done} done` : stopsText(stops),
    bottlesText(bottles),
    `${trucksUsed} of ${trucks} ${truckText}`,
    `${unplanned} unplanned`,
  ].join(' · ')
}
