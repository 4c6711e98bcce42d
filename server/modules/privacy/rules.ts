import { addDays } from '#contract/dates/calendar.ts'
import { changeUntil, type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import type { DeliveryStatus, OrderStatus } from '#contract/orders.ts'

type OpenOrder = {
  status: OrderStatus
  deliveryStatus: DeliveryStatus
  deliveryDate: string
  /** The latest date on which a truck is still to deliver it, if it has such a stop. */
  stopDate: string | null
  isRecurring: boolean
  cancelledAt: Date | null
  /** Paid and not refunded. */
  isPaid: boolean
  isDisputed: boolean
  /** Rule 39: to be paid with tenders, and not paid in full. */
  isDue: boolean
  /** Received in cash, by check or by transfer. Staff return it manually. */
  tenderCents: number
}

/** Claims are accepted for 48 hours; after that, an unrecorded delivery counts as delivered. */
const CLAIM_DAYS = 2

/**
 * Effect of erasing the customer on an order: none, cancel it, or cancel and refund it. An order
 * that is still to be delivered or disputed blocks the erasure.
 */
export type ErasureStep = 'none' | 'cancel' | 'refund' | 'undelivered' | 'disputed' | 'unpaid'

/** An order that was delivered and is still due blocks as well: its invoice needs its address. */
export function erasureStep(order: OpenOrder, calendar: ShopCalendar, now: Date): ErasureStep {
  const step = deliveryStep(order, calendar, now)
  return step === 'none' && order.isDue && order.status !== 'cancelled' ? 'unpaid' : step
}

function deliveryStep(order: OpenOrder, calendar: ShopCalendar, now: Date): ErasureStep {
  if (order.isDisputed) return 'disputed'
  if (order.status === 'completed' || order.deliveryStatus === 'delivered') return 'none'
  const cutoff = changeUntil(calendar, order.deliveryDate)
  const { deliveryDate, stopDate } = order
  const expectedDate = stopDate !== null && stopDate > deliveryDate ? stopDate : deliveryDate
  const { isPaid } = order
  if (order.status === 'cancelled') {
    // The paid delivery of a subscription that was cancelled after its cut-off is still delivered.
    const isStillDelivered =
      order.isRecurring &&
      isPaid &&
      order.cancelledAt !== null &&
      order.cancelledAt >= cutoff &&
      expectedDate >= shopDate(calendar, now)
    return isStillDelivered ? 'undelivered' : 'none'
  }
  const isFailed = order.deliveryStatus === 'failed'
  if (!isFailed && shopDate(calendar, now) > addDays(expectedDate, CLAIM_DAYS)) return 'none'
  if (order.deliveryStatus === 'in-transit') return 'undelivered'
  if (order.tenderCents > 0) return 'undelivered'
  if (!isPaid && !order.isDue) return 'cancel'
  if (now >= cutoff) return 'undelivered'
  return isPaid ? 'refund' : 'cancel'
}
