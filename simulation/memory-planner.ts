import {
  addDays,
  changeUntil,
  chargedFrom,
  instantIn,
  ORDERED_DAYS_AHEAD,
} from '#contract/calendar.ts'
import { isUnpaid } from '#server/modules/subscriptions/rules.ts'
import { type MemoryCycle, type MemorySubscription, newCycle } from './memory-rows.ts'
import type { MemoryWorld } from './memory-world.ts'
import { DAY_MS, MINUTE_MS } from './time.ts'

type Wake = (subscription: MemorySubscription, row: MemoryCycle) => void

/** Orders what comes near and passes over what was missed, as the rules say. */
export class MemoryPlanner {
  readonly #world: MemoryWorld
  readonly #wake: Wake
  readonly #comesAt = new Map<MemorySubscription, number>()

  constructor(world: MemoryWorld, wake: Wake) {
    this.#world = world
    this.#wake = wake
  }

  /** Decides cycle after cycle, and comes again when the next one is near. */
  plan(subscription: MemorySubscription) {
    const off = this.#world.offUntil()
    if (off !== undefined) return this.#comeAt(subscription, off)
    const { status } = subscription
    if ((status !== 'active' && status !== 'paused') || subscription.nextDate === null) return
    const { rules, zone } = this.#world
    const now = this.#world.clock()
    for (;;) {
      const cycle = subscription.nextCycle
      const known = subscription.cycles.get(cycle)
      const date = known?.date ?? rules.dateOfCycle(subscription, cycle)
      const before = [...subscription.cycles.values()].filter((row) => row.cycle < cycle)
      const planned = { date, status: known?.status, hasUnpaid: before.some(isUnpaid) }
      const step = rules.planStep(planned, zone, now)
      subscription.nextDate = date
      if (step.do === 'wait') return this.#planLater(subscription, date)
      subscription.status = 'active'
      const row = known ?? newCycle(cycle, date, {})
      subscription.cycles.set(cycle, row)
      if (step.do === 'skip') Object.assign(row, { status: 'skipped', reason: step.reason })
      if (step.do === 'order') this.#order(subscription, row)
      subscription.nextCycle += 1
    }
  }

  #planLater(subscription: MemorySubscription, date: string): void {
    const { zone, now } = this.#world
    const moments = [
      instantIn(zone, addDays(date, -ORDERED_DAYS_AHEAD), 0).getTime(),
      changeUntil(zone, date).getTime(),
    ].filter((moment) => moment > now)
    this.#comeAt(subscription, Math.min(...moments, now + 3 * DAY_MS) + MINUTE_MS)
  }

  #comeAt(subscription: MemorySubscription, at: number): void {
    const { now } = this.#world
    const planned = this.#comesAt.get(subscription)
    if (planned !== undefined && planned > now && planned <= at) return
    this.#comesAt.set(subscription, at)
    this.#world.at(at, () => {
      if (this.#comesAt.get(subscription) === at) this.plan(subscription)
    })
  }

  #order(subscription: MemorySubscription, row: MemoryCycle): void {
    const { zone, oracle } = this.#world
    oracle.checkDate(subscription, row)
    const dueAt = chargedFrom(zone, row.date).getTime()
    Object.assign(row, { status: 'ordered', reason: null, cancelledAt: null, dueAt })
    this.#wake(subscription, row)
  }
}
