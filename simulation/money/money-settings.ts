import { addDays } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { reportCodeError } from '../oracle/code-errors.ts'
import type { Rng } from '../rng.ts'
import { DAY_MS } from '../time.ts'
import type { World } from '../world.ts'
import type { MoneyState } from './money-state.ts'

const off: MoneyState = { chargesTax: false, rates: [], depositCents: 0, isDepositTaxable: false }

/** The owner's settings of tax and deposit, with their history for the oracle. */
export class MoneySettings {
  /** The last exempt date of customers with a certificate. */
  readonly exemptions = new Map<string, string>()
  readonly #world: World
  readonly #rng: Rng
  readonly #history: { at: number; state: MoneyState }[]

  constructor(world: World) {
    this.#world = world
    this.#rng = world.rng.fork('money')
    this.#history = [{ at: 0, state: off }]
  }

  get current(): MoneyState {
    return this.#history.at(-1)?.state ?? off
  }

  /** Every state that was in effect at some moment of this period. */
  statesBetween(from: number, until: number): MoneyState[] {
    const started = this.#history.filter(({ at }) => at <= until)
    const first = started.findLastIndex(({ at }) => at <= from)
    return started.slice(Math.max(0, first)).map(({ state }) => state)
  }

  /** Switches tax and deposit on soon after the start; later changes are random. */
  start(changes: number, until: number): void {
    if (changes === 0) return
    const { scheduler, oracle } = this.#world
    const schedule = (after: number, act: () => Promise<void>) =>
      scheduler.after(after, () => void act().catch((error) => reportCodeError(oracle, error)))
    schedule(DAY_MS / 2, () => this.#change({ chargesTax: true, depositCents: 600 }))
    schedule(DAY_MS / 2, () => this.#addRate(88_750))
    for (let n = 0; n < changes; n++) {
      schedule(this.#rng.between(DAY_MS, until - scheduler.now), () => this.#changeAnything())
    }
  }

  #changeAnything(): Promise<void> {
    const rng = this.#rng
    const kind = rng.pick(['rate', 'rate', 'deposit', 'taxable', 'tax'] as const)
    if (kind === 'rate') return this.#addRate(rng.pick([0, 40_000, 88_750, 101_250]))
    if (kind === 'deposit') return this.#change({ depositCents: rng.pick([0, 500, 600, 725]) })
    if (kind === 'taxable')
      return this.#change({ isDepositTaxable: !this.current.isDepositTaxable })
    return this.#change({ chargesTax: !this.current.chargesTax })
  }

  /** A rate from today or one of the next days; the same day again replaces it. */
  async #addRate(ratePpm: number): Promise<void> {
    const { calendar, scheduler } = this.#world
    const today = shopDate(calendar, new Date(scheduler.now))
    const isFirst = this.current.rates.length === 0
    const validFrom = isFirst ? today : addDays(today, this.#rng.below(8))
    const others = this.current.rates.filter((rate) => rate.validFrom !== validFrom)
    await this.#world.outside(async () => {
      await this.#world.sql(
        `insert into tax_rates (id, scope, value, rate_ppm, valid_from, created_at)
         values (gen_random_uuid(), 'state', 'NY', $1, $2, $3)
         on conflict (scope, value, valid_from) do update set rate_ppm = excluded.rate_ppm`,
        [ratePpm, validFrom, new Date(scheduler.now)],
      )
      this.#record({ rates: [...others, { validFrom, ratePpm }] })
    })
  }

  async #change(change: Partial<MoneyState>): Promise<void> {
    await this.#world.outside(() => this.#record(change))
  }

  #record(change: Partial<MoneyState>): void {
    this.#world.count('tax or deposit changed')
    const state = { ...this.current, ...change }
    this.#history.push({ at: this.#world.scheduler.now, state })
  }
}
