import type { Invoice } from '#contract/customer.ts'
import { centsToText } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { Tender } from '#contract/payments/tenders.ts'
import type { Frequency } from '#contract/primitives.ts'
import { creditView, refundedCents, toOrderView, toPriceLine } from './order-view.ts'
import type { OrderWithDetails } from './queries.ts'

/** Rule 8: until an order is confirmed, its invoice is pro forma. */
export function formatInvoiceNumber({
  id,
  invoiceNumber,
}: Pick<OrderWithDetails['order'], 'id' | 'invoiceNumber'>): string {
  if (invoiceNumber === null) return `PRO-${formatOrderNumber(id)}`
  return `INV-${String(invoiceNumber).padStart(6, '0')}`
}

export function toInvoice(
  details: OrderWithDetails,
  subscription: Frequency | null,
  tenders: Tender[],
): Invoice {
  const { order, payment } = details
  const view = toOrderView(details, true)
  const city = `${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`
  return {
    invoiceId: order.id,
    invoiceNumber: formatInvoiceNumber(order),
    date: (order.confirmedAt ?? order.createdAt).toISOString(),
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    deliveryAddress: order.deliveryAddress === null ? null : `${order.deliveryAddress}, ${city}`,
    deliveryDate: order.deliveryDate,
    items: view.items,
    priceLines: order.priceLines.map(toPriceLine),
    subtotal: view.subtotal,
    discount: view.discount,
    total: view.total,
    ...creditView(payment),
    status: order.status,
    paymentStatus: view.paymentStatus,
    paymentTerms: view.paymentTerms,
    paymentDueOn: view.paymentDueOn,
    netDays: payment?.netDays ?? null,
    tenders,
    refunded: centsToText(refundedCents(payment)),
    isProForma: order.invoiceNumber === null,
    isRecurring: order.isRecurring || order.parentOrderId !== null,
    recurringFrequency: order.recurringFrequency ?? subscription,
  }
}
