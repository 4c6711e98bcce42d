import { type CalendarDate, dateIn } from '#contract/dates/calendar.ts'
import type { DeliveryStatus, OrderStatus } from '#contract/orders.ts'
import type { CycleStatus } from '#contract/subscriptions/subscriptions.ts'
import { isDispatched, isEditable, isOnHold } from '#server/modules/deliveries/index.ts'
import { isOpen } from '../queries.ts'
import { canChargeMissed } from '../rules.ts'

type CancellableCycle = {
  status: CycleStatus
  date: CalendarDate
  reason: string | null
  orderId: string | null
  firstFailedAt: Date | null
  isApproved: boolean
  holdAt: Date | null
  releasedAt: Date | null
}

type OrderState = { status: OrderStatus; deliveryStatus: DeliveryStatus }

/**
 * Rule 17, I6: what cancelling the subscription does to one of its deliveries. Read by the cancel
 * itself and by the preview, so that the dialog announces exactly what happens.
 */
export function cancelOutcome(
  row: CancellableCycle,
  order: OrderState | undefined,
  zone: string,
  now: Date,
): 'cancelled' | 'still_delivered' | 'unaffected' {
  if (row.status === 'planned') return 'cancelled'
  // R7: what is on hold for its money, and has not left, is charged no more.
  const isWithheld = isOnHold(row) && !isDispatched(order)
  if (row.status === 'failed') return isWithheld ? 'cancelled' : 'unaffected'
  if (!isOpen(row)) return 'unaffected'
  if (isWithheld || isEditable(row.date, order, zone, now)) return 'cancelled'
  // Staff called this one off, or nobody was charged on its date: neither comes, and only staff charge.
  const isOver = order?.status === 'cancelled' || canChargeMissed(row, dateIn(zone, now))
  return isOver ? 'unaffected' : 'still_delivered'
}
