import type { CustomerOrder } from '#contract/customer.ts'
import { changeUntil, type ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { centsToText } from '#contract/money.ts'
import type { PaymentStatus } from '#contract/orders.ts'
import {
  type CustomerOrderDetails,
  formatInvoiceNumber,
  type OrderRow,
  refundedCents,
  toOrderView,
} from '#server/modules/orders/index.ts'
import { isEditable, reportUntil } from './rules.ts'

type ShopTime = { now: Date; calendar: ShopCalendar }

/** An order as its customer sees it, with the effect of cancelling it now. */
export function toCustomerOrder(details: CustomerOrderDetails, shopTime: ShopTime): CustomerOrder {
  const { order, payment } = details
  const until = reportUntil(order)
  const effect = cancelEffect(order, payment, shopTime)
  return {
    ...toOrderView(details, true),
    invoiceNumber: formatInvoiceNumber(order),
    refunded: centsToText(refundedCents(payment)),
    ...(payment && payment.creditRefundedCents > 0
      ? { refundedAsCredit: centsToText(payment.creditRefundedCents) }
      : {}),
    paidAt: payment?.paidAt?.toISOString() ?? null,
    changeUntil: changeUntil(shopTime.calendar, order.deliveryDate).toISOString(),
    ...(effect && { cancelEffect: effect }),
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
    isStillDelivered: details.isStillDelivered,
    ...(until && { reportUntil: until.toISOString() }),
  }
}

/**
 * Rule 17: a paid order is refunded before its cut-off and still delivered after it. One on invoice
 * is still delivered, too, and its invoice stays due (rule 39). Undefined for an unpaid delivery of
 * a subscription, such as the first of an imported one (rule 67): its cycle decides. The cancellation
 * and its preview both call this.
 */
export function cancelEffect(
  order: Pick<OrderRow, 'parentOrderId' | 'deliveryDate' | 'deliveryStatus'>,
  payment: { paidAt: Date | null; status: PaymentStatus } | null | undefined,
  { now, calendar }: ShopTime,
): CustomerOrder['cancelEffect'] {
  const isPaid = Boolean(payment?.paidAt)
  if (order.parentOrderId !== null && !isPaid) return undefined
  if (!isPaid && payment?.status !== 'due') return 'cancelled'
  if (!isEditable(order.deliveryDate, order, calendar, now)) return 'still_delivered'
  return isPaid ? 'cancelled_and_refunded' : 'cancelled'
}
