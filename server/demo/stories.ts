import { addDays, cycleDate } from '#contract/calendar.ts'
import { DAY_MS, deliveryAfter } from './almanac.ts'
import { DEMO_CUSTOMER_EMAIL } from './demo-customer.ts'
import { type DemoWorld, type Fate, type OrderPlan, planOrder } from './order-plan.ts'
import { makeLines, type Person } from './people.ts'

const MINUTE_MS = 60_000

/** What a newcomer to the demo shop should meet for sure, whatever the dice say. */
export function tellStories(world: DemoWorld, people: readonly Person[]): OrderPlan[] {
  const longAgo = world.almanac.now.getTime() - 10 * DAY_MS
  const regulars = people.filter(({ since }) => since.getTime() < longAgo)
  return [...demoCustomer(world), ...comingWeeks(world, regulars), ...today(world, regulars)]
}

/** The customer to sign in as: a few orders, an ended subscription, and a living one. */
function demoCustomer(world: DemoWorld): OrderPlan[] {
  const { almanac } = world
  const me: Person = {
    ...world.newPerson(almanac.at(daysAgo(world, 309), 9)),
    name: 'Robin Delaney',
    email: DEMO_CUSTOMER_EMAIL,
    phone: '845-555-0117',
    address: '27 Wurts Street',
    city: 'Kingston',
    zip: '12401',
    hasSignedIn: true,
  }
  const buy = (days: number, change: Partial<OrderPlan> = {}) =>
    paidOrder(world, me, days, { lines: makeLines(world.chance, world.products), ...change })
  const monthly = buy(210, { frequency: 'monthly', endedAt: almanac.at(daysAgo(world, 140), 19) })
  const children = [1, 2].map((month) => {
    const deliveryDate = cycleDate(monthly.deliveryDate, 'monthly', month)
    const placedAt = almanac.chargesFrom(addDays(deliveryDate, -3))
    const fate: Fate = { is: 'paid', paidAt: almanac.chargesFrom(deliveryDate) }
    const { lines } = monthly
    return planOrder(world, {
      buyer: me,
      lines,
      placedAt,
      deliveryDate,
      parent: monthly,
      cycle: month,
      fate,
    })
  })
  const changedMind = buy(96)
  changedMind.fate = {
    is: 'refunded',
    paidAt: paidSoon(changedMind.placedAt),
    cancelledAt: new Date(changedMind.placedAt.getTime() + 95 * MINUTE_MS),
  }
  changedMind.delivery = 'scheduled'
  const weekly = buy(2, {
    frequency: 'weekly',
    deliveryDate: deliveryAfter(almanac.today, 3),
    lines: me.usual,
  })
  const first = buy(309)
  me.since = first.placedAt
  return [first, buy(262), monthly, ...children, changedMind, buy(61), buy(24), weekly]
}

/** Enough to plan for the next two weeks. */
function comingWeeks(world: DemoWorld, people: readonly Person[]): OrderPlan[] {
  const { almanac, chance } = world
  return Array.from({ length: 18 }, (_, place) => {
    const deliveryDate = deliveryAfter(almanac.today, 1 + Math.floor((place * 13) / 18))
    return paidOrder(world, chance.pick(people), 1 + (place % 4), { deliveryDate })
  })
}

/** Deliveries under way, one that failed the other day, one order that waits for its money. */
function today(world: DemoWorld, people: readonly Person[]): OrderPlan[] {
  const { almanac, chance } = world
  const { now } = almanac
  const someone = () => chance.pick(people)
  const underWay = [3, 2, 4].map((days) =>
    paidOrder(world, someone(), days, { deliveryDate: almanac.today }),
  )
  const failed = paidOrder(world, someone(), 4, {
    deliveryDate: deliveryAfter(daysAgo(world, 3), 1),
  })
  failed.delivery = 'failed'
  const midnight = almanac.at(almanac.today, 0).getTime()
  const placedAt = new Date(
    Math.min(now.getTime(), Math.max(now.getTime() - 25 * MINUTE_MS, midnight)),
  )
  const deliveryDate = deliveryAfter(almanac.today, 2)
  const unpaid = planOrder(world, {
    buyer: someone(),
    placedAt,
    deliveryDate,
    fate: { is: 'open' },
  })
  return [...underWay, failed, unpaid]
}

const daysAgo = ({ almanac }: DemoWorld, days: number) => addDays(almanac.today, -days)

/** Placed that many days ago in the day's course, and delivered three days later unless told. */
function paidOrder(world: DemoWorld, buyer: Person, days: number, change: Partial<OrderPlan>) {
  const date = daysAgo(world, days)
  const placedAt = world.almanac.at(date, 9 + world.chance.unit() * 10)
  const fate: Fate = { is: 'paid', paidAt: paidSoon(placedAt) }
  const deliveryDate = deliveryAfter(date, 3)
  return planOrder(world, { buyer, placedAt, deliveryDate, fate, ...change })
}

const paidSoon = (placedAt: Date) => new Date(placedAt.getTime() + 80_000)
