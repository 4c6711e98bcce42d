import { addDays } from '#contract/dates/calendar.ts'
import { changeUntil, type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import type { DeliveryStatus, OrderStatus } from '#contract/orders.ts'

type OpenOrder = {
  status: OrderStatus
  deliveryStatus: DeliveryStatus
  deliveryDate: string
  /** The latest date on which a truck is still to deliver it, if it has such a stop. */
  stopDate: string | null
  /** It was cancelled with its subscription and is delivered all the same (rule 17). */
  isStillDelivered: boolean
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
  const { deliveryDate, stopDate, isPaid } = order
  const expectedDate = stopDate !== null && stopDate > deliveryDate ? stopDate : deliveryDate
  const today = shopDate(calendar, now)
  const isFailed = order.deliveryStatus === 'failed'
  if (!isFailed && today > addDays(expectedDate, CLAIM_DAYS)) return 'none'
  if (order.deliveryStatus === 'in-transit') return 'undelivered'
  if (order.status === 'cancelled') {
    const isOpen = order.isStillDelivered && (isFailed || expectedDate >= today)
    return isOpen ? 'undelivered' : 'none'
  }
  if (order.tenderCents > 0) return 'undelivered'
  if (!isPaid && !order.isDue) return 'cancel'
  if (now >= changeUntil(calendar, deliveryDate)) return 'undelivered'
  return isPaid ? 'refund' : 'cancel'
}
