import { AfterPayment } from './after-payment.ts'
import { type Dice, diceOf } from './dice.ts'
import { Ledger } from './ledger.ts'
import type { LedgerEvent } from './ledger-rows.ts'
import { MemoryOracle } from './memory-oracle.ts'
import type { MemorySubscription, Rules } from './memory-rows.ts'
import { Outages, type ProviderState } from './outages.ts'
import { starts } from './starts.ts'
import { StripeKeys } from './stripe-keys.ts'
import { MINUTE_MS } from './time.ts'

type Appointment = { at: number; run: () => void }

/** A seed's shop, provider and network without a database: rows in memory, and time that jumps. */
export class MemoryWorld {
  now: number
  readonly begin: number
  readonly zone: string
  readonly rules: Rules
  readonly dice: Dice
  readonly ledger: Ledger
  readonly afterPayment: AfterPayment
  readonly keys: StripeKeys
  readonly oracle: MemoryOracle
  readonly subscriptions: MemorySubscription[] = []
  readonly network: number
  isFaulty = true
  onEvent: (event: LedgerEvent) => void = () => {}
  readonly #outages: Outages
  readonly #agenda: Appointment[] = []

  constructor(seed: string, days: number, rules: Rules) {
    this.dice = diceOf(`memory ${seed}`)
    this.rules = rules
    const [zone, day] = this.dice.pick(starts)
    this.zone = zone
    this.begin = Date.parse(`${day}T15:00:00Z`)
    this.now = this.begin
    this.network = this.dice.pick([0.04, 0.12, 0.3])
    const tell = (event: LedgerEvent) => {
      if (event.intent) this.oracle.checkIntent(event.intent)
      this.onEvent(event)
    }
    this.ledger = new Ledger(this.dice.fork('bank'), () => this.now, tell)
    this.afterPayment = new AfterPayment(this.ledger)
    this.keys = new StripeKeys(() => this.now)
    this.oracle = new MemoryOracle(this)
    this.#outages = new Outages(this.dice.fork('outages'), this.begin, days, undefined)
  }

  /** What a worker's clock shows; now and then it is wrong, and later right again. */
  clock(): Date {
    const isWrong = this.isFaulty && this.dice.chance(0.1)
    return new Date(this.now + (isWrong ? this.dice.between(-20, 20) * MINUTE_MS : 0))
  }

  providerState(): ProviderState {
    return this.isFaulty ? this.#outages.stateAt(this.now) : 'up'
  }

  /** Until when all our own processes are off; none when they run. */
  offUntil(): number | undefined {
    const { ownFrom, ownUntil } = this.#outages
    const isOff = ownFrom !== undefined && this.now >= ownFrom && this.now < ownUntil
    return this.isFaulty && isOff ? ownUntil : undefined
  }

  at(time: number, run: () => void): void {
    const appointment = { at: Math.max(time, this.now), run }
    let low = 0
    let high = this.#agenda.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#agenda[middle] as Appointment).at <= appointment.at) low = middle + 1
      else high = middle
    }
    this.#agenda.splice(low, 0, appointment)
  }

  after(milliseconds: number, run: () => void): void {
    this.at(this.now + milliseconds, run)
  }

  /** Ends early at the first thing that is wrong. */
  run(until: number): void {
    for (;;) {
      const next = this.#agenda[0]
      if (!next || next.at > until || this.oracle.violations.length > 0) break
      this.#agenda.shift()
      this.now = next.at
      next.run()
    }
    this.now = Math.max(this.now, until)
  }
}
