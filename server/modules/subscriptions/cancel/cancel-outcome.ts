import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
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
 * Rule 17, I6: what cancelling the subscription does to one of its deliveries. The cancellation and
 * its preview both call this, so the dialog shows exactly what will happen.
 */
export function cancelOutcome(
  row: CancellableCycle,
  order: OrderState | undefined,
  calendar: ShopCalendar,
  now: Date,
): 'cancelled' | 'still_delivered' | 'unaffected' {
  if (row.status === 'planned') return 'cancelled'
  // R7: a delivery that is on hold and not dispatched is not charged again.
  const isHoldActive = isOnHold(row) && !isDispatched(order)
  if (row.status === 'failed') return isHoldActive ? 'cancelled' : 'unaffected'
  if (!isOpen(row)) return 'unaffected'
  if (isHoldActive || isEditable(row.date, order, calendar, now)) return 'cancelled'
  // Cancelled by staff, or not charged on its date: only staff can still charge it.
  const isClosed = order?.status === 'cancelled' || canChargeMissed(row, shopDate(calendar, now))
  return isClosed ? 'unaffected' : 'still_delivered'
}
