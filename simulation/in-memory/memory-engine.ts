import type { SkipReason } from '#contract/subscriptions/subscriptions.ts'
import { KEY_LIFETIME_MS } from '#server/modules/payments/rules.ts'
import { declineKind } from '#server/modules/renewals/declines.ts'
import { MAX_CHARGE_ATTEMPTS, recheckDelayMs } from '#server/modules/renewals/rules.ts'
import { nextEditableCycle } from '#server/modules/subscriptions/cycle-dates.ts'
import { isUnpaid } from '#server/modules/subscriptions/rules.ts'
import type { LedgerEvent } from '../provider/ledger-rows.ts'
import { MINUTE_MS } from '../time.ts'
import { MemoryPlanner } from './memory-planner.ts'
import { type ChargeResult, sendCharge } from './memory-provider.ts'
import type { MemoryAttempt, MemoryCycle, MemorySubscription } from './memory-rows.ts'
import type { MemoryWorld } from './memory-world.ts'

const LEASE_MS = 3 * MINUTE_MS

/** A leased row; the lease may have expired by the time the provider responds. */
type Job = { subscription: MemorySubscription; row: MemoryCycle; lease: number }

type ProviderDecline = { code: string; chargeRef?: string }

/** Applies the decisions of the engine's rules to in-memory rows, as the engine does to its tables. */
export class MemoryEngine {
  readonly #world: MemoryWorld
  readonly planner: MemoryPlanner
  #leases = 0

  constructor(world: MemoryWorld) {
    this.#world = world
    this.planner = new MemoryPlanner(world, (subscription, row) =>
      this.scheduleClaim(subscription, row),
    )
    world.onEvent = (event) => this.#handleEvent(event)
  }

  /** Two workers often claim at the same time; only one gets the lease. */
  scheduleClaim(subscription: MemorySubscription, row: MemoryCycle): void {
    if (row.dueAt === null) return
    const at = Math.max(row.dueAt, row.leasedUntil) + this.#world.rng.between(1_000, MINUTE_MS)
    const workers = this.#world.rng.chance(0.3) ? 2 : 1
    for (let n = 0; n < workers; n++) this.#world.at(at, () => this.#claim(subscription, row))
  }

  #claim(subscription: MemorySubscription, row: MemoryCycle) {
    const { now } = this.#world
    const downUntil = this.#world.downUntil()
    if (downUntil !== undefined)
      return this.#world.at(downUntil, () => this.#claim(subscription, row))
    if (row.dueAt === null || row.dueAt > now || row.leasedUntil > now) return
    this.#leases += 1
    Object.assign(row, { lease: this.#leases, leasedUntil: now + LEASE_MS })
    // If the worker is killed, another one claims the row after the lease expires.
    this.#world.at(row.leasedUntil + MINUTE_MS, () => this.#claim(subscription, row))
    this.#work({ subscription, row, lease: this.#leases })
  }

  #work(job: Job) {
    const { subscription, row } = job
    const { rules, calendar } = this.#world
    const now = this.#world.clock()
    const unknown = row.attempts.findLast(({ outcome }) => outcome === null)
    const declined = row.attempts.findLast(({ outcome }) => outcome !== 'not_processed')
    const others = [...subscription.cycles.values()].filter((other) => other !== row)
    const action = rules.nextChargeAction(
      {
        ...row,
        isOrderCancelled: row.cancelledAt !== null,
        isCovered: false,
        hasCard: subscription.card !== null,
        isCardDeclined:
          (declined?.outcome === 'hard' || declined?.outcome === 'authentication') &&
          declined.card === subscription.card,
        hasOtherUnpaid: others.some(isUnpaid),
        unknownSince: unknown?.startedAt ?? null,
      },
      calendar,
      now,
    )
    switch (action.type) {
      case 'close':
        return this.#close(job, { status: 'paid' })
      case 'wait':
        return this.#makeDue(job, action.until.getTime())
      case 'skip':
        return this.#skip(job, action.reason)
      case 'retries_exhausted':
        return this.#exhaustRetries(job)
      case 'no_card':
        return this.#putOnHold(job, 'no_card', now)
      case 'cancel':
        return this.#cancelDelivery(job)
      case 'resolve_unknown':
        return unknown && this.#confirm(job, unknown, now)
      case 'charge':
        return this.#charge(job, now)
      case 'cover':
        throw new Error('these rows have no account credit')
      case 'invoice':
        throw new Error('these rows are paid by card')
    }
  }

  #charge(job: Job, now: Date): void {
    const { subscription, row } = job
    const { ledger, oracle } = this.#world
    const { id, customerRef, card } = subscription
    const input = { orderId: `${id}:${row.cycle}`, amountCents: 2_292, customerRef }
    const cycle = { subscriptionId: id, cycle: row.cycle }
    row.intentId ??= ledger.createIntent({ ...input, cycle, savesCard: false }).id
    const key = `charge-${input.orderId}-${row.attempts.length + 1}`
    const attempt = { key, card: card ?? '', startedAt: now, outcome: null }
    oracle.checkCharge(subscription, row, now)
    row.attempts.push(attempt)
    row.status = 'charging'
    this.#confirm(job, attempt, now)
  }

  #confirm(job: Job, attempt: MemoryAttempt, now: Date) {
    if (now.getTime() - attempt.startedAt.getTime() >= KEY_LIFETIME_MS) {
      return this.#readLedger(job, attempt)
    }
    const { key, card } = attempt
    const request = { key, card, intentId: job.row.intentId ?? '' }
    sendCharge(this.#world, request, (result) => this.#handleResponse(job, attempt, result))
  }

  #handleResponse(job: Job, attempt: MemoryAttempt, result: ChargeResult) {
    if (result.isCharged) return this.settle(job.subscription, job.row)
    const { kind, isReplayed, decline } = result.problem
    if (kind === 'declined' || kind === 'missing') {
      return this.#endAttempt(job, attempt, decline ?? { code: 'card_gone' })
    }
    if (kind === 'state' || kind === 'invalid_request' || isReplayed)
      return this.#readLedger(job, attempt)
    this.#scheduleRecheck(job, attempt.startedAt.getTime())
  }

  #readLedger(job: Job, attempt: MemoryAttempt) {
    const { row, subscription } = job
    if (this.#world.providerState() !== 'up') {
      return this.#scheduleRecheck(job, attempt.startedAt.getTime())
    }
    const { status, lastDecline } = this.#world.ledger.find(row.intentId ?? '')
    if (status === 'succeeded') return this.settle(subscription, row)
    if (status === 'canceled') row.intentId = null
    const isKnown = row.attempts.some(({ chargeRef }) => chargeRef === lastDecline?.chargeRef)
    this.#endAttempt(job, attempt, status === 'open' && !isKnown ? lastDecline : null)
  }

  #endAttempt(job: Job, attempt: MemoryAttempt, decline: ProviderDecline | null) {
    const { row, lease } = job
    if (row.lease !== lease || attempt.outcome !== null || row.isPaid) return
    attempt.outcome = decline ? declineKind(decline.code) : 'not_processed'
    if (decline?.chargeRef) attempt.chargeRef = decline.chargeRef
    if (decline) return this.#putOnHold(job, decline.code, this.#world.clock())
    row.status = 'ordered'
    this.#makeDue(job, this.#world.now)
  }

  #putOnHold(job: Job, code: string, now: Date): void {
    const { row } = job
    row.failedAttempts += 1
    row.firstFailedAt ??= now
    row.status = 'unpaid'
    const kind = code === 'no_card' ? 'hard' : declineKind(code)
    const { at } = this.#world.rules.nextCheck(kind, row.failedAttempts, row.firstFailedAt, now)
    this.#makeDue(job, at.getTime())
    if (row.failedAttempts >= MAX_CHARGE_ATTEMPTS && row.cancelledAt === null)
      this.#exhaustRetries(job)
  }

  #exhaustRetries({ subscription, row }: Job): void {
    Object.assign(row, { status: 'failed', dueAt: null, leasedUntil: 0 })
    if (subscription.status === 'cancelled') return
    this.#world.oracle.mayMiss.add(subscription.id)
    Object.assign(subscription, { status: 'past_due', nextDate: null })
  }

  #skip(job: Job, reason: SkipReason): void {
    if (reason !== 'missed_but_delivered') job.row.cancelledAt = this.#world.now
    this.#close(job, { status: 'skipped', reason })
    if (job.row.intentId && reason !== 'missed_but_delivered') this.#makeDue(job, this.#world.now)
  }

  #cancelDelivery(job: Job) {
    const { row, subscription } = job
    const { ledger, now } = this.#world
    if (this.#world.providerState() !== 'up')
      return this.#scheduleRecheck(job, row.cancelledAt ?? now)
    const intent = row.intentId ? ledger.find(row.intentId) : undefined
    if (intent?.status === 'succeeded') this.settle(subscription, row)
    if (intent?.status === 'open') ledger.cancel(intent.id)
    for (const attempt of row.attempts) attempt.outcome ??= 'not_processed'
    const isDecided = row.status === 'skipped' || row.isPaid
    this.#close(job, isDecided ? {} : { status: 'void', reason: row.reason ?? 'cancelled' })
  }

  #close({ row }: Job, change: Partial<MemoryCycle>): void {
    Object.assign(row, { ...change, dueAt: null, leasedUntil: 0 })
  }

  #makeDue({ subscription, row }: Job, dueAt: number): void {
    Object.assign(row, { dueAt, leasedUntil: 0 })
    this.scheduleClaim(subscription, row)
  }

  #scheduleRecheck(job: Job, since: number): void {
    if (job.row.lease !== job.lease) return
    this.#makeDue(job, this.#world.now + recheckDelayMs(this.#world.now - since))
  }

  /** Handles a webhook, which arrives late or is lost and found by reconciliation. */
  #handleEvent({ type, intent }: LedgerEvent): void {
    if (type !== 'payment_intent.succeeded' || !intent?.cycle) return
    const { subscriptionId, cycle } = intent.cycle
    const subscription = this.#world.subscriptions.find(({ id }) => id === subscriptionId)
    const row = subscription?.cycles.get(cycle)
    const { rng, isFaulty } = this.#world
    const isLost = isFaulty && rng.chance(0.2)
    const delayMs = isLost ? rng.between(5, 600) * MINUTE_MS : rng.between(200, 5_000)
    if (subscription && row) this.#world.after(delayMs, () => this.settle(subscription, row))
  }

  /** Marks the row as paid once; the payment of a cancelled delivery is refunded. */
  settle(subscription: MemorySubscription, row: MemoryCycle): void {
    const { ledger, refundsAndDisputes } = this.#world
    const intent = row.intentId ? ledger.find(row.intentId) : undefined
    if (row.isPaid || intent?.status !== 'succeeded') return
    row.isPaid = true
    for (const attempt of row.attempts) attempt.outcome ??= 'paid'
    if (row.cancelledAt !== null) {
      const { id: intentId, amountCents } = intent
      refundsAndDisputes.refund({ intentId, amountCents, refundId: null })
      return
    }
    Object.assign(row, { status: 'paid', dueAt: null, leasedUntil: 0 })
    if (subscription.status === 'past_due') this.#reactivate(subscription)
    this.planner.plan(subscription)
  }

  #reactivate(subscription: MemorySubscription): void {
    const { calendar, now } = this.#world
    const rows = [...subscription.cycles.values()]
    const next = nextEditableCycle(subscription, rows, calendar, new Date(now))
    for (const row of rows) {
      const isPast = row.status === 'planned' && row.cycle < next.nextCycle
      if (isPast) Object.assign(row, { status: 'skipped', reason: 'unpaid_before' })
    }
    Object.assign(subscription, { status: 'active', ...next })
  }
}
