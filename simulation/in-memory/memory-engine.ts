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

/** A row in the hand of a worker, who may have lost it by the time the provider answers. */
type Job = { subscription: MemorySubscription; row: MemoryCycle; lease: number }

type ProviderDecline = { code: string; chargeRef?: string }

/** Carries out on rows in memory what the engine's rules decide, as the engine does on its tables. */
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

  /** Two workers often look at the same moment; the lease lets one of them have it. */
  scheduleClaim(subscription: MemorySubscription, row: MemoryCycle): void {
    if (row.dueAt === null) return
    const at = Math.max(row.dueAt, row.leasedUntil) + this.#world.rng.between(1_000, MINUTE_MS)
    const workers = this.#world.rng.chance(0.3) ? 2 : 1
    for (let n = 0; n < workers; n++) this.#world.at(at, () => this.#claim(subscription, row))
  }

  #claim(subscription: MemorySubscription, row: MemoryCycle) {
    const { now } = this.#world
    const off = this.#world.downUntil()
    if (off !== undefined) return this.#world.at(off, () => this.#claim(subscription, row))
    if (row.dueAt === null || row.dueAt > now || row.leasedUntil > now) return
    this.#leases += 1
    Object.assign(row, { lease: this.#leases, leasedUntil: now + LEASE_MS })
    // Whoever dies with it in hand leaves it to the next, when the lease is over.
    this.#world.at(row.leasedUntil + MINUTE_MS, () => this.#claim(subscription, row))
    this.#work({ subscription, row, lease: this.#leases })
  }

  #work(job: Job) {
    const { subscription, row } = job
    const { rules, zone } = this.#world
    const now = this.#world.clock()
    const unknown = row.attempts.findLast(({ outcome }) => outcome === null)
    const refused = row.attempts.findLast(({ outcome }) => outcome !== 'lost')
    const others = [...subscription.cycles.values()].filter((other) => other !== row)
    const step = rules.nextChargeAction(
      {
        ...row,
        isOrderCancelled: row.cancelledAt !== null,
        hasCard: subscription.card !== null,
        isCardDeclined:
          (refused?.outcome === 'hard' || refused?.outcome === 'authentication') &&
          refused.card === subscription.card,
        hasOtherUnpaid: others.some(isUnpaid),
        unknownSince: unknown?.startedAt ?? null,
      },
      zone,
      now,
    )
    switch (step.type) {
      case 'close':
        return this.#end(job, { status: 'paid' })
      case 'wait':
        return this.#put(job, step.until.getTime())
      case 'skip':
        return this.#skip(job, step.reason)
      case 'retries_exhausted':
        return this.#giveUp(job)
      case 'no_card':
        return this.#hold(job, 'no_card', now)
      case 'cancel':
        return this.#cancelDelivery(job)
      case 'resolve_unknown':
        return unknown && this.#confirm(job, unknown, now)
      case 'charge':
        return this.#charge(job, now)
    }
  }

  #charge(job: Job, now: Date): void {
    const { subscription, row } = job
    const { ledger, oracle } = this.#world
    const { id, customerRef, card } = subscription
    const wish = { orderId: `${id}:${row.cycle}`, amountCents: 2_292, customerRef }
    const cycle = { subscriptionId: id, cycle: row.cycle }
    row.intentId ??= ledger.createIntent({ ...wish, cycle, savesCard: false }).id
    const key = `charge-${wish.orderId}-${row.attempts.length + 1}`
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
    sendCharge(this.#world, request, (answer) => this.#handleResponse(job, attempt, answer))
  }

  #handleResponse(job: Job, attempt: MemoryAttempt, answer: ChargeResult) {
    if (answer.isCharged) return this.settle(job.subscription, job.row)
    const { kind, isReplayed, decline } = answer.problem
    if (kind === 'declined' || kind === 'missing') {
      return this.#endAttempt(job, attempt, decline ?? { code: 'card_gone' })
    }
    if (kind === 'state' || kind === 'invalid_request' || isReplayed)
      return this.#readLedger(job, attempt)
    this.#lookAgain(job, attempt.startedAt.getTime())
  }

  #readLedger(job: Job, attempt: MemoryAttempt) {
    const { row, subscription } = job
    if (this.#world.providerState() !== 'up') {
      return this.#lookAgain(job, attempt.startedAt.getTime())
    }
    const { status, lastDecline } = this.#world.ledger.find(row.intentId ?? '')
    if (status === 'succeeded') return this.settle(subscription, row)
    if (status === 'canceled') row.intentId = null
    const isOld = row.attempts.some(({ chargeRef }) => chargeRef === lastDecline?.chargeRef)
    this.#endAttempt(job, attempt, status === 'open' && !isOld ? lastDecline : null)
  }

  #endAttempt(job: Job, attempt: MemoryAttempt, decline: ProviderDecline | null) {
    const { row, lease } = job
    if (row.lease !== lease || attempt.outcome !== null || row.isPaid) return
    attempt.outcome = decline ? declineKind(decline.code) : 'lost'
    if (decline?.chargeRef) attempt.chargeRef = decline.chargeRef
    if (decline) return this.#hold(job, decline.code, this.#world.clock())
    row.status = 'ordered'
    this.#put(job, this.#world.now)
  }

  #hold(job: Job, code: string, now: Date): void {
    const { row } = job
    row.failedAttempts += 1
    row.firstFailedAt ??= now
    row.status = 'unpaid'
    const kind = code === 'no_card' ? 'hard' : declineKind(code)
    const { at } = this.#world.rules.nextCheck(kind, row.failedAttempts, row.firstFailedAt, now)
    this.#put(job, at.getTime())
    if (row.failedAttempts >= MAX_CHARGE_ATTEMPTS && row.cancelledAt === null) this.#giveUp(job)
  }

  #giveUp({ subscription, row }: Job): void {
    Object.assign(row, { status: 'failed', dueAt: null, leasedUntil: 0 })
    if (subscription.status === 'cancelled') return
    this.#world.oracle.mayMiss.add(subscription.id)
    Object.assign(subscription, { status: 'past_due', nextDate: null })
  }

  #skip(job: Job, reason: SkipReason): void {
    if (reason !== 'missed_delivered') job.row.cancelledAt = this.#world.now
    this.#end(job, { status: 'skipped', reason })
    if (job.row.intentId && reason !== 'missed_delivered') this.#put(job, this.#world.now)
  }

  #cancelDelivery(job: Job) {
    const { row, subscription } = job
    const { ledger, now } = this.#world
    if (this.#world.providerState() !== 'up') return this.#lookAgain(job, row.cancelledAt ?? now)
    const intent = row.intentId ? ledger.find(row.intentId) : undefined
    if (intent?.status === 'succeeded') this.settle(subscription, row)
    if (intent?.status === 'open') ledger.cancel(intent.id)
    for (const attempt of row.attempts) attempt.outcome ??= 'lost'
    const isDecided = row.status === 'skipped' || row.isPaid
    this.#end(job, isDecided ? {} : { status: 'void', reason: row.reason ?? 'cancelled' })
  }

  #end({ row }: Job, change: Partial<MemoryCycle>): void {
    Object.assign(row, { ...change, dueAt: null, leasedUntil: 0 })
  }

  #put({ subscription, row }: Job, dueAt: number): void {
    Object.assign(row, { dueAt, leasedUntil: 0 })
    this.scheduleClaim(subscription, row)
  }

  #lookAgain(job: Job, since: number): void {
    if (job.row.lease !== job.lease) return
    this.#put(job, this.#world.now + recheckDelayMs(this.#world.now - since))
  }

  /** The provider's message, which comes late, or is lost and found by asking. */
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

  /** One paid transition; money for what was called off goes back. */
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
    const { zone, now } = this.#world
    const rows = [...subscription.cycles.values()]
    const next = nextEditableCycle(subscription, rows, zone, new Date(now))
    for (const row of rows) {
      const isOver = row.status === 'planned' && row.cycle < next.nextCycle
      if (isOver) Object.assign(row, { status: 'skipped', reason: 'unpaid_before' })
    }
    Object.assign(subscription, { status: 'active', ...next })
  }
}
