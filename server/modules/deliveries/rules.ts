import { REPORT_HOURS } from '#contract/cases/cases.ts'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { changeUntil, type ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { DeliveryStatus } from '#contract/orders.ts'
import type { CycleStatus } from '#contract/subscriptions/subscriptions.ts'

/** Rule 18: a delivery can be changed until its cut-off. */
export const isBeforeCutoff = (calendar: ShopCalendar, date: CalendarDate, now: Date): boolean =>
  now < changeUntil(calendar, date)

/** Out for delivery, or delivered. */
export const isDispatched = (delivery: { deliveryStatus: DeliveryStatus } | undefined): boolean =>
  delivery?.deliveryStatus === 'in-transit' || delivery?.deliveryStatus === 'delivered'

/** A dispatched delivery cannot be changed, even before its cut-off. */
export const isEditable = (
  date: CalendarDate,
  delivery: { deliveryStatus: DeliveryStatus } | undefined,
  calendar: ShopCalendar,
  now: Date,
): boolean => isBeforeCutoff(calendar, date, now) && !isDispatched(delivery)

/** Rule 66: problems can be reported until 48 hours after the delivery. */
export const reportUntil = (order: {
  deliveryStatus: DeliveryStatus
  deliveredAt: Date | null
}): Date | undefined =>
  order.deliveryStatus === 'delivered' && order.deliveredAt
    ? new Date(order.deliveredAt.getTime() + REPORT_HOURS * 3_600_000)
    : undefined

const undelivered: readonly CycleStatus[] = ['ordered', 'charging', 'unpaid', 'failed']

/** On hold from the first declined charge until the delivery is paid or staff release it. */
export const isOnHold = (delivery: {
  status: CycleStatus
  holdAt: Date | null
  releasedAt: Date | null
}): boolean =>
  delivery.holdAt !== null && delivery.releasedAt === null && undelivered.includes(delivery.status)
