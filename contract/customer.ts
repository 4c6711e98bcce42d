import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { Order, OrderItem, OrderStatus, PaymentStatus, PriceLine } from './orders.ts'
import { apiPaths } from './paths.ts'
import { Frequency, Id, MoneyText } from './primitives.ts'

/** An order as its owner sees it: with what a cancellation would mean right now. */
export const CustomerOrder = Order.extend({
  invoiceNumber: z.string(),
  refunded: MoneyText,
  paidAt: z.iso.datetime().nullable(),
  /** The moment until which the next delivery can still be changed or called off. */
  changeUntil: z.iso.datetime(),
  /** off: the delivery is called off; comes: it is past its cut-off and still comes. */
  cancelEffect: z.enum(['off', 'off_and_refunded', 'comes']),
  /** When it was cancelled; for a subscription's first order, when the subscription ended. */
  cancelledAt: z.iso.datetime().nullable(),
})
export type CustomerOrder = z.infer<typeof CustomerOrder>

export const Invoice = z.object({
  invoiceId: Id,
  invoiceNumber: z.string(),
  date: z.iso.datetime(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  deliveryAddress: z.string().nullable(),
  deliveryDate: z.string(),
  items: z.array(OrderItem),
  priceLines: z.array(PriceLine),
  subtotal: MoneyText,
  discount: MoneyText,
  total: MoneyText,
  status: OrderStatus,
  paymentStatus: PaymentStatus,
  refunded: MoneyText,
  isProForma: z.boolean(),
  isRecurring: z.boolean(),
  recurringFrequency: Frequency.nullable(),
})
export type Invoice = z.infer<typeof Invoice>

export const listCustomerOrders = {
  method: 'GET',
  path: apiPaths.customerOrders,
  role: 'customer',
  summary: 'Own orders, newest first',
  reply: z.array(CustomerOrder),
  failures: [],
} as const satisfies Endpoint

export const readCustomerOrder = {
  method: 'GET',
  path: apiPaths.customerOrder,
  role: 'customer',
  summary: 'One of the own orders',
  params: z.object({ id: Id }),
  reply: CustomerOrder,
  failures: ['not_found'],
} as const satisfies Endpoint

export const cancelSubscription = {
  method: 'PATCH',
  path: apiPaths.cancelOrder,
  role: 'customer',
  summary: 'Cancel an own recurring order',
  params: z.object({ id: Id }),
  reply: CustomerOrder,
  failures: ['not_found', 'not_recurring'],
} as const satisfies Endpoint

export const listInvoices = {
  method: 'GET',
  path: apiPaths.invoices,
  role: 'customer',
  summary: 'Own invoices, newest first',
  reply: z.array(Invoice),
  failures: [],
} as const satisfies Endpoint

export const readInvoice = {
  method: 'GET',
  path: apiPaths.invoice,
  role: 'customer',
  summary: 'The invoice of one own order',
  params: z.object({ orderId: Id }),
  reply: Invoice,
  failures: ['not_found'],
} as const satisfies Endpoint

export const openBillingPortal = {
  method: 'POST',
  path: apiPaths.billingPortal,
  role: 'customer',
  summary: "Open the card provider's billing portal",
  body: z.object({ returnUrl: z.string().max(2000).optional() }),
  reply: z.object({ url: z.string() }),
  failures: ['bad_return_url', 'portal_unavailable', 'cards_unavailable'],
} as const satisfies Endpoint
