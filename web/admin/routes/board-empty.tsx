import { CalendarOff, Truck } from 'lucide-react'
import { formatDate } from '#contract/dates/calendar.ts'
import { findClosedDate } from '#contract/dates/shop-calendar.ts'
import type { Board } from '#contract/routes/board.ts'
import { pageData } from '#web/api/page-data.ts'
import { paths } from '#web/paths.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { isInUse, type Lane } from './model/lanes.ts'

/** Says what is missing on a board without trucks or deliveries. */
export function BoardEmpty({ board, lanes }: { board: Board; lanes: readonly Lane[] }) {
  const hasRoutes = lanes.some(isInUse)
  if (board.trucks.length === 0 && !hasRoutes) {
    return (
      <EmptyState
        icon={Truck}
        title="No trucks"
        text="Add a truck to plan its route."
        action={
          <SiteLink href={paths.adminTrucks()} className={buttonClass()}>
            Go to trucks
          </SiteLink>
        }
      />
    )
  }
  if (hasRoutes || board.unplanned.length > 0) return null
  const closed = findClosedDate(pageData().shop.calendar, board.date)
  return (
    <EmptyState
      icon={CalendarOff}
      title="No deliveries"
      text={
        closed
          ? `The shop is closed on ${formatDate(board.date)}.`
          : `Nothing is due on ${formatDate(board.date)}. Orders for this date will appear here.`
      }
    />
  )
}
