import { z } from 'zod'
import { BottleSize } from './catalog.ts'
import type { Endpoint } from './endpoint.ts'
import { apiPaths } from './paths.ts'
import { Frequency, Id, MoneyText } from './primitives.ts'
import { Tracking } from './tracking/tracking.ts'
import { TimeWindow } from './zones/time-window.ts'

export const OrderStatus = z.enum(['pending', 'confirmed', 'completed', 'cancelled'])
export type OrderStatus = z.infer<typeof OrderStatus>

export const DeliveryStatus = z.enum(['scheduled', 'in-transit', 'delivered', 'failed'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/**
 * Never moves back (I9); `failed` means that retries have ended, `covered` that account credit paid
 * for all of it. `due` is outside the card's states: the order is paid on delivery or by invoice
 * (rule 39).
 */
export const PaymentStatus = z.enum([
  'pending',
  'processing',
  'paid',
  'failed',
  'refunded',
  'disputed',
  'covered',
  'due',
])
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const OrderItem = z.object({
  id: Id,
  price: MoneyText,
  quantity: z.int(),
  product: z.object({ id: Id.nullable(), name: z.string(), size: BottleSize }),
})
export type OrderItem = z.infer<typeof OrderItem>

/** One line of an order's price; discounts are negative. */
export const PriceLine = z.object({
  kind: z.enum(['product', 'discount', 'deposit', 'tax', 'fee']),
  label: z.string(),
  amount: MoneyText,
  productId: Id.optional(),
  quantity: z.int().optional(),
  /** Product lines only: the amount after its share of the discounts. */
  net: MoneyText.optional(),
  /** Of an order that is taxed: the line's share of the tax. */
  tax: MoneyText.optional(),
})
export type PriceLine = z.infer<typeof PriceLine>

/** How an order that is not paid by card is paid. */
export const PaymentTerms = z.enum(['on_delivery', 'invoice'])
export type PaymentTerms = z.infer<typeof PaymentTerms>

/** Personal data is null for callers who may not see it. */
export const Order = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  status: OrderStatus,
  deliveryStatus: DeliveryStatus,
  paymentStatus: PaymentStatus,
  /** Null on orders that are paid by card. */
  paymentTerms: PaymentTerms.nullable(),
  /** Terms of an invoice in days, also before it is invoiced. */
  netDays: z.int().nullable(),
  /** The last day to pay an invoice. */
  paymentDueOn: z.string().nullable(),
  channel: z.enum(['web', 'phone']),
  deliveryDate: z.string(),
  /** Rule 46: the time window that the customer chose. Omitted if there is none. */
  deliveryWindow: TimeWindow.nullish(),
  /** Fixed when the order was placed; the amounts add up to the total. Omitted in lists. */
  priceLines: z.array(PriceLine).optional(),
  subtotal: MoneyText,
  discount: MoneyText,
  total: MoneyText,
  /** Rules 41 and 42: part of the total. Omitted if there is none. */
  tax: MoneyText.optional(),
  deposit: MoneyText.optional(),
  /** Rule 43: what account credit pays, and what is left to charge. Omitted without credit. */
  credit: MoneyText.optional(),
  due: MoneyText.optional(),
  isRecurring: z.boolean(),
  recurringFrequency: Frequency.nullable(),
  parentOrderId: Id.nullable(),
  /** Set on deliveries of a continuing subscription: the card can be saved for later ones. */
  canSaveCard: z.boolean().optional(),
  customer: z.object({ id: Id, email: z.string() }).nullable(),
  customerEmail: z.string().nullable(),
  customerName: z.string().nullable(),
  customerPhone: z.string().nullable(),
  deliveryAddress: z.string().nullable(),
  deliveryCity: z.string(),
  deliveryState: z.string(),
  deliveryZip: z.string(),
  items: z.array(OrderItem),
  version: z.int(),
})
export type Order = z.infer<typeof Order>

/** The live data of the tracking panel: states and dates, no personal data. */
export const OrderState = Order.pick({
  id: true,
  status: true,
  deliveryStatus: true,
  paymentStatus: true,
  deliveryDate: true,
  deliveryWindow: true,
}).extend({
  /** Rule 63: once the delivery is on a published route. Omitted otherwise. */
  tracking: Tracking.nullish(),
})
export type OrderState = z.infer<typeof OrderState>

const OrderParams = z.object({ id: Id })

export const readOrder = {
  method: 'GET',
  path: apiPaths.order,
  role: 'public',
  summary: 'Read one order; personal data depends on the caller and the age of the order',
  params: OrderParams,
  reply: Order,
  failures: ['not_found'],
} as const satisfies Endpoint

export const orderEvents = {
  method: 'GET',
  path: apiPaths.orderEvents,
  role: 'public',
  summary: "Stream an order's state, sent on every change",
  params: OrderParams,
  reply: OrderState,
  stream: true,
  failures: ['not_found', 'too_many'],
} as const satisfies Endpoint
