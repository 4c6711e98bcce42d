import { addDays, type CalendarDate, cycleDate } from '#contract/dates/calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { DemoContext, OrderPlan } from './order-plan.ts'

/** The subscriptions that have a delivery on a date. */
export type Subscriptions = Map<CalendarDate, Subscription[]>

type Subscription = {
  first: OrderPlan
  /** The cycle of the delivery that is due. */
  cycle(): number
  /** Adds the next delivery to its date, or ends the subscription. */
  scheduleNext(subscriptions: Subscriptions): void
}

const frequencies = [
  ['weekly', 12],
  ['bi-weekly', 33],
  ['monthly', 55],
] as const satisfies (readonly [Frequency, number])[]

/** The share of subscriptions that is cancelled after each delivery. */
const churnRates = { weekly: 0.03, 'bi-weekly': 0.045, monthly: 0.08 }

/** Turns the order into a subscription and decides how long it lasts. */
export function subscribe(
  { calendar, rng }: DemoContext,
  first: OrderPlan,
  subscriptions: Subscriptions,
): void {
  const frequency = rng.weighted(frequencies)
  const last = Math.floor(Math.log(1 - rng.unit()) / Math.log(1 - churnRates[frequency]))
  const { deliveryDate: anchor, buyer } = first
  // Cancelled a day after the last delivery, well before the next cut-off.
  const endsAt = calendar.at(addDays(cycleDate(anchor, frequency, last), 1), 10)
  first.frequency = frequency
  first.endedAt = endsAt <= calendar.now ? endsAt : null
  buyer.isSubscribed = true

  let done = 0
  const subscription: Subscription = {
    first,
    cycle: () => done,
    scheduleNext(all) {
      done += 1
      if (done > last) {
        buyer.isSubscribed = false
        return
      }
      const date = cycleDate(anchor, frequency, done)
      all.set(date, [...(all.get(date) ?? []), subscription])
    },
  }
  subscription.scheduleNext(subscriptions)
}
