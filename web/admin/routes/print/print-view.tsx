import './print.css'
import { ArrowLeft, Printer } from 'lucide-react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { Board } from '#contract/routes/board.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buildLanes, listStops } from '../model/lanes.ts'
import { LoadSheet } from './load-sheet.tsx'
import { RouteSheet } from './route-sheet.tsx'

export type Sheet = 'routes' | 'loads'

type PrintViewProps = {
  board: Board
  sheet: Sheet
  /** Only this truck; all if undefined. */
  truckId: string | undefined
  onBack: () => void
}

/** The print layout, on screen as well: one page per truck. */
export function PrintView({ board, sheet, truckId, onBack }: PrintViewProps) {
  const lanes = buildLanes(board).filter(
    (lane) => listStops(lane).length > 0 && (truckId === undefined || lane.truckId === truckId),
  )
  const title = sheet === 'routes' ? 'Route sheets' : 'Load sheets'
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <h1 className="text-2xl sm:text-3xl">
          {title} for {formatDate(board.date, 'short')}
        </h1>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={onBack}>
            <ArrowLeft aria-hidden className="size-4.5" />
            Back to routes
          </Button>
          <Button disabled={lanes.length === 0} onClick={() => window.print()}>
            <Printer aria-hidden className="size-4.5" />
            Print
          </Button>
        </div>
      </div>
      {lanes.length === 0 ? (
        <EmptyState
          icon={Printer}
          title="Nothing to print"
          text="No truck has stops on this date."
        />
      ) : (
        lanes.map((lane) =>
          sheet === 'routes' ? (
            <RouteSheet key={lane.truckId} lane={lane} board={board} />
          ) : (
            <LoadSheet key={lane.truckId} lane={lane} board={board} />
          ),
        )
      )}
    </>
  )
}
