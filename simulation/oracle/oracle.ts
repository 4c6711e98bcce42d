import { addDays } from '#contract/dates/calendar.ts'
import { shopDate, shopInstant } from '#contract/dates/shop-calendar.ts'
import { centsWithoutRefundRequest } from '../provider/ledger-rows.ts'
import type { RunContext } from '../run-context.ts'
import type { ProcessHandle } from '../scheduler.ts'
import type { SentEmail } from '../shop-process.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { ATTEMPT, type AttemptRow } from './attempt-row.ts'
import { OfferPeriods } from './offer-periods.ts'

export type Violation = { rule: string; what: string; at: string }

type Charge = { key: string; intentId: string; paymentMethodRef: string }
/** Limit for three workers that retry with increasing delays. */
const MAX_REQUESTS_PER_HOUR = 30

/** Compares our books with the provider's ledger during the run. A violation ends the run. */
export class Oracle {
  readonly violations: Violation[] = []
  readonly emails = new Map<string, SentEmail[]>()
  /** Subscriptions that may have been paused: skipped dates leave no rows. */
  readonly mayBePaused = new Set<string>()
  /** Subscriptions that a customer may have changed; their orders are priced again. */
  readonly changed = new Set<string>()
  /** Orders that staff cancelled with a refund. */
  readonly expectedRefunds = new Set<string>()
  readonly offers = new OfferPeriods(() => this.#world.scheduler.now)
  charges = 0
  readonly #world: RunContext
  readonly #inFlight = new Map<
    string,
    { handle: ProcessHandle; leasedUntil: number; skewMs: number }[]
  >()
  readonly #emailedAt = new Map<string, number>()
  readonly #cancelled = new Set<string>()
  readonly #requestedAt = new Map<string, number[]>()
  readonly #checkedMissed = new Set<string>()
  #checkedChanges = -1
  constructor(world: RunContext) {
    this.#world = world
  }

  report(rule: string, what: string): void {
    const at = new Date(this.#world.scheduler.now).toISOString()
    this.violations.push({ rule, what, at })
  }

  recordEmail(email: SentEmail): void {
    this.emails.set(email.messageId, [...(this.emails.get(email.messageId) ?? []), email])
    this.#emailedAt.set(email.messageId, this.#world.scheduler.now)
  }

  /** Records orders that are cancelled for good, without an undo. */
  recordCancel(ids: string[]): void {
    for (const id of ids) this.#cancelled.add(id)
  }

  wasCancelled = (id: string): boolean => this.#cancelled.has(id)

  /** Drops emails whose rows were lost by restoring a backup. */
  discardEmailsSince(time: number): void {
    for (const [messageId, at] of this.#emailedAt) if (at >= time) this.emails.delete(messageId)
  }

  /** Called when a charge request is sent: its attempt row must exist, and the cycle must be due. */
  async watchCharge(handle: ProcessHandle, charge: Charge, skewMs: number): Promise<() => void> {
    const { scheduler } = this.#world
    this.charges += 1
    this.#checkRequestRate(charge)
    const [attempt] = await scheduler.enqueue(handle, () =>
      this.#world.sql<AttemptRow>(ATTEMPT, [charge.key]),
    )
    if (!attempt || attempt.intent_id !== charge.intentId) {
      this.report(
        'I3',
        `no attempt row for the charge of ${charge.intentId} with key ${charge.key}`,
      )
      return () => {}
    }
    this.#checkDue(attempt)
    return this.#checkExclusive(handle, charge, attempt, skewMs)
  }

  /** AU3: charges are retried with a delay, whatever fails at the card or the provider. */
  #checkRequestRate({ intentId }: Charge): void {
    const { now } = this.#world.scheduler
    const recent = (this.#requestedAt.get(intentId) ?? []).filter((at) => at > now - HOUR_MS)
    this.#requestedAt.set(intentId, [...recent, now])
    if (recent.length === MAX_REQUESTS_PER_HOUR) {
      this.report(
        'R8',
        `${intentId} was requested ${MAX_REQUESTS_PER_HOUR + 1} times within an hour`,
      )
    }
  }

  #checkDue(attempt: AttemptRow): void {
    const { order_status, cancelled_at, started_at, order_id } = attempt
    if (order_status === 'cancelled' && cancelled_at && cancelled_at < started_at) {
      this.report('I6', `a charge was started for the cancelled order ${order_id}`)
    }
    if (!attempt.is_approved && !this.#isStartedOnItsDay(attempt)) {
      this.report('R12', `${order_id} of ${attempt.cycle_date} was charged on another day`)
    }
  }

  /** A charge on a later day is valid only after a failed attempt, or a missing card, on the day itself. */
  #isStartedOnItsDay(attempt: AttemptRow): boolean {
    const { cycle_date, started_at, first_started_at, first_failed_at } = attempt
    const isThatDay = (at: Date) => shopDate(this.#world.calendar, at) === cycle_date
    if (!first_failed_at) return isThatDay(started_at)
    // A deleted customer may be reported just after midnight, without a charge request.
    const reportedAt = new Date(first_failed_at.getTime() - HOUR_MS)
    return isThatDay(first_started_at) || isThatDay(first_failed_at) || isThatDay(reportedAt)
  }

  /** R1: no two concurrent requests for one cycle before the first lease expires. */
  #checkExclusive(
    handle: ProcessHandle,
    { intentId }: Charge,
    attempt: AttemptRow,
    skewMs: number,
  ): () => void {
    const { scheduler } = this.#world
    const leasedUntil = attempt.leased_until?.getTime() ?? 0
    const all = (this.#inFlight.get(intentId) ?? []).filter((other) => !other.handle.isKilled)
    const otherWorker = all.find((other) => other.leasedUntil > scheduler.now && other.skewMs === 0)
    if (otherWorker && skewMs === 0) this.report('R1', `two workers charge ${intentId} at once`)
    const current = { handle, leasedUntil, skewMs }
    this.#inFlight.set(intentId, [...all, current])
    return () => {
      const remaining = (this.#inFlight.get(intentId) ?? []).filter((other) => other !== current)
      this.#inFlight.set(intentId, remaining)
    }
  }

  /** Checks all invariants that must hold at any time. */
  async checkInvariants(): Promise<void> {
    const { ledger, provider } = this.#world
    if (ledger.changes === this.#checkedChanges) return
    this.#checkedChanges = ledger.changes
    this.#checkSingleCharge()
    for (const key of provider.keys.reusedAfterExpiry.splice(0)) {
      this.report('I4', `the key ${key} was used again after 24 hours`)
    }
    this.#checkRefunds()
    await this.#checkMissed()
    await this.#checkCycles()
    await this.#checkPaid()
    await this.#checkOutcomes()
  }

  /** I1: at most one unrefunded charge per order and per cycle. */
  #checkSingleCharge(): void {
    const names = new Set<string>()
    for (const intent of this.#world.ledger.intents.values()) {
      if (centsWithoutRefundRequest(intent) <= 0) continue
      const { orderId, cycle } = intent
      const targets = [orderId, ...(cycle ? [`${cycle.subscriptionId}:${cycle.cycle}`] : [])]
      for (const name of targets) {
        if (names.has(name)) this.report('I1', `${name} was charged twice`)
        names.add(name)
      }
    }
  }

  /** I3: each of our refund rows was processed once. */
  #checkRefunds(): void {
    const names = new Set<string>()
    for (const { refundId } of [...this.#world.ledger.intents.values()].flatMap((i) => i.refunds)) {
      if (refundId && names.has(refundId))
        this.report('I3', `the refund ${refundId} was made twice`)
      if (refundId) names.add(refundId)
    }
  }

  /** AU24: drivers may report a day later, so no ordered delivery is missed before that. */
  async #checkMissed(): Promise<void> {
    const { calendar, scheduler } = this.#world
    const rows = await this.#world.sql<{ order_id: string; date: string }>(
      `select order_id, date from cycles
       where reason in ('missed', 'missed_but_delivered') and order_id is not null`,
    )
    for (const { order_id, date } of rows.filter((row) => !this.#checkedMissed.has(row.order_id))) {
      this.#checkedMissed.add(order_id)
      const decidedAt = shopInstant(calendar, addDays(date, 2), 0).getTime()
      // A worker's clock may be skewed by some minutes.
      if (scheduler.now < decidedAt - HOUR_MS) {
        this.report(
          'R12',
          `${order_id} of ${date} was skipped as missed before drivers could report`,
        )
      }
    }
  }

  /** I1: one row per cycle, and so one order and one intent. */
  async #checkCycles(): Promise<void> {
    const duplicates = await this.#world.sql<{ name: string }>(
      `select subscription_id || ':' || cycle as name from cycles
       group by subscription_id, cycle having count(*) > 1`,
    )
    for (const { name } of duplicates) this.report('I1', `${name} was ordered twice`)
  }

  /** I2: a paid row matches a successful intent of the same order and amount. */
  async #checkPaid(): Promise<void> {
    const paid = await this.#world.sql<{ order_id: string; intent_id: string; cents: number }>(
      // Orders that credit covers have no charge.
      `select order_id, intent_id, amount_cents as cents from payments where paid_at is not null
       and status <> 'covered' and intent_id is not null`,
    )
    for (const { order_id, intent_id, cents } of paid) {
      const intent = this.#world.ledger.intents.get(intent_id)
      const isPaidAtProvider =
        intent?.status === 'succeeded' &&
        intent.orderId === order_id &&
        intent.amountCents === cents
      if (!isPaidAtProvider) this.report('I2', `${order_id} is paid here but not at the provider`)
    }
  }

  /** I4, R8: recorded declines match the bank's, and attempts stay within the limits. */
  async #checkOutcomes(): Promise<void> {
    const declined = await this.#world.sql<{ key: string; intent_id: string; outcome: string }>(
      `select key, intent_id, outcome from charge_attempts
       where outcome in ('soft', 'hard', 'authentication') and code <> 'card_gone'`,
    )
    for (const { key, intent_id, outcome } of declined) {
      const declines = this.#world.ledger.intents.get(intent_id)?.declines ?? []
      if (!declines.some((decline) => decline.key === key)) {
        this.report('I4', `${key} is recorded as ${outcome}, but the ledger has no such decline`)
      }
    }
    for (const { orderId, declines } of this.#world.ledger.intents.values()) {
      const first = declines[0]
      const last = declines.at(-1)
      if (!first || !last) continue
      if (declines.length > 8)
        this.report('R8', `${orderId} was attempted ${declines.length} times`)
      if (last.at - first.at > 15 * DAY_MS)
        this.report('R8', `${orderId} was attempted for too long`)
      const hard = declines.findIndex(({ code }) => code !== 'insufficient_funds')
      const isRetried = declines.slice(hard + 1).some(({ card }) => card === declines[hard]?.card)
      if (hard >= 0 && isRetried)
        this.report('R8', `${orderId}: a card was charged after a hard decline`)
    }
  }
}
