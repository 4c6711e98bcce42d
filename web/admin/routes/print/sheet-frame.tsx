import type { ReactNode } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { Board } from '#contract/routes/board.ts'
import { countBottles, type Lane, listStops } from '../model/lanes.ts'
import { bottlesText, stopsText } from '../model/stop-texts.ts'

type SheetFrameProps = { title: string; lane: Lane; board: Board; children: ReactNode }

/** One printed page: truck, driver and date above its tables. */
export function SheetFrame({ title, lane, board, children }: SheetFrameProps) {
  const stops = listStops(lane)
  const driver = board.drivers.find(({ id }) => id === lane.route?.driverId)
  return (
    <section
      aria-label={`${title} of ${lane.name}`}
      className="route-sheet mb-6 rounded-card border border-line bg-surface p-5 sm:p-7"
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-xl">
          {title}: {lane.name}
        </h2>
        <p className="text-sm">
          {formatDate(board.date)} · Driver: {driver?.name ?? '______________'}
        </p>
      </div>
      <p className="mb-4 text-muted text-sm">
        {stopsText(stops.length)} · {bottlesText(countBottles(stops))}
        {lane.route && lane.route.status !== 'draft' ? ` · Version ${lane.route.version}` : ''}
      </p>
      {children}
    </section>
  )
}

export const cellClass = 'border-line border-t px-2 py-1.5 text-left align-top first:pl-0 last:pr-0'
