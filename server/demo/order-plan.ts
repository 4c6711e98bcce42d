import type { CalendarDate } from '#contract/calendar.ts'
import type { DeliveryStatus, OrderStatus } from '#contract/orders.ts'
import type { OrderPrice } from '#contract/pricing.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { PastCard } from '#server/adapters/sandbox/past-payments.ts'
import { type ProductRow, priceItems } from '#server/modules/catalog/index.ts'
import type { Random } from '#server/world.ts'
import type { Almanac } from './almanac.ts'
import type { Chance } from './chance.ts'
import type { Line, Person } from './people.ts'

/** What made-up orders are made with. */
export type DemoWorld = {
  almanac: Almanac
  chance: Chance
  random: Random
  products: readonly ProductRow[]
  newPerson(since: Date): Person
}

/** What became of the money. */
export type Fate =
  | { is: 'paid'; paidAt: Date }
  | { is: 'refunded'; paidAt: Date; cancelledAt: Date }
  /** Nobody paid within a day, so the order was given up. */
  | { is: 'expired'; cancelledAt: Date }
  /** A checkout that still stands open. */
  | { is: 'open' }
  /** A later delivery of a subscription, charged on its day. */
  | { is: 'due' }

export type OrderPlan = {
  id: string
  buyer: Person
  placedAt: Date
  deliveryDate: CalendarDate
  lines: Line[]
  /** Set on a subscription's first order alone. */
  frequency: Frequency | null
  /** The subscription that this is a later delivery of. */
  parent: OrderPlan | null
  /** The number of that delivery. */
  cycle: number | null
  /** When the subscription was cancelled. */
  endedAt: Date | null
  fate: Fate
  delivery: DeliveryStatus
  invoiceNumber: number | null
  /** The card it was paid with, once it was. */
  card: PastCard | null
}

type Wish = Pick<OrderPlan, 'buyer' | 'placedAt' | 'deliveryDate' | 'fate'> & Partial<OrderPlan>

export function planOrder({ almanac, random }: DemoWorld, wish: Wish): OrderPlan {
  return {
    id: random.uuid(),
    lines: wish.buyer.usual,
    frequency: null,
    parent: null,
    cycle: null,
    endedAt: null,
    delivery: wish.fate.is === 'paid' ? deliveryOn(wish.deliveryDate, almanac.today) : 'scheduled',
    invoiceNumber: null,
    card: null,
    ...wish,
  }
}

function deliveryOn(date: CalendarDate, today: CalendarDate): DeliveryStatus {
  if (date < today) return 'delivered'
  return date === today ? 'in-transit' : 'scheduled'
}

export const isPaid = (plan: OrderPlan) => paidAt(plan) !== null

export const paidAt = ({ fate }: OrderPlan): Date | null => ('paidAt' in fate ? fate.paidAt : null)

export const cancelledAt = ({ fate, endedAt }: OrderPlan): Date | null =>
  'cancelledAt' in fate ? fate.cancelledAt : endedAt

export const isRecurring = (plan: OrderPlan) => plan.frequency !== null

export const priceOf = ({ lines, frequency, parent }: OrderPlan): OrderPrice =>
  priceItems(lines, frequency !== null || parent !== null)

/** Rule 12: a delivered order is completed, but a subscription's first one lives on. */
export function statusOf(plan: OrderPlan): OrderStatus {
  if (cancelledAt(plan)) return 'cancelled'
  if (!isPaid(plan)) return 'pending'
  return plan.delivery === 'delivered' && !isRecurring(plan) ? 'completed' : 'confirmed'
}

export const byConfirmation = (one: OrderPlan, other: OrderPlan) =>
  (paidAt(one) ?? one.placedAt).getTime() - (paidAt(other) ?? other.placedAt).getTime()
