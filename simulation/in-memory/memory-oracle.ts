import { addDays, type CalendarDate, dateIn } from '#contract/dates/calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import { MAX_CHARGE_ATTEMPTS } from '#server/modules/renewals/rules.ts'
import { isUnpaid } from '#server/modules/subscriptions/rules.ts'
import type { Violation } from '../oracle/oracle.ts'
import { type LedgerIntent, unrefundedCents } from '../provider/ledger-rows.ts'
import { DAY_MS } from '../time.ts'
import type { MemoryCycle, MemorySubscription } from './memory-rows.ts'
import type { MemoryWorld } from './memory-world.ts'

/** Holds what the rules decided beside what was promised. */
export class MemoryOracle {
  readonly violations: Violation[] = []
  charges = 0
  /** Whose dates may be left out without a row: paused, past due. */
  readonly mayMiss = new Set<string>()
  readonly #world: MemoryWorld
  readonly #firstRequests = new Map<string, number>()

  constructor(world: MemoryWorld) {
    this.#world = world
  }

  report(rule: string, what: string): void {
    this.violations.push({ rule, what, at: new Date(this.#world.now).toISOString() })
  }

  /** I12: the date is a function of anchor, frequency and number, reckoned here in another way. */
  checkDate({ id, anchor, anchorCycle, frequency }: MemorySubscription, row: MemoryCycle): void {
    const right = dateByCalendar(anchor, frequency, row.cycle - anchorCycle)
    if (!row.isMoved && row.date !== right) {
      this.report('I12', `cycle ${row.cycle} of ${id} is on ${row.date} and not on ${right}`)
    }
  }

  /** A request that may move money is about to leave. */
  checkCharge({ id, cycles }: MemorySubscription, row: MemoryCycle, now: Date): void {
    this.charges += 1
    const name = `cycle ${row.cycle} of ${id}`
    if (row.isPaid) this.report('I1', `${name} is asked for though it is paid`)
    if (row.cancelledAt !== null) this.report('I6', `${name} is asked for though it is off`)
    if (row.attempts.some(({ outcome }) => outcome === null)) {
      this.report('I4', `${name} is asked for anew while nobody knows the end of the last request`)
    }
    if (row.failedAttempts > 0 || row.isApproved) return
    const today = dateIn(this.#world.zone, now)
    if (today !== row.date) this.report('R12', `${name} of ${row.date} is charged on ${today}`)
    const others = [...cycles.values()].filter((other) => other !== row)
    if (others.some(isUnpaid)) this.report('I5', `${name} is charged beside an unpaid one`)
    const day = `${id} on ${today}`
    if ((this.#firstRequests.get(day) ?? row.cycle) !== row.cycle)
      this.report('R12', `${day}: a burst`)
    this.#firstRequests.set(day, row.cycle)
  }

  /** I1 and R8, whenever the provider's books change. */
  checkIntent({ orderId, declines }: LedgerIntent): void {
    const all = [...this.#world.ledger.intents.values()]
    const kept = all.filter((intent) => intent.orderId === orderId && unrefundedCents(intent) > 0)
    if (kept.length > 1) this.report('I1', `${orderId} was charged twice`)
    if (declines.length > MAX_CHARGE_ATTEMPTS)
      this.report('R8', `${orderId}: ${declines.length} tries`)
    const [first, last] = [declines[0], declines.at(-1)]
    if (!first || !last) return
    if (last.at - first.at > 15 * DAY_MS) this.report('R8', `${orderId} was tried for too long`)
    const hard = declines.findIndex(({ code }) => code !== 'insufficient_funds')
    const isAgain = declines.slice(hard + 1).some(({ card }) => card === declines[hard]?.card)
    if (hard >= 0 && isAgain) this.report('R8', `${orderId}: a card was asked after its last word`)
  }

  /** With the faults off and everything settled. */
  checkEnd(): void {
    const today = dateIn(this.#world.zone, new Date(this.#world.now))
    for (const subscription of this.#world.subscriptions) {
      const { id, status, nextDate, nextCycle, cycles } = subscription
      for (const row of cycles.values()) this.#checkDecided(subscription, row, today)
      if (status !== 'active') continue
      if (nextDate === null || nextDate < today) this.report('I5', `${id} stands still`)
      const first = Math.min(...cycles.keys())
      for (let cycle = first; cycle < nextCycle && !this.mayMiss.has(id); cycle++) {
        if (!cycles.has(cycle)) this.report('I5', `cycle ${cycle} of ${id} was forgotten`)
      }
    }
  }

  #checkDecided(of: MemorySubscription, row: MemoryCycle, today: CalendarDate): void {
    const { status, date, firstFailedAt, reason, intentId } = row
    const name = `cycle ${row.cycle} of ${of.id} (${date}, ${status})`
    const triedFor = this.#world.now - (firstFailedAt?.getTime() ?? 0)
    const isBeingTried = status === 'unpaid' && triedFor < 15 * DAY_MS
    const isOpen = ['planned', 'ordered', 'charging', 'unpaid'].includes(status)
    // Nothing comes while a subscription is past due; what was only moved is decided when it goes on.
    const waits = isBeingTried || (status === 'planned' && of.status === 'past_due')
    // What was missed is decided a day after its date.
    if (isOpen && date < addDays(today, -1) && !waits) this.report('I5', `${name} is not decided`)
    if (status === 'skipped' && !reason) this.report('I5', `${name} has no reason`)
    const intent = this.#world.ledger.intents.get(intentId ?? '')
    const kept = intent ? unrefundedCents(intent) : 0
    if ((status === 'paid') !== kept > 0) this.report('I10', `${name} has ${kept} cents`)
  }
}

/** Rule 15, written down a second time: by walking through the calendar. */
function dateByCalendar(anchor: CalendarDate, frequency: Frequency, n: number): CalendarDate {
  const [year = 0, month = 0, day = 0] = anchor.split('-').map(Number)
  if (frequency !== 'monthly') {
    const days = frequency === 'weekly' ? 7 : 14
    return new Date(Date.UTC(year, month - 1, day + days * n)).toISOString().slice(0, 10)
  }
  for (let tried = day; ; tried--) {
    const date = new Date(Date.UTC(year, month - 1 + n, tried))
    const isSameMonth = date.getUTCMonth() === (((month - 1 + n) % 12) + 12) % 12
    if (isSameMonth) return date.toISOString().slice(0, 10)
  }
}
