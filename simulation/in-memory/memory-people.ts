import { addDays } from '#contract/dates/calendar.ts'
import { changeUntil, shopDate } from '#contract/dates/shop-calendar.ts'
import { isBeforeCutoff } from '#server/modules/deliveries/rules.ts'
import { nextEditableCycle } from '#server/modules/subscriptions/cycle-dates.ts'
import { isUnpaid } from '#server/modules/subscriptions/rules.ts'
import type { CardBehavior } from '../provider/ledger-rows.ts'
import type { Rng } from '../rng.ts'
import { DAY_MS } from '../time.ts'
import type { MemoryEngine } from './memory-engine.ts'
import { type MemoryCycle, type MemorySubscription, newCycle } from './memory-rows.ts'
import type { MemoryWorld } from './memory-world.ts'

const behaviors: readonly CardBehavior[] = [
  'good',
  'good',
  'weak',
  'broke',
  'expired',
  'secure',
  'removed',
]
const frequencies = ['weekly', 'weekly', 'bi-weekly', 'monthly'] as const
const actions = [
  'cancel',
  'cancel_delivery',
  'skip',
  'pause',
  'move',
  'frequency',
  'card',
  'card',
  'pay',
  'pay',
  'deliver',
  'charge',
  'retry',
] as const

/** Customers and staff acting on in-memory rows, with simplified versions of the real changes. */
export class MemoryPeople {
  readonly #world: MemoryWorld
  readonly #engine: MemoryEngine
  readonly #rng: Rng

  constructor(world: MemoryWorld, engine: MemoryEngine) {
    this.#world = world
    this.#engine = engine
    this.#rng = world.rng.fork('people')
  }

  start(count: number, days: number): void {
    const rng = this.#rng
    for (let n = 0; n < count; n++)
      this.#world.after(rng.between(0, 40) * DAY_MS, () => this.#join(n))
    for (let n = 0; n < count * 12; n++) {
      this.#world.after(rng.between(2, days) * DAY_MS, () => {
        const { subscriptions } = this.#world
        const action = rng.pick(actions)
        if (subscriptions.length > 0 && this.#world.downUntil() === undefined) {
          this.#run(action, rng.pick(subscriptions))
        }
      })
    }
  }

  get #today(): string {
    return shopDate(this.#world.calendar, new Date(this.#world.now))
  }

  #join(n: number): void {
    const anchor = addDays(this.#today, 1 + this.#rng.below(6))
    const customerRef = `cus_${n}`
    const cadence = { anchor, anchorCycle: 0, frequency: this.#rng.pick(frequencies) }
    const subscription: MemorySubscription = {
      ...cadence,
      id: `subscription ${n}`,
      status: 'active',
      nextCycle: 1,
      nextDate: this.#world.rules.cadenceDate(cadence, 1),
      customerRef,
      card: this.#rng.chance(0.9) ? this.#newCard(customerRef) : null,
      cycles: new Map(),
    }
    this.#world.subscriptions.push(subscription)
    this.#engine.planner.plan(subscription)
  }

  #newCard(customerRef: string): string {
    const failsFrom = this.#world.now + this.#rng.between(0, 60) * DAY_MS
    return this.#world.ledger.addCard(customerRef, this.#rng.pick(behaviors), failsFrom).id
  }

  #run(action: (typeof actions)[number], subscription: MemorySubscription) {
    if (subscription.status === 'cancelled') return
    const rows = [...subscription.cycles.values()]
    const editable = rows.find((row) => row.status === 'ordered' && this.#isEditable(row.date))
    const unpaid = rows.find(({ status }) => status === 'unpaid' || status === 'failed')
    switch (action) {
      case 'cancel':
        return this.#rng.chance(0.2) ? this.#cancel(subscription, rows) : undefined
      case 'cancel_delivery':
        return editable && this.#cancelDelivery(subscription, editable)
      case 'skip':
        return editable && this.#skip(subscription, editable, 'customer')
      case 'pause':
        return this.#pause(subscription, rows)
      case 'move':
        return this.#move(subscription)
      case 'frequency':
        return this.#changeFrequency(subscription)
      case 'card':
        return this.#switchToCard(subscription, rows)
      case 'pay':
        return unpaid && this.#pay(subscription, unpaid)
      case 'deliver':
        if (editable === undefined && rows.length > 0) this.#rng.pick(rows).isDispatched = true
        return
      case 'charge':
        return this.#chargeMissed(subscription, rows)
      case 'retry':
        return unpaid?.status === 'unpaid' ? this.#dueNow(subscription, unpaid) : undefined
    }
  }

  #isEditable(date: string): boolean {
    return isBeforeCutoff(this.#world.calendar, date, new Date(this.#world.now))
  }

  #dueNow(subscription: MemorySubscription, row: MemoryCycle): void {
    row.dueAt = this.#world.now
    this.#engine.scheduleClaim(subscription, row)
  }

  #cancelDelivery(subscription: MemorySubscription, row: MemoryCycle): void {
    row.cancelledAt = this.#world.now
    this.#dueNow(subscription, row)
  }

  #skip(subscription: MemorySubscription, row: MemoryCycle, reason: 'customer' | 'paused'): void {
    const cancelledAt = this.#world.now
    Object.assign(row, { status: 'skipped', reason, cancelledAt, dueAt: null })
    if (row.intentId) this.#dueNow(subscription, row)
  }

  /** I6, R7: cancels deliveries before their cut-off or on hold; others are still delivered. */
  #cancel(subscription: MemorySubscription, rows: MemoryCycle[]): void {
    Object.assign(subscription, { status: 'cancelled', nextDate: null })
    for (const row of rows) {
      const isOpen = ['ordered', 'charging', 'unpaid'].includes(row.status)
      const isOnHold = row.firstFailedAt !== null && !row.isDispatched
      const isCancelled =
        row.status === 'planned' ||
        (row.status === 'failed' && isOnHold) ||
        (isOpen && (this.#isEditable(row.date) || isOnHold))
      if (!isCancelled) continue
      const cancelledAt = this.#world.now
      Object.assign(row, { status: 'void', reason: 'cancelled', cancelledAt, dueAt: null })
      if (row.intentId) this.#dueNow(subscription, row)
    }
  }

  #pause(subscription: MemorySubscription, rows: MemoryCycle[]): void {
    if (subscription.status !== 'active') return
    const until = addDays(this.#today, 2 + this.#rng.below(30))
    for (const row of rows.filter(({ date }) => date < until)) {
      const isCancelled = row.status === 'ordered' && this.#isEditable(row.date)
      if (isCancelled || row.status === 'planned') this.#skip(subscription, row, 'paused')
    }
    const { calendar, now } = this.#world
    const next = nextEditableCycle(subscription, rows, calendar, new Date(now), until)
    this.#world.oracle.mayMiss.add(subscription.id)
    Object.assign(subscription, { status: 'paused', ...next })
    this.#engine.planner.plan(subscription)
  }

  #move(subscription: MemorySubscription): void {
    const { nextCycle, nextDate, cycles } = subscription
    if (nextDate === null || cycles.has(nextCycle)) return
    const date = addDays(nextDate, this.#rng.below(9) - 4)
    const before = cycles.get(nextCycle - 1)?.date ?? subscription.anchor
    const isBetweenCycles =
      date > before && date < this.#world.rules.cadenceDate(subscription, nextCycle + 1)
    if (!isBetweenCycles || this.#world.now >= changeUntil(this.#world.calendar, date).getTime())
      return
    cycles.set(nextCycle, newCycle(nextCycle, date, { isMoved: true }))
    subscription.nextDate = date
    this.#engine.planner.plan(subscription)
  }

  #changeFrequency(subscription: MemorySubscription): void {
    const { nextDate, nextCycle } = subscription
    const frequency = this.#rng.pick(frequencies)
    if (nextDate === null) return
    Object.assign(subscription, { anchor: nextDate, anchorCycle: nextCycle, frequency })
  }

  #switchToCard(subscription: MemorySubscription, rows: MemoryCycle[]): void {
    subscription.card = this.#newCard(subscription.customerRef)
    for (const row of rows.filter(({ status }) => status === 'unpaid')) {
      this.#dueNow(subscription, row)
    }
  }

  /** Pays the same intent in the browser. */
  #pay({ customerRef }: MemorySubscription, row: MemoryCycle): void {
    const { ledger, now } = this.#world
    const intent = row.intentId ? ledger.find(row.intentId) : undefined
    if (intent?.status !== 'open') return
    ledger.payInBrowser(intent.id, ledger.addCard(customerRef, 'good', now))
  }

  #chargeMissed(subscription: MemorySubscription, rows: MemoryCycle[]): void {
    const row = rows.find(({ reason }) => reason === 'missed_but_delivered')
    if (!row || rows.some(isUnpaid)) return
    Object.assign(row, { status: 'ordered', reason: null, isApproved: true })
    this.#dueNow(subscription, row)
  }
}
