import { ClipboardList, Printer, Waypoints } from 'lucide-react'
import type { Board } from '#contract/routes/board.ts'
import { Button } from '#web/ui/button.tsx'
import type { DayTotals } from './model/lanes.ts'
import { ReviewsButton } from './reviews/reviews-button.tsx'
import { showSheet } from './show-date.ts'
import { StandingOrders } from './standing/standing-orders.tsx'

type BoardButtonsProps = {
  board: Board
  date: string
  totals: DayTotals
  onPlan: (() => void) | undefined
}

export function BoardButtons({ board, date, totals, onPlan }: BoardButtonsProps) {
  const hasStops = totals.stops > 0
  return (
    <>
      <ReviewsButton />
      {hasStops ? (
        <>
          <Button variant="secondary" size="small" onClick={() => showSheet(date, 'routes')}>
            <Printer aria-hidden className="size-4 max-sm:hidden" />
            Route sheets
          </Button>
          <Button variant="secondary" size="small" onClick={() => showSheet(date, 'loads')}>
            <ClipboardList aria-hidden className="size-4 max-sm:hidden" />
            Load sheets
          </Button>
        </>
      ) : null}
      {onPlan ? <StandingOrders board={board} /> : null}
      {onPlan && (hasStops || totals.unplanned > 0) ? (
        <Button size="small" onClick={onPlan}>
          <Waypoints aria-hidden className="size-4" />
          Plan
        </Button>
      ) : null}
    </>
  )
}
