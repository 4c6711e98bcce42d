import { centsToText } from '#contract/money.ts'
import type { Order, PriceLine } from '#contract/orders.ts'
import type { PriceLine as StoredLine } from '#contract/pricing.ts'
import { type PaymentRow, paymentTerms } from '#server/modules/payments/index.ts'
import type { OrderWithDetails } from './queries.ts'

/** The contract's Order, without personal data for viewers who may not see it. */
export function toOrderView(details: OrderWithDetails, includesPersonalData: boolean): Order {
  const { order, payment, customer, items } = details
  const personal = <T>(value: T): T | null => (includesPersonalData ? value : null)
  return {
    id: order.id,
    createdAt: order.createdAt.toISOString(),
    status: order.status,
    deliveryStatus: order.deliveryStatus,
    paymentStatus: payment?.status ?? 'pending',
    paymentTerms: paymentTerms(payment),
    netDays: payment?.netDays ?? null,
    paymentDueOn: payment?.dueOn ?? null,
    channel: order.channel,
    deliveryDate: order.deliveryDate,
    ...(order.deliveryWindow && { deliveryWindow: order.deliveryWindow }),
    priceLines: order.priceLines.map(toPriceLine),
    subtotal: centsToText(order.subtotalCents),
    discount: centsToText(order.discountCents),
    total: centsToText(order.totalCents),
    ...(order.taxCents > 0 && { tax: centsToText(order.taxCents) }),
    ...(order.depositCents > 0 && { deposit: centsToText(order.depositCents) }),
    ...creditView(payment),
    isRecurring: order.isRecurring,
    recurringFrequency: order.recurringFrequency,
    parentOrderId: order.parentOrderId,
    customer: personal(customer && { id: customer.id, email: customer.email }),
    customerEmail: personal(order.customerEmail),
    customerName: personal(order.customerName),
    customerPhone: personal(order.customerPhone),
    deliveryAddress: personal(order.deliveryAddress),
    deliveryCity: order.deliveryCity,
    deliveryState: order.deliveryState,
    deliveryZip: order.deliveryZip,
    items: items.map(({ id, priceCents, quantity, productId, productName, productSize }) => ({
      id,
      price: centsToText(priceCents),
      quantity,
      product: { id: productId, name: productName, size: productSize },
    })),
    version: order.version,
  }
}

/** Rule 43: credit is no price line, but a payment below the total. */
export function creditView(
  payment: Pick<PaymentRow, 'creditCents' | 'amountCents'> | null | undefined,
): { credit?: string; due?: string } {
  if (!payment || payment.creditCents === 0) return {}
  return { credit: centsToText(payment.creditCents), due: centsToText(payment.amountCents) }
}

/** Returns the amount refunded so far, to the card and as credit. */
export const refundedCents = (payment: OrderWithDetails['payment'] | undefined): number =>
  payment ? payment.refundedCents + payment.creditRefundedCents : 0

export function toPriceLine({ cents, netCents, taxCents, ...line }: StoredLine): PriceLine {
  const net = netCents === undefined ? {} : { net: centsToText(netCents) }
  const tax = taxCents === undefined ? {} : { tax: centsToText(taxCents) }
  return { ...line, amount: centsToText(cents), ...net, ...tax }
}
