import {
  changeUntil,
  chargeableFrom,
  reminderDate,
  shopInstant,
} from '#contract/dates/shop-calendar.ts'
import { isUnpaid } from '#server/modules/subscriptions/rules.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import { type MemoryCycle, type MemorySubscription, newCycle } from './memory-rows.ts'
import type { MemoryWorld } from './memory-world.ts'

type ScheduleClaim = (subscription: MemorySubscription, row: MemoryCycle) => void

/** Orders upcoming cycles and skips missed ones, as the rules decide. */
export class MemoryPlanner {
  readonly #world: MemoryWorld
  readonly #scheduleClaim: ScheduleClaim
  readonly #planAt = new Map<MemorySubscription, number>()

  constructor(world: MemoryWorld, scheduleClaim: ScheduleClaim) {
    this.#world = world
    this.#scheduleClaim = scheduleClaim
  }

  /** Decides one cycle after another and schedules the next run. */
  plan(subscription: MemorySubscription) {
    const downUntil = this.#world.downUntil()
    if (downUntil !== undefined) return this.#schedulePlan(subscription, downUntil)
    const { status } = subscription
    if ((status !== 'active' && status !== 'paused') || subscription.nextDate === null) return
    const { rules, calendar } = this.#world
    const now = this.#world.clock()
    for (;;) {
      const cycle = subscription.nextCycle
      const known = subscription.cycles.get(cycle)
      const date = known?.date ?? rules.cadenceDate(subscription, cycle)
      const before = [...subscription.cycles.values()].filter((row) => row.cycle < cycle)
      const planned = { date, status: known?.status, hasUnpaid: before.some(isUnpaid) }
      const action = rules.nextPlanAction(planned, calendar, now)
      subscription.nextDate = date
      if (action.type === 'wait') return this.#schedulePlanFor(subscription, date)
      subscription.status = 'active'
      const row = known ?? newCycle(cycle, date, {})
      subscription.cycles.set(cycle, row)
      if (action.type === 'skip') Object.assign(row, { status: 'skipped', reason: action.reason })
      if (action.type === 'order') this.#order(subscription, row)
      subscription.nextCycle += 1
    }
  }

  #schedulePlanFor(subscription: MemorySubscription, date: string): void {
    const { calendar, now } = this.#world
    const instants = [
      shopInstant(calendar, reminderDate(calendar, date), 0).getTime(),
      changeUntil(calendar, date).getTime(),
    ].filter((instant) => instant > now)
    this.#schedulePlan(subscription, Math.min(...instants, now + 3 * DAY_MS) + MINUTE_MS)
  }

  #schedulePlan(subscription: MemorySubscription, at: number): void {
    const { now } = this.#world
    const planned = this.#planAt.get(subscription)
    if (planned !== undefined && planned > now && planned <= at) return
    this.#planAt.set(subscription, at)
    this.#world.at(at, () => {
      if (this.#planAt.get(subscription) === at) this.plan(subscription)
    })
  }

  #order(subscription: MemorySubscription, row: MemoryCycle): void {
    const { calendar, oracle } = this.#world
    oracle.checkDate(subscription, row)
    const dueAt = chargeableFrom(calendar, row.date).getTime()
    Object.assign(row, { status: 'ordered', reason: null, cancelledAt: null, dueAt })
    this.#scheduleClaim(subscription, row)
  }
}
