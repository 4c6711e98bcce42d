import { z } from 'zod'
import { BottleSize } from '../catalog.ts'
import { DeliveryForm } from '../checkout.ts'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { MAX_QUANTITY } from '../pricing-limits.ts'
import { DeliveryDate, Frequency, Id, MoneyText } from '../primitives.ts'
import { TimeWindow } from '../zones/time-window.ts'
import { IfCancelled } from './if-cancelled.ts'
import { PriceChange } from './price-changes.ts'

const ById = z.object({ id: Id })

export const SubscriptionStatus = z.enum(['active', 'paused', 'past_due', 'cancelled'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const cycleStatuses = [
  'planned',
  'ordered',
  'charging',
  'unpaid',
  'paid',
  /** Rule 39: ended with an invoice instead of a charge; whether it is paid is the order's state. */
  'invoiced',
  'failed',
  'skipped',
  'void',
] as const
export const CycleStatus = z.enum(cycleStatuses)
export type CycleStatus = z.infer<typeof CycleStatus>

/** Why a delivery was skipped. */
export type SkipReason =
  | 'customer'
  | 'staff'
  | 'paused'
  | 'unpaid_before'
  | 'missed'
  | 'missed_but_delivered'
  | 'product_unavailable'
  /** Rule 34: closed dates moved it to the date of the delivery before it. */
  | 'closed_date'
  /** Rule 47: it lands on the date of the delivery before it. */
  | 'same_day'

const Line = z.object({
  productId: Id,
  name: z.string(),
  size: BottleSize,
  quantity: z.int(),
  /** The agreed unit price, or a lower list price (rule 32). */
  price: MoneyText,
  /** Rule 31: deliveries come without it until it is offered again. */
  unavailable: z.enum(['sold_out', 'archived']).optional(),
})

/** An upcoming delivery in its current state. */
export const Delivery = z.object({
  cycle: z.int(),
  date: z.string(),
  /** Rule 46: as chosen, where the zone has it on this date. */
  deliveryWindow: TimeWindow.optional(),
  isMoved: z.boolean(),
  status: CycleStatus,
  /** Why it was skipped. */
  reason: z.string().nullable(),
  total: MoneyText,
  /** Present once it is ordered: the parts paid by account credit and by card. */
  credit: MoneyText.optional(),
  due: MoneyText.optional(),
  items: z.array(Line),
  /** Items that this delivery comes without, because they are not available. */
  leftOut: z.array(Line),
  /** The items that are added to this delivery only. */
  oneTimeItems: z.array(Line),
  orderId: Id.nullable(),
  changeUntil: z.iso.datetime(),
  isEditable: z.boolean(),
})
export type Delivery = z.infer<typeof Delivery>

export const Address = DeliveryForm.pick({
  customerName: true,
  customerPhone: true,
  deliveryAddress: true,
  deliveryCity: true,
  deliveryState: true,
  deliveryZip: true,
})
export type Address = z.infer<typeof Address>

export const Subscription = z.object({
  id: Id,
  status: SubscriptionStatus,
  pausedUntil: z.string().nullable(),
  frequency: Frequency,
  items: z.array(Line),
  /** Per delivery, at the agreed prices, without items that are not available. */
  total: MoneyText,
  customerName: z.string().nullable(),
  customerPhone: z.string().nullable(),
  deliveryAddress: z.string().nullable(),
  deliveryCity: z.string(),
  deliveryState: z.string(),
  deliveryZip: z.string(),
  /** The next upcoming delivery. */
  next: Delivery.nullable(),
  /** The next six dates, including skipped ones. */
  calendar: z.array(Delivery),
  /** The unpaid delivery, if there is one. */
  unpaid: z
    .object({
      orderId: Id,
      date: z.string(),
      total: MoneyText,
      code: z.string().nullable(),
      nextAttemptAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** A disputed payment, open or lost. Deliveries are paused because of it. */
  dispute: z.object({ orderId: Id, state: z.enum(['open', 'lost']) }).nullable(),
  /** Price increases to answer, and those that start with an upcoming delivery (rule 32). */
  priceChanges: z.array(PriceChange),
  /** By invoice, deliveries are due on terms and no card is charged (rule 39). */
  paysBy: z.enum(['card', 'invoice']),
  /** Whether a new default card of the account is used for future charges (rule 16). */
  usesDefaultCard: z.boolean(),
  /** An iCalendar feed; its URL contains the access token. */
  calendarUrl: z.string(),
  ifCancelled: IfCancelled,
  cancelledAt: z.iso.datetime().nullable(),
  version: z.int(),
})
export type Subscription = z.infer<typeof Subscription>

const Cycle = z.int().min(1).max(100_000)
const LineItem = z.object({ productId: Id, quantity: z.int().min(1).max(MAX_QUANTITY) })
const RequiredDate = DeliveryDate('Please select a date')

/** A change of a subscription. Each one names its result, so applying it twice is idempotent. */
export const SubscriptionChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pause'), until: RequiredDate.nullish() }),
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('skip'), cycle: Cycle }),
  z.object({ type: z.literal('unskip'), cycle: Cycle }),
  z.object({
    type: z.literal('move'),
    cycle: Cycle,
    date: RequiredDate,
    deliveryWindow: TimeWindow.nullish(),
  }),
  z.object({
    type: z.literal('change'),
    frequency: Frequency.optional(),
    items: z.array(LineItem).min(1, 'A delivery needs at least one bottle').max(20).optional(),
    address: Address.optional(),
  }),
  /** Replaces all one-time items of the delivery; an empty list removes them. */
  z.object({ type: z.literal('extra'), cycle: Cycle, items: z.array(LineItem).max(20) }),
  z.object({ type: z.literal('use_default_card') }),
])
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

export const listSubscriptions = {
  method: 'GET',
  path: apiPaths.subscriptions,
  role: 'customer',
  summary: "List the customer's subscriptions with their next deliveries, newest first",
  reply: z.array(Subscription),
  failures: [],
} as const satisfies Endpoint

export const changeSubscription = {
  method: 'POST',
  path: apiPaths.changeSubscription,
  role: 'customer',
  summary: 'Pause, resume, skip, move or change; preview=true returns the result without saving it',
  params: ById,
  query: z.object({ preview: z.enum(['true', 'false']).optional() }),
  body: SubscriptionChange,
  reply: Subscription,
  failures: [
    'not_found',
    'invalid',
    'past_cutoff',
    'not_active',
    'payment_disputed',
    'no_delivery',
    'bad_date',
    'no_route_day',
    'date_full',
    'closed_date',
    'product_unavailable',
    'product_sold_out',
    'no_default_card',
    'cards_unavailable',
  ],
} as const satisfies Endpoint

/** The change that a one-tap link of a reminder makes, shown before it is applied. */
export const OneTap = z.object({
  orderNumber: z.string(),
  change: z.enum(['skip', 'change', 'pause']),
  /** The change as a title: 'Skip the delivery on …'. */
  title: z.string(),
  /** The effect on the next charge. */
  effect: z.string(),
  isDone: z.boolean(),
  changeUntil: z.iso.datetime(),
})
export type OneTap = z.infer<typeof OneTap>

const ByToken = z.object({ token: z.string().min(1).max(1000) })

export const readOneTap = {
  method: 'GET',
  path: apiPaths.oneTap,
  role: 'public',
  summary: 'Preview the change of a reminder link',
  params: ByToken,
  reply: OneTap,
  failures: ['not_found', 'link_expired', 'too_many'],
} as const satisfies Endpoint

export const applyOneTap = {
  method: 'POST',
  path: apiPaths.oneTap,
  role: 'public',
  summary: 'Apply the change of a reminder link; idempotent',
  params: ByToken,
  reply: OneTap,
  failures: [
    'not_found',
    'link_expired',
    'too_many',
    'past_cutoff',
    'not_active',
    'payment_disputed',
  ],
} as const satisfies Endpoint

export const readCalendar = {
  method: 'GET',
  path: apiPaths.calendar,
  role: 'public',
  summary: 'Read the next deliveries as an iCalendar feed; the URL contains the access token',
  params: ByToken,
  file: 'text/calendar',
  failures: ['not_found', 'too_many'],
} as const satisfies Endpoint
