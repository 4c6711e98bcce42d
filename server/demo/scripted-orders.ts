import { addDays, cycleDate } from '#contract/dates/calendar.ts'
import { type Buyer, makeLines } from './demo-buyers.ts'
import { DAY_MS, deliveryAfter } from './demo-calendar.ts'
import { DEMO_CUSTOMER_EMAIL } from './demo-customer.ts'
import { type DemoContext, type OrderPlan, type PaymentOutcome, planOrder } from './order-plan.ts'

const MINUTE_MS = 60_000

/** Orders that every demo shop has, whatever its seed. */
export function scriptedOrders(context: DemoContext, buyers: readonly Buyer[]): OrderPlan[] {
  const longAgo = context.calendar.now.getTime() - 10 * DAY_MS
  const regulars = buyers.filter(({ since }) => since.getTime() < longAgo)
  return [
    ...demoCustomer(context),
    ...upcomingWeeks(context, regulars),
    ...today(context, regulars),
  ]
}

/** The demo customer: a few orders, a cancelled subscription and an active one. */
function demoCustomer(context: DemoContext): OrderPlan[] {
  const { calendar } = context
  const customer: Buyer = {
    ...context.newBuyer(calendar.at(daysAgo(context, 309), 9)),
    name: 'Robin Delaney',
    email: DEMO_CUSTOMER_EMAIL,
    phone: '845-555-0117',
    address: '27 Wurts Street',
    city: 'Kingston',
    zip: '12401',
    hasSignedIn: true,
  }
  const buy = (days: number, change: Partial<OrderPlan> = {}) =>
    paidOrder(context, customer, days, {
      lines: makeLines(context.rng, context.products),
      ...change,
    })
  const monthly = buy(210, {
    frequency: 'monthly',
    endedAt: calendar.at(daysAgo(context, 140), 19),
  })
  const children = [1, 2].map((month) => {
    const deliveryDate = cycleDate(monthly.deliveryDate, 'monthly', month)
    const placedAt = calendar.chargesFrom(addDays(deliveryDate, -3))
    const outcome: PaymentOutcome = { type: 'paid', paidAt: calendar.chargesFrom(deliveryDate) }
    const { lines } = monthly
    return planOrder(context, {
      buyer: customer,
      lines,
      placedAt,
      deliveryDate,
      parent: monthly,
      cycle: month,
      outcome,
    })
  })
  const changedMind = buy(96)
  changedMind.outcome = {
    type: 'refunded',
    paidAt: paidSoon(changedMind.placedAt),
    cancelledAt: new Date(changedMind.placedAt.getTime() + 95 * MINUTE_MS),
  }
  changedMind.delivery = 'scheduled'
  const weekly = buy(2, {
    frequency: 'weekly',
    deliveryDate: deliveryAfter(calendar.today, 3),
    lines: customer.usual,
  })
  const first = buy(309)
  customer.since = first.placedAt
  return [first, buy(262), monthly, ...children, changedMind, buy(61), buy(24), weekly]
}

/** Enough deliveries to plan the next two weeks. */
function upcomingWeeks(context: DemoContext, buyers: readonly Buyer[]): OrderPlan[] {
  const { calendar, rng } = context
  return Array.from({ length: 18 }, (_, index) => {
    const deliveryDate = deliveryAfter(calendar.today, 1 + Math.floor((index * 13) / 18))
    return paidOrder(context, rng.pick(buyers), 1 + (index % 4), { deliveryDate })
  })
}

/** Deliveries in transit, one that failed, and one unpaid order. */
function today(context: DemoContext, buyers: readonly Buyer[]): OrderPlan[] {
  const { calendar, rng } = context
  const { now } = calendar
  const anyBuyer = () => rng.pick(buyers)
  const inTransit = [3, 2, 4].map((days) =>
    paidOrder(context, anyBuyer(), days, { deliveryDate: calendar.today }),
  )
  const failed = paidOrder(context, anyBuyer(), 4, {
    deliveryDate: deliveryAfter(daysAgo(context, 3), 1),
  })
  failed.delivery = 'failed'
  const midnight = calendar.at(calendar.today, 0).getTime()
  const placedAt = new Date(
    Math.min(now.getTime(), Math.max(now.getTime() - 25 * MINUTE_MS, midnight)),
  )
  const deliveryDate = deliveryAfter(calendar.today, 2)
  const unpaid = planOrder(context, {
    buyer: anyBuyer(),
    placedAt,
    deliveryDate,
    outcome: { type: 'open' },
  })
  return [...inTransit, failed, unpaid]
}

const daysAgo = ({ calendar }: DemoContext, days: number) => addDays(calendar.today, -days)

/** Placed that many days ago, and delivered three days later unless overridden. */
function paidOrder(context: DemoContext, buyer: Buyer, days: number, change: Partial<OrderPlan>) {
  const date = daysAgo(context, days)
  const placedAt = context.calendar.at(date, 9 + context.rng.unit() * 10)
  const outcome: PaymentOutcome = { type: 'paid', paidAt: paidSoon(placedAt) }
  const deliveryDate = deliveryAfter(date, 3)
  return planOrder(context, { buyer, placedAt, deliveryDate, outcome, ...change })
}

const paidSoon = (placedAt: Date) => new Date(placedAt.getTime() + 80_000)
