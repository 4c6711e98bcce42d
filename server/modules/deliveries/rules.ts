import { REPORT_HOURS } from '#contract/cases/cases.ts'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { changeUntil, type ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { DeliveryStatus } from '#contract/orders.ts'
import type { CycleStatus } from '#contract/subscriptions/subscriptions.ts'

/** Rule 18: a delivery can be changed until its cut-off. */
export const isBeforeCutoff = (calendar: ShopCalendar, date: CalendarDate, now: Date): boolean =>
  now < changeUntil(calendar, date)

/** Out for delivery, or delivered. */
export const dispatchedStatuses: readonly DeliveryStatus[] = ['in-transit', 'delivered']

export const isDispatched = (delivery: { deliveryStatus: DeliveryStatus } | undefined): boolean =>
  delivery !== undefined && dispatchedStatuses.includes(delivery.deliveryStatus)

/** A dispatched delivery cannot be changed, even before its cut-off. */
export const isEditable = (
  date: CalendarDate,
  delivery: { deliveryStatus: DeliveryStatus } | undefined,
  calendar: ShopCalendar,
  now: Date,
): boolean => isBeforeCutoff(calendar, date, now) && !isDispatched(delivery)

export const REPORT_MS = REPORT_HOURS * 3_600_000

/**
 * Rule 66: problems can be reported for 48 hours after the receipt was sent, or after the delivery if
 * it has no receipt.
 */
export function reportUntil(order: {
  deliveryStatus: DeliveryStatus
  deliveredAt: Date | null
  reportUntil: Date | null
}): Date | undefined {
  if (order.deliveryStatus !== 'delivered') return undefined
  if (order.reportUntil) return order.reportUntil
  return order.deliveredAt ? new Date(order.deliveredAt.getTime() + REPORT_MS) : undefined
}

export const unpaidStatuses: readonly CycleStatus[] = ['ordered', 'charging', 'unpaid', 'failed']

/** On hold from the first declined charge until the delivery is paid or staff release it. */
export const isOnHold = (delivery: {
  status: CycleStatus
  holdAt: Date | null
  releasedAt: Date | null
}): boolean =>
  delivery.holdAt !== null &&
  delivery.releasedAt === null &&
  unpaidStatuses.includes(delivery.status)
