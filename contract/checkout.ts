import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { PriceLine } from './orders.ts'
import { apiPaths } from './paths.ts'
import { Proof } from './payments/proof.ts'
import { Instructions } from './points/instructions.ts'
import { MAX_QUANTITY } from './pricing-limits.ts'
import { Amount, DeliveryDate, Email, Frequency, Id, MoneyText, Text } from './primitives.ts'
import { TimeWindow } from './zones/time-window.ts'

export const MAX_LINES = 50
/** Cards cannot be charged below the minimum. Larger orders are taken by phone. */
export const MIN_TOTAL_CENTS = 50
export const MAX_TOTAL_CENTS = 5_000_000

/** The checkout form, validated in the browser on submit and again by the server. */
export const DeliveryForm = z.object({
  customerName: Text(2, 200, 'Name must be at least 2 characters'),
  customerEmail: Email('Please enter a valid email'),
  customerPhone: Text(10, 40, 'Please enter a valid phone number'),
  deliveryAddress: Text(5, 300, 'Please enter a valid address'),
  deliveryCity: Text(2, 100, 'Please enter a city'),
  deliveryState: Text(2, 2, 'Please select a state'),
  deliveryZip: Text(5, 10, 'Please enter a valid ZIP code'),
  deliveryDate: DeliveryDate('Please select a delivery date'),
  isRecurring: z.boolean(),
  recurringFrequency: Frequency.nullish(),
  /** Rule 46: one of the time windows of the zone on this date. */
  deliveryWindow: TimeWindow.nullish(),
  /** Saved with the address, not with the order. Blank keeps the saved text. */
  deliveryInstructions: Instructions.nullish(),
})
export type DeliveryForm = z.infer<typeof DeliveryForm>

/** The input of an order's price (rule 41). The date defaults to the earliest one. */
export const QuoteRequest = DeliveryForm.pick({
  deliveryState: true,
  deliveryZip: true,
  isRecurring: true,
}).extend({
  deliveryDate: DeliveryForm.shape.deliveryDate.optional(),
  /** A customer who is logged in is exempt from tax only for an order of their own. */
  customerEmail: z.string().max(254).optional(),
  items: z
    .array(z.object({ productId: Id, quantity: z.int().min(1).max(MAX_QUANTITY) }))
    .min(1, 'Your cart is empty')
    .max(MAX_LINES),
})
export type QuoteRequest = z.infer<typeof QuoteRequest>

export const Quote = z.object({
  priceLines: z.array(PriceLine),
  subtotal: MoneyText,
  discount: MoneyText,
  total: MoneyText,
})
export type Quote = z.infer<typeof Quote>

export const OrderSubmission = DeliveryForm.extend({
  items: z
    .array(
      z.object({
        productId: Id,
        quantity: z.int().min(1).max(MAX_QUANTITY),
        price: Amount,
      }),
    )
    .min(1, 'Your cart is empty')
    .max(MAX_LINES),
  subtotal: Amount,
  total: Amount,
  /** The account credit that the page showed; another amount is a 409 (rule 43). */
  credit: Amount.optional(),
})
export type OrderSubmission = z.infer<typeof OrderSubmission>

/** Dollars with floating-point noise from adding up a cart: 26.970000000000002 means 26.97. */
const PaymentAmount = z
  .number()
  .transform((dollars) => Math.round(dollars * 100))
  .refine((cents) => cents >= MIN_TOTAL_CENTS && cents <= MAX_TOTAL_CENTS, {
    message: 'Please enter a valid amount',
  })

export const createPaymentIntent = {
  method: 'POST',
  path: apiPaths.createPaymentIntent,
  role: 'public',
  summary: 'Start a checkout, or resume the open one of this browser',
  body: z.object({ amount: PaymentAmount, proof: Proof.optional() }),
  reply: z.object({
    clientSecret: z.string(),
    /** Rule 46: whether the page can ask for delivery dates. Another backend leaves it out. */
    hasZones: z.boolean().optional(),
  }),
  failures: [
    'invalid',
    'amount_too_small',
    'too_many',
    'proof_required',
    'shop_paused',
    'cards_unavailable',
  ],
} as const satisfies Endpoint

export const quoteOrder = {
  method: 'POST',
  path: apiPaths.quote,
  role: 'public',
  summary: 'Price an order with its tax, without placing it',
  body: QuoteRequest,
  reply: Quote,
  failures: ['invalid', 'product_unavailable', 'product_sold_out', 'closed_date', 'too_many'],
} as const satisfies Endpoint

export const placeOrder = {
  method: 'POST',
  path: apiPaths.orders,
  role: 'public',
  summary: 'Place the order of this checkout, or update it while it is unpaid',
  body: OrderSubmission.extend({ proof: Proof.optional() }),
  reply: z.object({
    orderId: Id,
    clientSecret: z.string().optional(),
    /** Account credit paid for all of it: there is nothing to confirm. */
    isCovered: z.literal(true).optional(),
  }),
  status: 201,
  failures: [
    'invalid',
    'price_changed',
    'credit_changed',
    'product_unavailable',
    'product_sold_out',
    'closed_date',
    'no_route_day',
    'zip_not_served',
    'date_full',
    'checkout_ended',
    'too_many',
    'proof_required',
    'shop_paused',
    'cards_unavailable',
  ],
} as const satisfies Endpoint
