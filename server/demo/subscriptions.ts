import { addDays, type CalendarDate, cycleDate } from '#contract/calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { DemoWorld, OrderPlan } from './order-plan.ts'

/** The subscriptions that have a delivery on a date. */
export type Subscriptions = Map<CalendarDate, Subscription[]>

type Subscription = {
  first: OrderPlan
  /** The number of the delivery that is on its date now. */
  cycle(): number
  /** Puts the next delivery on its date, or ends the subscription. */
  goOn(subscriptions: Subscriptions): void
}

const frequencies = [
  ['weekly', 12],
  ['bi-weekly', 33],
  ['monthly', 55],
] as const satisfies (readonly [Frequency, number])[]

/** The share that is cancelled after each delivery. */
const partings = { weekly: 0.03, 'bi-weekly': 0.045, monthly: 0.08 }

/** Makes a subscription of that order; how long it lasts is settled here and now. */
export function subscribe(
  { almanac, chance }: DemoWorld,
  first: OrderPlan,
  subscriptions: Subscriptions,
): void {
  const frequency = chance.weighed(frequencies)
  const last = Math.floor(Math.log(1 - chance.unit()) / Math.log(1 - partings[frequency]))
  const { deliveryDate: anchor, buyer } = first
  // Told a day after the last delivery, well before the cut-off of the next.
  const endsAt = almanac.at(addDays(cycleDate(anchor, frequency, last), 1), 10)
  first.frequency = frequency
  first.endedAt = endsAt <= almanac.now ? endsAt : null
  buyer.isSubscribed = true

  let done = 0
  const subscription: Subscription = {
    first,
    cycle: () => done,
    goOn(all) {
      done += 1
      if (done > last) {
        buyer.isSubscribed = false
        return
      }
      const date = cycleDate(anchor, frequency, done)
      all.set(date, [...(all.get(date) ?? []), subscription])
    },
  }
  subscription.goOn(subscriptions)
}
