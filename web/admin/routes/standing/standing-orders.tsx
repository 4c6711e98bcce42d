import { Repeat } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Board } from '#contract/routes/board.ts'
import { weekdayNames } from '#contract/zones/route-day-text.ts'
import { toWeekday } from '#contract/zones/route-days.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { StandingOrderRow } from './standing-order-row.tsx'

/** Rule 52: the standing orders of the date's weekday, to rename or delete them. */
export function StandingOrders({ board }: { board: Board }) {
  const [isOpen, setIsOpen] = useState(false)
  const heading = useRef<HTMLParagraphElement>(null)
  const { date, standing = [], trucks } = board
  if (standing.length === 0 && !isOpen) return null
  const weekday = toWeekday(date)
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        <Repeat aria-hidden className="size-4" />
        Standing orders
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Standing orders for ${weekdayNames[weekday]}s`}
        description="A plan can start from them. To replace one, save a published route as the standing order of its truck."
      >
        {/* The focus stays in the dialog when a row is gone. */}
        <p ref={heading} tabIndex={-1} className="sr-only">
          {standing.length === 1 ? '1 standing order' : `${standing.length} standing orders`}
        </p>
        {standing.length === 0 ? (
          <p className="text-muted">No standing orders for this weekday.</p>
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {standing.map((order) => (
              <StandingOrderRow
                key={order.truckId}
                order={order}
                weekday={weekday}
                truckName={trucks.find(({ id }) => id === order.truckId)?.name ?? 'Deleted truck'}
                onDeleted={() => heading.current?.focus()}
              />
            ))}
          </ul>
        )}
      </Dialog>
    </>
  )
}
