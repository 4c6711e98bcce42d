import { ClipboardList, Printer, Waypoints } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { DayTotals } from './model/lanes.ts'
import { ReviewsButton } from './reviews/reviews-button.tsx'
import { showSheet } from './show-date.ts'

type BoardButtonsProps = { date: string; totals: DayTotals; onPlan: (() => void) | undefined }

export function BoardButtons({ date, totals, onPlan }: BoardButtonsProps) {
  const hasStops = totals.stops > 0
  return (
    <>
      <ReviewsButton />
      {hasStops ? (
        <>
          <Button variant="secondary" size="small" onClick={() => showSheet(date, 'routes')}>
            <Printer aria-hidden className="size-4" />
            Route sheets
          </Button>
          <Button variant="secondary" size="small" onClick={() => showSheet(date, 'loads')}>
            <ClipboardList aria-hidden className="size-4" />
            Load sheets
          </Button>
        </>
      ) : null}
      {onPlan && (hasStops || totals.unplanned > 0) ? (
        <Button size="small" onClick={onPlan}>
          <Waypoints aria-hidden className="size-4" />
          Plan
        </Button>
      ) : null}
    </>
  )
}
