import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { type Buyer, makeLines } from './demo-buyers.ts'
import { DAY_MS, deliveryAfter, demandFactor } from './demo-calendar.ts'
import {
  byConfirmation,
  type DemoContext,
  type OrderPlan,
  type PaymentOutcome,
  planOrder,
} from './order-plan.ts'
import type { Rng } from './rng.ts'
import { type Subscriptions, subscribe } from './subscriptions.ts'

export type YearSize = { orders: number; customers: number }

const DAYS = 365
const HOUR_MS = 3_600_000
const FIRST_HOUR = 7
const LAST_HOUR = 22

type Year = {
  context: DemoContext
  size: YearSize
  buyers: Buyer[]
  subscriptions: Subscriptions
  placed: number
}

/**
 * One year of orders up to now, day by day, each day in the order of its invoice numbers, so that the
 * caller holds only a few days in memory.
 */
export function* makeYear(
  context: DemoContext,
  size: YearSize,
  buyers: Buyer[] = [],
): Generator<OrderPlan[]> {
  const year: Year = { context, size, buyers, subscriptions: new Map(), placed: 0 }
  const days = openDays(context)
  const total = days.reduce((sum, { weight }) => sum + weight, 0)
  let weightSoFar = 0
  let made = 0
  for (const [index, day] of days.entries()) {
    weightSoFar += day.weight
    const deliveries = renewalsOn(year, day.date)
    if (index === days.length - 1) {
      for (let offset = 1; offset <= 3; offset++) {
        deliveries.push(...renewalsOn(year, addDays(day.date, offset)))
      }
    }
    // Renewals alone may exceed a slow day's share; the requested number of orders is still met.
    deliveries.splice(Math.max(0, size.orders - made))
    const missing = Math.round((size.orders * weightSoFar) / total) - made - deliveries.length
    const progress = (index + 1) / days.length
    const placed = Array.from({ length: Math.max(0, missing) }, () =>
      placeOrder(year, day, progress),
    )
    made += deliveries.length + placed.length
    yield [...deliveries, ...placed].sort(byConfirmation)
  }
}

type Day = { date: CalendarDate; from: number; to: number; weight: number }

/** The last day ends now, and is left out during its first hour. */
function openDays({ calendar }: DemoContext): Day[] {
  const hoursToday = (calendar.now.getTime() - calendar.at(calendar.today, 0).getTime()) / HOUR_MS
  const last = hoursToday < 1 ? addDays(calendar.today, -1) : calendar.today
  return Array.from({ length: DAYS }, (_, index) => {
    const date = addDays(last, index - DAYS + 1)
    const to = date === calendar.today ? Math.min(LAST_HOUR, hoursToday - 0.25) : LAST_HOUR
    const from = to > FIRST_HOUR + 1 ? FIRST_HOUR : 0
    return { date, from, to, weight: (demandFactor(date, index / DAYS) * to) / LAST_HOUR }
  })
}

function renewalsOn({ context, subscriptions }: Year, date: CalendarDate): OrderPlan[] {
  const { calendar } = context
  const due = subscriptions.get(date) ?? []
  subscriptions.delete(date)
  return due.flatMap((subscription) => {
    const { first, scheduleNext } = subscription
    const cycle = subscription.cycle()
    // The order is created three days before its delivery, minutes after the job starts.
    const minutes = 2 + context.rng.below(40)
    const placedAt = new Date(calendar.chargesFrom(addDays(date, -3)).getTime() + minutes * 60_000)
    const paidAt = new Date(calendar.chargesFrom(date).getTime() + minutes * 60_000)
    scheduleNext(subscriptions)
    if (placedAt > calendar.now) return []
    const outcome: PaymentOutcome =
      paidAt > calendar.now ? { type: 'due' } : { type: 'paid', paidAt }
    const { buyer, lines } = first
    return [
      planOrder(context, {
        buyer,
        lines,
        placedAt,
        deliveryDate: date,
        parent: first,
        cycle,
        outcome,
      }),
    ]
  })
}

function placeOrder(year: Year, day: Day, progress: number): OrderPlan {
  const { context, buyers, size } = year
  const { calendar, rng, products } = context
  year.placed += 1
  const hour = day.from + ((day.to - day.from) * (rng.unit() + rng.unit())) / 2
  const placedAt = calendar.at(day.date, hour)
  const isNew = buyers.length < size.customers * (0.3 + 0.7 * progress)
  const buyer = isNew ? context.newBuyer(placedAt) : returningCustomer(rng, buyers)
  if (isNew) buyers.push(buyer)

  const deliveryDate = deliveryAfter(day.date, rng.pick([1, 1, 2, 2, 2, 3, 3, 4, 5, 7]))
  const order = { buyer, placedAt, deliveryDate }
  // 35 % of new customers subscribe at once, others now and then.
  const subscribes = isNew ? (buyers.length * 7) % 20 < 7 : rng.happens(0.05)
  if (subscribes && !buyer.isSubscribed) {
    const outcome: PaymentOutcome = { type: 'paid', paidAt: soonAfter(rng, placedAt) }
    const first = planOrder(context, { ...order, outcome })
    subscribe(context, first, year.subscriptions)
    return first
  }
  const lines = isNew || rng.happens(0.7) ? buyer.usual : makeLines(rng, products)
  return planOrder(context, { ...order, lines, ...pickOutcome(year, day, placedAt) })
}

/** Early customers order most; subscribers seldom order more. */
function returningCustomer(rng: Rng, buyers: readonly Buyer[]): Buyer {
  const any = () => buyers[Math.floor(rng.unit() ** 1.6 * buyers.length)] as Buyer
  let buyer = any()
  for (let attempts = 0; attempts < 3 && buyer.isSubscribed; attempts++) buyer = any()
  return buyer
}

const soonAfter = (rng: Rng, instant: Date) =>
  new Date(instant.getTime() + (45 + rng.below(120)) * 1000)

/** Most orders are paid; a few are cancelled and refunded, or never paid. */
function pickOutcome({ context, placed }: Year, day: Day, placedAt: Date) {
  const { calendar, rng } = context
  const paidAt = soonAfter(rng, placedAt)
  const minutes = (count: number) => count * 60_000
  if (placed % 31 === 17) {
    const cancelledAt = new Date(paidAt.getTime() + minutes(20 + rng.below(180)))
    const deliveryDate = deliveryAfter(day.date, 3)
    const outcome: PaymentOutcome = { type: 'refunded', paidAt, cancelledAt }
    if (cancelledAt.getTime() + minutes(5) < calendar.now.getTime())
      return { deliveryDate, outcome }
  }
  if (placed % 67 === 29) {
    const cancelledAt = new Date(placedAt.getTime() + DAY_MS + minutes(5 + rng.below(15)))
    const outcome: PaymentOutcome = { type: 'expired', cancelledAt }
    if (cancelledAt < calendar.now) return { outcome }
  }
  return { outcome: { type: 'paid', paidAt } as PaymentOutcome }
}
