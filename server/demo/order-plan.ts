import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { DeliveryStatus, OrderStatus } from '#contract/orders.ts'
import type { TenderMethod } from '#contract/payments/tenders.ts'
import type { OrderPrice } from '#contract/pricing.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { BackdatedCard } from '#server/adapters/sandbox/backdated-payments.ts'
import { type ProductRow, priceItems } from '#server/modules/catalog/index.ts'
import type { Random } from '#server/runtime.ts'
import type { Buyer, Line } from './demo-buyers.ts'
import type { DemoCalendar } from './demo-calendar.ts'
import type { Rng } from './rng.ts'

/** State that the demo generators share. */
export type DemoContext = {
  calendar: DemoCalendar
  rng: Rng
  random: Random
  products: readonly ProductRow[]
  newBuyer(since: Date): Buyer
}

/** How the payment of a demo order ended. */
export type PaymentOutcome =
  | { type: 'paid'; paidAt: Date }
  | { type: 'refunded'; paidAt: Date; cancelledAt: Date }
  /** Not paid within a day, so the order was cancelled. */
  | { type: 'expired'; cancelledAt: Date }
  /** A checkout that is still open. */
  | { type: 'open' }
  /** A renewal that is charged on its date. */
  | { type: 'due' }
  /** Placed on the phone and paid by invoice. */
  | { type: 'invoiced'; invoicedAt: Date; dueOn: CalendarDate; received: ReceivedTender | null }

/** Money that was received for an invoice. */
type ReceivedTender = {
  at: Date
  receivedOn: CalendarDate
  method: TenderMethod
  reference: string
}

export type OrderPlan = {
  id: string
  buyer: Buyer
  placedAt: Date
  deliveryDate: CalendarDate
  lines: Line[]
  /** Only on the first order of a subscription. */
  frequency: Frequency | null
  /** The first order of the renewed subscription. */
  parent: OrderPlan | null
  /** Its cycle number. */
  cycle: number | null
  /** When the subscription was cancelled. */
  endedAt: Date | null
  outcome: PaymentOutcome
  delivery: DeliveryStatus
  /** Time of the delivery, if it is needed. */
  deliveredAt: Date | null
  invoiceNumber: number | null
  /** The card it was paid with, once it was. */
  card: BackdatedCard | null
}

type PlanInput = Pick<OrderPlan, 'buyer' | 'placedAt' | 'deliveryDate' | 'outcome'> &
  Partial<OrderPlan>

export function planOrder({ calendar, random }: DemoContext, input: PlanInput): OrderPlan {
  return {
    id: random.uuid(),
    lines: input.buyer.usual,
    frequency: null,
    parent: null,
    cycle: null,
    endedAt: null,
    delivery: ['paid', 'invoiced'].includes(input.outcome.type)
      ? deliveryOn(input.deliveryDate, calendar.today)
      : 'scheduled',
    deliveredAt: null,
    invoiceNumber: null,
    card: null,
    ...input,
  }
}

function deliveryOn(date: CalendarDate, today: CalendarDate): DeliveryStatus {
  if (date < today) return 'delivered'
  return date === today ? 'in-transit' : 'scheduled'
}

export const isConfirmed = (plan: OrderPlan) => confirmedAt(plan) !== null

export const confirmedAt = (plan: OrderPlan): Date | null =>
  'invoicedAt' in plan.outcome ? plan.outcome.invoicedAt : paidAt(plan)

/** When the card was charged. */
export const paidAt = ({ outcome }: OrderPlan): Date | null =>
  'paidAt' in outcome ? outcome.paidAt : null

export const cancelledAt = ({ outcome, endedAt }: OrderPlan): Date | null =>
  'cancelledAt' in outcome ? outcome.cancelledAt : endedAt

export const isRecurring = (plan: OrderPlan) => plan.frequency !== null

export const planPrice = ({ lines, frequency, parent }: OrderPlan): OrderPrice =>
  priceItems(lines, frequency !== null || parent !== null)

/** Rule 12: a delivered order is completed, but a subscription's first one stays confirmed. */
export function orderStatus(plan: OrderPlan): OrderStatus {
  if (cancelledAt(plan)) return 'cancelled'
  if (!isConfirmed(plan)) return 'pending'
  return plan.delivery === 'delivered' && !isRecurring(plan) ? 'completed' : 'confirmed'
}

export const byConfirmation = (a: OrderPlan, b: OrderPlan) =>
  (confirmedAt(a) ?? a.placedAt).getTime() - (confirmedAt(b) ?? b.placedAt).getTime()
