import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import type { DeliveryCalendar } from '#contract/zones/landed-date.ts'
import { IdempotencyKeys } from '../provider/idempotency-keys.ts'
import { Ledger } from '../provider/ledger.ts'
import type { LedgerEvent } from '../provider/ledger-rows.ts'
import type { ProviderState } from '../provider/network.ts'
import { Outages } from '../provider/outages.ts'
import { RefundsAndDisputes } from '../provider/refunds-and-disputes.ts'
import { createRng, type Rng } from '../rng.ts'
import { startPoints } from '../start-points.ts'
import { MINUTE_MS } from '../time.ts'
import { MemoryOracle } from './memory-oracle.ts'
import type { MemorySubscription, Rules } from './memory-rows.ts'

type Timer = { at: number; run: () => void }

/** One simulated run without a database: rows in memory and simulated time. */
export class MemoryWorld {
  now: number
  readonly startMs: number
  readonly calendar: DeliveryCalendar
  readonly rules: Rules
  readonly rng: Rng
  readonly ledger: Ledger
  readonly refundsAndDisputes: RefundsAndDisputes
  readonly keys: IdempotencyKeys
  readonly oracle: MemoryOracle
  readonly subscriptions: MemorySubscription[] = []
  readonly network: number
  isFaulty = true
  onEvent: (event: LedgerEvent) => void = () => {}
  readonly #outages: Outages
  readonly #timerQueue: Timer[] = []

  constructor(seed: string, days: number, rules: Rules) {
    this.rng = createRng(`memory ${seed}`)
    this.rules = rules
    const [zone, day] = this.rng.pick(startPoints)
    this.calendar = { ...defaultCalendar(zone), zone: undefined }
    this.startMs = Date.parse(`${day}T15:00:00Z`)
    this.now = this.startMs
    this.network = this.rng.pick([0.04, 0.12, 0.3])
    const emit = (event: LedgerEvent) => {
      if (event.intent) this.oracle.checkIntent(event.intent)
      this.onEvent(event)
    }
    this.ledger = new Ledger(this.rng.fork('bank'), () => this.now, emit)
    this.refundsAndDisputes = new RefundsAndDisputes(this.ledger)
    this.keys = new IdempotencyKeys(() => this.now)
    this.oracle = new MemoryOracle(this)
    this.#outages = new Outages(this.rng.fork('outages'), this.startMs, days, undefined)
  }

  /** A worker's clock, which is skewed for some reads. */
  clock(): Date {
    const isSkewed = this.isFaulty && this.rng.chance(0.1)
    return new Date(this.now + (isSkewed ? this.rng.between(-20, 20) * MINUTE_MS : 0))
  }

  providerState(): ProviderState {
    return this.isFaulty ? this.#outages.stateAt(this.now) : 'up'
  }

  /** End of the current downtime of the shop; undefined while it runs. */
  downUntil(): number | undefined {
    const { shopDownFrom, shopDownUntil } = this.#outages
    const isDown =
      shopDownFrom !== undefined && this.now >= shopDownFrom && this.now < shopDownUntil
    return this.isFaulty && isDown ? shopDownUntil : undefined
  }

  at(time: number, run: () => void): void {
    const timer = { at: Math.max(time, this.now), run }
    let low = 0
    let high = this.#timerQueue.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#timerQueue[middle] as Timer).at <= timer.at) low = middle + 1
      else high = middle
    }
    this.#timerQueue.splice(low, 0, timer)
  }

  after(milliseconds: number, run: () => void): void {
    this.at(this.now + milliseconds, run)
  }

  /** Runs until the given time, or until the first violation. */
  run(until: number): void {
    for (;;) {
      const next = this.#timerQueue[0]
      if (!next || next.at > until || this.oracle.violations.length > 0) break
      this.#timerQueue.shift()
      this.now = next.at
      next.run()
    }
    this.now = Math.max(this.now, until)
  }
}
