import type { CustomerOrder } from '#contract/customer.ts'
import { changeUntil } from '#contract/dates/calendar.ts'
import { centsToText } from '#contract/money.ts'
import {
  formatInvoiceNumber,
  type OrderRow,
  type OrderWithDetails,
  toOrderView,
} from '#server/modules/orders/index.ts'
import { isEditable } from './rules.ts'

type ShopTime = { now: Date; timeZone: string }

/** An order as its owner sees it, with what a cancellation would mean at this moment. */
export function toCustomerOrder(whole: OrderWithDetails, moment: ShopTime): CustomerOrder {
  const { order, payment } = whole
  return {
    ...toOrderView(whole, true),
    invoiceNumber: formatInvoiceNumber(order),
    refunded: centsToText(payment?.refundedCents ?? 0),
    paidAt: payment?.paidAt?.toISOString() ?? null,
    changeUntil: changeUntil(moment.timeZone, order.deliveryDate).toISOString(),
    cancelEffect: cancelEffect(order, payment, moment),
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
  }
}

/** Rule 17: unpaid is simply off; paid is off and refunded until the cut-off, and then comes. */
export function cancelEffect(
  order: Pick<OrderRow, 'deliveryDate' | 'deliveryStatus'>,
  payment: { paidAt: Date | null } | null | undefined,
  { now, timeZone }: ShopTime,
): CustomerOrder['cancelEffect'] {
  if (!payment?.paidAt) return 'off'
  return isEditable(order.deliveryDate, order, timeZone, now) ? 'off_and_refunded' : 'comes'
}
