import { reportCodeError } from '../oracle/code-errors.ts'
import type { LedgerEvent, LedgerIntent } from '../provider/ledger-rows.ts'
import type { Rng } from '../rng.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import type { World } from '../world.ts'

/** What happens by itself: how often for each person, or how likely each time. */
export type IncidentRates = {
  disputes: number
  deletedCustomers: number
  /** A product costs more or less from now on, or is no longer sold. */
  priceChanges: number
  discontinued: number
  /** A payment that is processed for minutes or days before it succeeds or fails. */
  slowPayments: number
  slowRefunds: number
  /** A refund that the card's bank sends back days later. */
  failedRefunds: number
}

const none: IncidentRates = {
  disputes: 0,
  deletedCustomers: 0,
  priceChanges: 0,
  discontinued: 0,
  slowPayments: 0,
  slowRefunds: 0,
  failedRefunds: 0,
}

const usual: IncidentRates = {
  disputes: 0.15,
  deletedCustomers: 0.1,
  priceChanges: 0.4,
  discontinued: 0.15,
  slowPayments: 0.05,
  slowRefunds: 0.2,
  failedRefunds: 0.1,
}

const MIN_PRODUCTS = 3

/** Everything that nobody in the shop does: banks, cardholders at the provider, and the catalog. */
export class Incidents {
  readonly rates: IncidentRates
  readonly #world: World
  readonly #rng: Rng

  constructor(world: World) {
    const { scenario } = world.options
    this.#world = world
    this.#rng = world.rng.fork('incidents')
    this.rates = scenario ? { ...none, ...scenario.incidents } : usual
  }

  open(people: number, until: number): void {
    const { scheduler, oracle } = this.#world
    const { disputes, deletedCustomers, priceChanges, discontinued } = this.rates
    const often = (times: number, act: () => Promise<unknown>) => {
      for (let n = 0; n < Math.round(people * times); n++) {
        const at = this.#rng.between(2 * DAY_MS, until - scheduler.now)
        scheduler.after(at, () => void act().catch((error) => reportCodeError(oracle, error)))
      }
    }
    often(disputes, () => this.#dispute())
    often(deletedCustomers, () => this.#deleteCustomer())
    often(priceChanges, () => this.#changePrice())
    often(discontinued, () => this.#discontinue())
  }

  isPaymentSlow = () => this.#may(this.rates.slowPayments)
  isRefundSlow = () => this.#may(this.rates.slowRefunds)

  /** While everything settles nothing new begins. */
  #may(probability: number): boolean {
    return probability > 0 && this.#world.isFaulty && this.#rng.chance(probability)
  }

  /** What has begun at the provider comes to its end there, some time later. */
  handleEvent({ type, intent, refund, dispute }: LedgerEvent): void {
    const { ledger, provider } = this.#world
    if (type === 'payment_intent.processing' && intent) {
      const isSuccessful = this.#rng.chance(0.6)
      this.#later(MINUTE_MS, 2 * DAY_MS, 'payment processed', () =>
        ledger.finishProcessing(intent.id, isSuccessful),
      )
    }
    if (type === 'charge.refunded' && refund) {
      const isFailing = this.#may(this.rates.failedRefunds)
      if (!isFailing && refund.status === 'succeeded') return
      this.#later(HOUR_MS, 8 * DAY_MS, isFailing ? 'refund failed' : 'refund through', () =>
        provider.refundsAndDisputes.finishRefund(refund, !isFailing),
      )
    }
    if (type === 'charge.dispute.created' && dispute) {
      const isWon = this.#rng.chance(0.5)
      this.#later(DAY_MS, 8 * DAY_MS, `dispute ${isWon ? 'won' : 'lost'}`, () =>
        provider.refundsAndDisputes.closeDispute(dispute.intentId, isWon),
      )
    }
  }

  #later(from: number, until: number, what: string, act: () => void): void {
    this.#world.scheduler.after(this.#rng.between(from, until), () => {
      void this.#world.outside(() => {
        this.#world.count(what)
        act()
      })
    })
  }

  #pickIntent(isIt: (intent: LedgerIntent) => boolean): LedgerIntent | undefined {
    const found = [...this.#world.ledger.intents.values()].filter(isIt)
    return found.length > 0 ? this.#rng.pick(found) : undefined
  }

  async #dispute(): Promise<void> {
    const intent = this.#pickIntent(
      ({ status, disputes, refunds }) =>
        status === 'succeeded' && disputes.length === 0 && refunds.length === 0,
    )
    if (!intent) return
    this.#world.count('dispute')
    if (intent.cycle) this.#world.oracle.mayBePaused.add(intent.cycle.subscriptionId)
    this.#world.oracle.mayBePaused.add(intent.orderId)
    await this.#world.outside(() => this.#world.provider.refundsAndDisputes.openDispute(intent.id))
  }

  async #deleteCustomer(): Promise<void> {
    const { ledger } = this.#world
    const living = [...ledger.customers.values()].filter(({ isDeleted }) => !isDeleted)
    if (living.length === 0) return
    const { id } = this.#rng.pick(living)
    this.#world.count('customer deleted')
    await this.#world.outside(() => ledger.deleteCustomer(id))
  }

  async #changePrice(): Promise<void> {
    const percent = this.#rng.pick([70, 90, 110, 150])
    await this.#world.outside(async () => {
      const [product] = await this.#sold()
      if (!product) return
      this.#world.count('price changed')
      await this.#world.sql(
        'update products set price_cents = greatest(100, price_cents * $2 / 100) where id = $1',
        [product, percent],
      )
    })
  }

  async #discontinue(): Promise<void> {
    await this.#world.outside(async () => {
      const sold = await this.#sold()
      if (sold.length <= MIN_PRODUCTS) return
      this.#world.count('product discontinued')
      await this.#world.sql('update products set is_sold = false where id = $1', [sold[0]])
    })
  }

  async #sold(): Promise<string[]> {
    const rows = await this.#world.sql<{ id: string }>(
      'select id from products where is_sold order by position',
    )
    const from = this.#rng.below(Math.max(1, rows.length))
    return [...rows.slice(from), ...rows.slice(0, from)].map(({ id }) => id)
  }
}
