import { CalendarPlus, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { ScheduleOrdersDialog } from '#web/admin/bulk/schedule-orders-dialog.tsx'
import { SelectionBar } from '#web/admin/bulk/selection-bar.tsx'
import { SetStatusDialog } from '#web/admin/bulk/set-status-dialog.tsx'
import type { Selection } from '#web/admin/bulk/use-selection.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { Button } from '#web/ui/button.tsx'

/** Actions on the selected orders. */
export function OrdersBulk({ selection }: { selection: Selection<KnownOrder> }) {
  const can = useCan()
  const [open, setOpen] = useState<'status' | 'schedule'>()
  // A snapshot, so that a list refresh doesn't change the orders of an open dialog.
  const [orders, setOrders] = useState<readonly KnownOrder[]>([])
  const dialog = { orders, onDone: selection.clear, onClose: () => setOpen(undefined) }

  function openDialog(next: 'status' | 'schedule') {
    setOrders(selection.selected)
    setOpen(next)
  }

  if (!can('orders.write')) return null
  return (
    <>
      <SelectionBar selection={selection}>
        <Button variant="secondary" size="small" onClick={() => openDialog('status')}>
          <ListChecks aria-hidden className="size-4" />
          Set status
        </Button>
        {can('schedules.write') ? (
          <Button variant="secondary" size="small" onClick={() => openDialog('schedule')}>
            <CalendarPlus aria-hidden className="size-4" />
            Schedule
          </Button>
        ) : null}
      </SelectionBar>
      {open === 'status' ? <SetStatusDialog {...dialog} /> : null}
      {open === 'schedule' ? <ScheduleOrdersDialog {...dialog} /> : null}
    </>
  )
}
