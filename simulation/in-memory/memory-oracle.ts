import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { DeliveryCalendar } from '#contract/zones/landed-date.ts'
import { MAX_CHARGE_ATTEMPTS } from '#server/modules/renewals/rules.ts'
import { isUnpaid } from '#server/modules/subscriptions/rules.ts'
import type { Violation } from '../oracle/oracle.ts'
import type { Ledger } from '../provider/ledger.ts'
import { type LedgerIntent, unrefundedCents } from '../provider/ledger-rows.ts'
import { DAY_MS } from '../time.ts'
import type { MemoryCycle, MemorySubscription } from './memory-rows.ts'

/** The state of a run that the oracle reads. */
type ObservedWorld = {
  readonly now: number
  readonly calendar: DeliveryCalendar
  readonly ledger: Ledger
  readonly subscriptions: readonly MemorySubscription[]
}

/** Checks the decisions of the rules against the invariants. */
export class MemoryOracle {
  readonly violations: Violation[] = []
  charges = 0
  /** Subscriptions whose dates may have no row: paused, past due. */
  readonly mayMiss = new Set<string>()
  readonly #world: ObservedWorld
  readonly #firstRequests = new Map<string, number>()

  constructor(world: ObservedWorld) {
    this.#world = world
  }

  report(rule: string, what: string): void {
    this.violations.push({ rule, what, at: new Date(this.#world.now).toISOString() })
  }

  /** I12: a date depends on anchor, frequency and cycle number only; computed here in another way. */
  checkDate({ id, anchor, anchorCycle, frequency }: MemorySubscription, row: MemoryCycle): void {
    const expected = dateByCalendar(anchor, frequency, row.cycle - anchorCycle)
    if (!row.isMoved && row.date !== expected) {
      this.report('I12', `cycle ${row.cycle} of ${id} is on ${row.date}, not on ${expected}`)
    }
  }

  /** Called before a charge request is sent. */
  checkCharge({ id, cycles }: MemorySubscription, row: MemoryCycle, now: Date): void {
    this.charges += 1
    const name = `cycle ${row.cycle} of ${id}`
    if (row.isPaid) this.report('I1', `${name} is charged although it is paid`)
    if (row.cancelledAt !== null) this.report('I6', `${name} is charged although it is cancelled`)
    if (row.attempts.some(({ outcome }) => outcome === null)) {
      this.report('I4', `${name} is charged again while the outcome of the last request is unknown`)
    }
    if (row.failedAttempts > 0 || row.isApproved) return
    const today = shopDate(this.#world.calendar, now)
    if (today !== row.date) this.report('R12', `${name} of ${row.date} is charged on ${today}`)
    const others = [...cycles.values()].filter((other) => other !== row)
    if (others.some(isUnpaid)) this.report('I5', `${name} is charged while another cycle is unpaid`)
    const day = `${id} on ${today}`
    if ((this.#firstRequests.get(day) ?? row.cycle) !== row.cycle)
      this.report('R12', `${day}: more than one cycle charged`)
    this.#firstRequests.set(day, row.cycle)
  }

  /** I1 and R8, checked on every change of the provider's ledger. */
  checkIntent({ orderId, declines }: LedgerIntent): void {
    const all = [...this.#world.ledger.intents.values()]
    const charged = all.filter(
      (intent) => intent.orderId === orderId && unrefundedCents(intent) > 0,
    )
    if (charged.length > 1) this.report('I1', `${orderId} was charged twice`)
    if (declines.length > MAX_CHARGE_ATTEMPTS)
      this.report('R8', `${orderId}: ${declines.length} attempts`)
    const [first, last] = [declines[0], declines.at(-1)]
    if (!first || !last) return
    if (last.at - first.at > 15 * DAY_MS) this.report('R8', `${orderId} was attempted for too long`)
    const hard = declines.findIndex(({ code }) => code !== 'insufficient_funds')
    const isRetried = declines.slice(hard + 1).some(({ card }) => card === declines[hard]?.card)
    if (hard >= 0 && isRetried)
      this.report('R8', `${orderId}: a card was charged after a hard decline`)
  }

  /** Checks the final state, after the faults have ended and everything has settled. */
  checkEnd(): void {
    const today = shopDate(this.#world.calendar, new Date(this.#world.now))
    for (const subscription of this.#world.subscriptions) {
      const { id, status, nextDate, nextCycle, cycles } = subscription
      for (const row of cycles.values()) this.#checkDecided(subscription, row, today)
      if (status !== 'active') continue
      if (nextDate === null || nextDate < today) this.report('I5', `${id} does not advance`)
      const first = Math.min(...cycles.keys())
      for (let cycle = first; cycle < nextCycle && !this.mayMiss.has(id); cycle++) {
        if (!cycles.has(cycle)) this.report('I5', `cycle ${cycle} of ${id} was omitted`)
      }
    }
  }

  #checkDecided(subscription: MemorySubscription, row: MemoryCycle, today: CalendarDate): void {
    const { status, date, firstFailedAt, reason, intentId } = row
    const name = `cycle ${row.cycle} of ${subscription.id} (${date}, ${status})`
    const retriedForMs = this.#world.now - (firstFailedAt?.getTime() ?? 0)
    const isBeingRetried = status === 'unpaid' && retriedForMs < 15 * DAY_MS
    const isOpen = ['planned', 'ordered', 'charging', 'unpaid'].includes(status)
    // A past-due subscription has no deliveries; a moved cycle is decided when it is reactivated.
    const waits = isBeingRetried || (status === 'planned' && subscription.status === 'past_due')
    // A missed cycle is decided a day after its date.
    if (isOpen && date < addDays(today, -1) && !waits) this.report('I5', `${name} is not decided`)
    if (status === 'skipped' && !reason) this.report('I5', `${name} has no reason`)
    const intent = this.#world.ledger.intents.get(intentId ?? '')
    const unrefunded = intent ? unrefundedCents(intent) : 0
    if ((status === 'paid') !== unrefunded > 0) {
      this.report('I10', `${name} has ${unrefunded} cents`)
    }
  }
}

/** Second implementation of rule 15, based on `Date`. */
function dateByCalendar(anchor: CalendarDate, frequency: Frequency, n: number): CalendarDate {
  const [year = 0, month = 0, day = 0] = anchor.split('-').map(Number)
  if (frequency !== 'monthly') {
    const days = frequency === 'weekly' ? 7 : 14
    return new Date(Date.UTC(year, month - 1, day + days * n)).toISOString().slice(0, 10)
  }
  for (let candidate = day; ; candidate--) {
    const date = new Date(Date.UTC(year, month - 1 + n, candidate))
    const isSameMonth = date.getUTCMonth() === (((month - 1 + n) % 12) + 12) % 12
    if (isSameMonth) return date.toISOString().slice(0, 10)
  }
}
