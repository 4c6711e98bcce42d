import { changeUntil } from '#contract/calendar.ts'
import type { CustomerOrder, Invoice } from '#contract/customer.ts'
import { centsToText } from '#contract/money.ts'
import type { Frequency } from '#contract/primitives.ts'
import { toOrderView, toPriceLine } from './order-view.ts'
import type { WholeOrder } from './queries.ts'

type Telling = { now: Date; timeZone: string }

/** An order as its owner sees it, with what a cancellation would mean at this moment. */
export function toCustomerOrder(whole: WholeOrder, { now, timeZone }: Telling): CustomerOrder {
  const { order, payment } = whole
  const until = changeUntil(timeZone, order.deliveryDate)
  return {
    ...toOrderView(whole, true),
    invoiceNumber: invoiceNumberOf(order),
    refunded: centsToText(payment?.refundedCents ?? 0),
    paidAt: payment?.paidAt?.toISOString() ?? null,
    changeUntil: until.toISOString(),
    cancelEffect: cancelEffect(payment?.paidAt != null, now < until),
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
  }
}

/** Rule 17: unpaid is simply off; paid is off and refunded until the cut-off, and then comes. */
export function cancelEffect(
  isPaid: boolean,
  isBeforeCutoff: boolean,
): CustomerOrder['cancelEffect'] {
  if (!isPaid) return 'off'
  return isBeforeCutoff ? 'off_and_refunded' : 'comes'
}

/** Rule 8: until it is confirmed, what an order has is a pro forma. */
export function invoiceNumberOf({ id, invoiceNumber }: WholeOrder['order']): string {
  if (invoiceNumber === null) return `PRO-${id.slice(0, 8)}`
  return `INV-${String(invoiceNumber).padStart(6, '0')}`
}

export function toInvoice(whole: WholeOrder, subscription: Frequency | null): Invoice {
  const { order, payment } = whole
  const view = toOrderView(whole, true)
  const place = `${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`
  return {
    invoiceId: order.id,
    invoiceNumber: invoiceNumberOf(order),
    date: (order.confirmedAt ?? order.createdAt).toISOString(),
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    deliveryAddress: order.deliveryAddress === null ? null : `${order.deliveryAddress}, ${place}`,
    deliveryDate: order.deliveryDate,
    items: view.items,
    priceLines: order.priceLines.map(toPriceLine),
    subtotal: view.subtotal,
    discount: view.discount,
    total: view.total,
    status: order.status,
    paymentStatus: view.paymentStatus,
    refunded: centsToText(payment?.refundedCents ?? 0),
    isProForma: order.invoiceNumber === null,
    isRecurring: order.isRecurring || order.parentOrderId !== null,
    recurringFrequency: order.recurringFrequency ?? subscription,
  }
}
