import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { Order, OrderItem, OrderStatus, PaymentStatus, PaymentTerms, PriceLine } from './orders.ts'
import { apiPaths } from './paths.ts'
import { Tender } from './payments/tenders.ts'
import { Frequency, Id, MoneyText } from './primitives.ts'

/**
 * Effect of cancelling a subscription on its first order. still_delivered: the order is past its
 * cut-off and is delivered.
 */
export const CancelEffect = z.enum(['cancelled', 'cancelled_and_refunded', 'still_delivered'])

/** An order as its customer sees it, with the effect of cancelling it now. */
export const CustomerOrder = Order.extend({
  invoiceNumber: z.string(),
  refunded: MoneyText,
  /** The part of it that was refunded as account credit. Omitted if there is none. */
  refundedAsCredit: MoneyText.optional(),
  paidAt: z.iso.datetime().nullable(),
  /** The cut-off of the next delivery: the last instant at which it can be changed or cancelled. */
  changeUntil: z.iso.datetime(),
  /** Omitted for an unpaid delivery of a subscription: its `ifCancelled` lists it. */
  cancelEffect: CancelEffect.optional(),
  /** When the order was cancelled. Its subscription may have ended at another time, or go on. */
  cancelledAt: z.iso.datetime().nullable(),
  /** It was cancelled with its subscription and is delivered all the same (rule 17). */
  isStillDelivered: z.boolean(),
  /** Until when a problem can be reported (rule 66). Omitted if the order isn't delivered. */
  reportUntil: z.iso.datetime().optional(),
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
  credit: MoneyText.optional(),
  due: MoneyText.optional(),
  status: OrderStatus,
  paymentStatus: PaymentStatus,
  paymentTerms: PaymentTerms.nullable(),
  paymentDueOn: z.string().nullable(),
  /** Net days of an invoice, such as 15. */
  netDays: z.int().nullable(),
  /** Cash, checks and transfers that were received. */
  tenders: z.array(Tender),
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
  summary: "List the customer's orders, newest first",
  reply: z.array(CustomerOrder),
  failures: [],
} as const satisfies Endpoint

export const readCustomerOrder = {
  method: 'GET',
  path: apiPaths.customerOrder,
  role: 'customer',
  summary: "Read one of the customer's orders",
  params: z.object({ id: Id }),
  reply: CustomerOrder,
  failures: ['not_found'],
} as const satisfies Endpoint

export const cancelSubscription = {
  method: 'PATCH',
  path: apiPaths.cancelOrder,
  role: 'customer',
  summary: "Cancel one of the customer's recurring orders",
  params: z.object({ id: Id }),
  reply: CustomerOrder,
  failures: ['not_found', 'not_recurring'],
} as const satisfies Endpoint

export const listInvoices = {
  method: 'GET',
  path: apiPaths.invoices,
  role: 'customer',
  summary: "List the customer's invoices, newest first",
  reply: z.array(Invoice),
  failures: [],
} as const satisfies Endpoint

export const readInvoice = {
  method: 'GET',
  path: apiPaths.invoice,
  role: 'customer',
  summary: "Read the invoice of one of the customer's orders",
  params: z.object({ orderId: Id }),
  reply: Invoice,
  failures: ['not_found'],
} as const satisfies Endpoint

export const openBillingPortal = {
  method: 'POST',
  path: apiPaths.billingPortal,
  role: 'customer',
  summary: "Open the payment provider's billing portal",
  body: z.object({ returnUrl: z.string().max(2000).optional() }),
  reply: z.object({ url: z.string() }),
  failures: ['bad_return_url', 'portal_unavailable', 'cards_unavailable'],
} as const satisfies Endpoint
