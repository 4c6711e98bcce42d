import { addDays, dateIn, instantIn } from '#contract/dates/calendar.ts'
import { centsWithoutRefundRequest } from '../provider/ledger-rows.ts'
import type { ProcessHandle } from '../scheduler.ts'
import type { SentEmail } from '../shop-process.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import type { World } from '../world.ts'
import { ATTEMPT, type AttemptRow } from './attempt-row.ts'

export type Violation = { rule: string; what: string; at: string }

type Charge = { key: string; intentId: string; paymentMethodRef: string }

/** Three workers that are told to ask again, each with pauses that grow. */
const MAX_REQUESTS_PER_HOUR = 30

/** Holds the provider's books beside ours while the run goes on. What it finds ends the run. */
export class Oracle {
  readonly violations: Violation[] = []
  readonly mails = new Map<string, SentEmail[]>()
  /** Whoever pauses leaves dates out, and nothing is written down of those. */
  readonly mayBePaused = new Set<string>()
  /** Orders that staff cancelled with a refund. */
  readonly expectedRefunds = new Set<string>()
  charges = 0
  readonly #world: World
  readonly #inFlight = new Map<
    string,
    { handle: ProcessHandle; leasedUntil: number; skewMs: number }[]
  >()
  readonly #mailedAt = new Map<string, number>()
  readonly #cancelled = new Set<string>()
  readonly #requestedAt = new Map<string, number[]>()
  readonly #missedAt = new Set<string>()
  #seenChanges = -1

  constructor(world: World) {
    this.#world = world
  }

  report(rule: string, what: string): void {
    const at = new Date(this.#world.scheduler.now).toISOString()
    this.violations.push({ rule, what, at })
  }

  recordEmail(mail: SentEmail): void {
    this.mails.set(mail.messageId, [...(this.mails.get(mail.messageId) ?? []), mail])
    this.#mailedAt.set(mail.messageId, this.#world.scheduler.now)
  }

  /** Somebody is about to cancel these, and means it. */
  recordCancel(ids: string[]): void {
    for (const id of ids) this.#cancelled.add(id)
  }

  wasCancelled(id: string): boolean {
    return this.#cancelled.has(id)
  }

  /** Their rows were there, and are lost with all that was written since. */
  discardEmailsSince(time: number): void {
    for (const [messageId, at] of this.#mailedAt) if (at >= time) this.mails.delete(messageId)
  }

  /** A request that may move money leaves: its row must be there, and the cycle must be due. */
  async watchCharge(handle: ProcessHandle, charge: Charge, skewMs: number): Promise<() => void> {
    const { scheduler } = this.#world
    this.charges += 1
    this.#checkRequestRate(charge)
    const facts = await scheduler.enqueue(handle, () =>
      this.#world.sql<AttemptRow>(ATTEMPT, [charge.key]),
    )
    const [attempt] = facts
    if (!attempt || attempt.intent_id !== charge.intentId) {
      this.report('I3', `no row for the charge of ${charge.intentId} under ${charge.key}`)
      return () => {}
    }
    this.#checkDue(attempt)
    return this.#checkExclusive(handle, charge, attempt, skewMs)
  }

  /** AU3: whatever is wrong with a card or with the provider, nobody asks without a pause. */
  #checkRequestRate({ intentId }: Charge): void {
    const { now } = this.#world.scheduler
    const recent = (this.#requestedAt.get(intentId) ?? []).filter((at) => at > now - HOUR_MS)
    this.#requestedAt.set(intentId, [...recent, now])
    if (recent.length === MAX_REQUESTS_PER_HOUR) {
      this.report(
        'R8',
        `${intentId} was asked for ${MAX_REQUESTS_PER_HOUR + 1} times within an hour`,
      )
    }
  }

  #checkDue(attempt: AttemptRow): void {
    const { order_status, cancelled_at, started_at, order_id } = attempt
    if (order_status === 'cancelled' && cancelled_at && cancelled_at < started_at) {
      this.report('I6', `a charge was begun for ${order_id}, which had been cancelled`)
    }
    if (!attempt.is_approved && !this.#isStartedOnItsDay(attempt)) {
      this.report('R12', `${order_id} of ${attempt.cycle_date} was charged on another day`)
    }
  }

  /** A later charge is right only where a charge of the day itself failed, or found no card. */
  #isStartedOnItsDay(facts: AttemptRow): boolean {
    const { cycle_date, started_at, first_started_at, first_failed_at } = facts
    const isThatDay = (at: Date) => dateIn(this.#world.zone, at) === cycle_date
    if (!first_failed_at) return isThatDay(started_at)
    // That the customer is gone may be heard just after midnight, without a request for a charge.
    const heard = new Date(first_failed_at.getTime() - HOUR_MS)
    return isThatDay(first_started_at) || isThatDay(first_failed_at) || isThatDay(heard)
  }

  /** R1: two requests for one cycle at once, though the first one's lease has not run out. */
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
    const mine = { handle, leasedUntil, skewMs }
    this.#inFlight.set(intentId, [...all, mine])
    return () => {
      const rest = (this.#inFlight.get(intentId) ?? []).filter((other) => other !== mine)
      this.#inFlight.set(intentId, rest)
    }
  }

  /** What can be read off the books at any moment. */
  async checkInvariants(): Promise<void> {
    const { ledger, provider } = this.#world
    if (ledger.changes === this.#seenChanges) return
    this.#seenChanges = ledger.changes
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

  /** I1: at most one charge of an order, and of a cycle, that has not been given back. */
  #checkSingleCharge(): void {
    const seen = new Set<string>()
    for (const intent of this.#world.ledger.intents.values()) {
      if (centsWithoutRefundRequest(intent) <= 0) continue
      const { orderId, cycle } = intent
      const names = [orderId, ...(cycle ? [`${cycle.subscriptionId}:${cycle.cycle}`] : [])]
      for (const name of names) {
        if (seen.has(name)) this.report('I1', `${name} was charged twice`)
        seen.add(name)
      }
    }
  }

  /** I3: each row of ours that asks for money back has been heard once. */
  #checkRefunds(): void {
    const seen = new Set<string>()
    for (const { refundId } of [...this.#world.ledger.intents.values()].flatMap((i) => i.refunds)) {
      if (refundId && seen.has(refundId)) this.report('I3', `the refund ${refundId} was made twice`)
      if (refundId) seen.add(refundId)
    }
  }

  /** AU24: drivers may report a day later, so nothing that was ordered is missed before. */
  async #checkMissed(): Promise<void> {
    const { zone, scheduler } = this.#world
    const rows = await this.#world.sql<{ order_id: string; date: string }>(
      `select order_id, date from cycles
       where reason in ('missed', 'missed_delivered') and order_id is not null`,
    )
    for (const { order_id, date } of rows.filter((row) => !this.#missedAt.has(row.order_id))) {
      this.#missedAt.add(order_id)
      const decided = instantIn(zone, addDays(date, 2), 0).getTime()
      // A worker's clock may be wrong by some minutes.
      if (scheduler.now < decided - HOUR_MS) {
        this.report('R12', `${order_id} of ${date} was given up before drivers could report`)
      }
    }
  }

  /** I1: one row, and so one order and one intent, a cycle. */
  async #checkCycles(): Promise<void> {
    const twice = await this.#world.sql<{ name: string }>(
      `select subscription_id || ':' || cycle as name from cycles
       group by subscription_id, cycle having count(*) > 1`,
    )
    for (const { name } of twice) this.report('I1', `${name} was ordered twice`)
  }

  /** I2: paid here means paid there, for this order and this sum. */
  async #checkPaid(): Promise<void> {
    const paid = await this.#world.sql<{ order_id: string; intent_id: string; cents: number }>(
      'select order_id, intent_id, amount_cents as cents from payments where paid_at is not null',
    )
    for (const { order_id, intent_id, cents } of paid) {
      const intent = this.#world.ledger.intents.get(intent_id)
      const isSo =
        intent?.status === 'succeeded' &&
        intent.orderId === order_id &&
        intent.amountCents === cents
      if (!isSo) this.report('I2', `${order_id} is paid here and not there`)
    }
  }

  /** I4, R8: what we call a no must be one of the bank's, and it is asked seldom enough. */
  async #checkOutcomes(): Promise<void> {
    const refused = await this.#world.sql<{ key: string; intent_id: string; outcome: string }>(
      `select key, intent_id, outcome from charge_attempts
       where outcome in ('soft', 'hard', 'authentication') and code <> 'card_gone'`,
    )
    for (const { key, intent_id, outcome } of refused) {
      const declines = this.#world.ledger.intents.get(intent_id)?.declines ?? []
      if (!declines.some((decline) => decline.key === key)) {
        this.report('I4', `${key} is written down as ${outcome}, and no bank said so`)
      }
    }
    for (const { orderId, declines } of this.#world.ledger.intents.values()) {
      const first = declines[0]
      const last = declines.at(-1)
      if (!first || !last) continue
      if (declines.length > 8) this.report('R8', `${orderId} was tried ${declines.length} times`)
      if (last.at - first.at > 15 * DAY_MS) this.report('R8', `${orderId} was tried for too long`)
      const hard = declines.findIndex(({ code }) => code !== 'insufficient_funds')
      const isAgain = declines.slice(hard + 1).some(({ card }) => card === declines[hard]?.card)
      if (hard >= 0 && isAgain)
        this.report('R8', `${orderId}: a card was asked after its last word`)
    }
  }
}
