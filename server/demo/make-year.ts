import { addDays, type CalendarDate } from '#contract/calendar.ts'
import { busyness, DAY_MS, deliveryAfter } from './almanac.ts'
import type { Chance } from './chance.ts'
import {
  byConfirmation,
  type DemoWorld,
  type Fate,
  type OrderPlan,
  planOrder,
} from './order-plan.ts'
import { makeLines, type Person } from './people.ts'
import { type Subscriptions, subscribe } from './subscriptions.ts'

export type YearSize = { orders: number; customers: number }

const DAYS = 365
const HOUR_MS = 3_600_000
const FIRST_HOUR = 7
const LAST_HOUR = 22

type Year = {
  world: DemoWorld
  size: YearSize
  people: Person[]
  subscriptions: Subscriptions
  placed: number
}

/**
 * A year of the shop up to now, a day at a time and each day in the order in which its invoices were
 * drawn: whoever writes it needs to keep no more than a few days in memory.
 */
export function* makeYear(
  world: DemoWorld,
  size: YearSize,
  people: Person[] = [],
): Generator<OrderPlan[]> {
  const year: Year = { world, size, people, subscriptions: new Map(), placed: 0 }
  const days = openDays(world)
  const total = days.reduce((sum, { weight }) => sum + weight, 0)
  let weightSoFar = 0
  let made = 0
  for (const [place, day] of days.entries()) {
    weightSoFar += day.weight
    const deliveries = laterDeliveries(year, day.date)
    if (place === days.length - 1) {
      for (let ahead = 1; ahead <= 3; ahead++) {
        deliveries.push(...laterDeliveries(year, addDays(day.date, ahead)))
      }
    }
    // A quiet winter may be kept busy by subscriptions alone; the number asked for still holds.
    deliveries.splice(Math.max(0, size.orders - made))
    const wanted = Math.round((size.orders * weightSoFar) / total) - made - deliveries.length
    const progress = (place + 1) / days.length
    const placed = Array.from({ length: Math.max(0, wanted) }, () =>
      placeOrder(year, day, progress),
    )
    made += deliveries.length + placed.length
    yield [...deliveries, ...placed].sort(byConfirmation)
  }
}

type Day = { date: CalendarDate; from: number; to: number; weight: number }

/** The last one ends now, and is left out while it is too young for anything to have happened. */
function openDays({ almanac }: DemoWorld): Day[] {
  const hoursToday = (almanac.now.getTime() - almanac.at(almanac.today, 0).getTime()) / HOUR_MS
  const last = hoursToday < 1 ? addDays(almanac.today, -1) : almanac.today
  return Array.from({ length: DAYS }, (_, place) => {
    const date = addDays(last, place - DAYS + 1)
    const to = date === almanac.today ? Math.min(LAST_HOUR, hoursToday - 0.25) : LAST_HOUR
    const from = to > FIRST_HOUR + 1 ? FIRST_HOUR : 0
    return { date, from, to, weight: (busyness(date, place / DAYS) * to) / LAST_HOUR }
  })
}

function laterDeliveries({ world, subscriptions }: Year, date: CalendarDate): OrderPlan[] {
  const { almanac } = world
  const due = subscriptions.get(date) ?? []
  subscriptions.delete(date)
  return due.flatMap((subscription) => {
    const { first, goOn } = subscription
    const cycle = subscription.cycle()
    // Three days before the delivery its order is made, a few minutes into the morning's round.
    const minutes = 2 + world.chance.below(40)
    const placedAt = new Date(almanac.chargesFrom(addDays(date, -3)).getTime() + minutes * 60_000)
    const paidAt = new Date(almanac.chargesFrom(date).getTime() + minutes * 60_000)
    goOn(subscriptions)
    if (placedAt > almanac.now) return []
    const fate: Fate = paidAt > almanac.now ? { is: 'due' } : { is: 'paid', paidAt }
    const { buyer, lines } = first
    return [
      planOrder(world, { buyer, lines, placedAt, deliveryDate: date, parent: first, cycle, fate }),
    ]
  })
}

function placeOrder(year: Year, day: Day, progress: number): OrderPlan {
  const { world, people, size } = year
  const { almanac, chance, products } = world
  year.placed += 1
  const hour = day.from + ((day.to - day.from) * (chance.unit() + chance.unit())) / 2
  const placedAt = almanac.at(day.date, hour)
  const isNew = people.length < size.customers * (0.3 + 0.7 * progress)
  const buyer = isNew ? world.newPerson(placedAt) : familiarFace(chance, people)
  if (isNew) people.push(buyer)

  const deliveryDate = deliveryAfter(day.date, chance.pick([1, 1, 2, 2, 2, 3, 3, 4, 5, 7]))
  const order = { buyer, placedAt, deliveryDate }
  // Seven of twenty newcomers subscribe at once; of the others now and then one.
  const subscribes = isNew ? (people.length * 7) % 20 < 7 : chance.happens(0.05)
  if (subscribes && !buyer.isSubscribed) {
    const fate: Fate = { is: 'paid', paidAt: soonAfter(chance, placedAt) }
    const first = planOrder(world, { ...order, fate })
    subscribe(world, first, year.subscriptions)
    return first
  }
  const lines = isNew || chance.happens(0.7) ? buyer.usual : makeLines(chance, products)
  return planOrder(world, { ...order, lines, ...endOf(year, day, placedAt) })
}

/** Those who came first order most; whoever has a subscription seldom needs more. */
function familiarFace(chance: Chance, people: readonly Person[]): Person {
  const any = () => people[Math.floor(chance.unit() ** 1.6 * people.length)] as Person
  let person = any()
  for (let tries = 0; tries < 3 && person.isSubscribed; tries++) person = any()
  return person
}

const soonAfter = (chance: Chance, moment: Date) =>
  new Date(moment.getTime() + (45 + chance.below(120)) * 1000)

/** Most orders are simply paid; by turns one is called off in time, or never paid at all. */
function endOf({ world, placed }: Year, day: Day, placedAt: Date) {
  const { almanac, chance } = world
  const paidAt = soonAfter(chance, placedAt)
  const minutes = (count: number) => count * 60_000
  if (placed % 31 === 17) {
    const cancelledAt = new Date(paidAt.getTime() + minutes(20 + chance.below(180)))
    const deliveryDate = deliveryAfter(day.date, 3)
    const fate: Fate = { is: 'refunded', paidAt, cancelledAt }
    if (cancelledAt.getTime() + minutes(5) < almanac.now.getTime()) return { deliveryDate, fate }
  }
  if (placed % 67 === 29) {
    const cancelledAt = new Date(placedAt.getTime() + DAY_MS + minutes(5 + chance.below(15)))
    const fate: Fate = { is: 'expired', cancelledAt }
    if (cancelledAt < almanac.now) return { fate }
  }
  return { fate: { is: 'paid', paidAt } as Fate }
}
