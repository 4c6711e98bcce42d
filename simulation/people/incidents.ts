import { reportCodeError } from '../oracle/code-errors.ts'
import type { WatchedRun } from '../oracle/watched-run.ts'
import type { LedgerEvent, LedgerIntent } from '../provider/ledger-rows.ts'
import type { Rng } from '../rng.ts'
import type { IncidentRates } from '../scenario.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'

const noIncidents: IncidentRates = {
  disputes: 0,
  deletedCustomers: 0,
  priceChanges: 0,
  discontinued: 0,
  soldOut: 0,
  slowPayments: 0,
  slowRefunds: 0,
  failedRefunds: 0,
}

const defaultRates: IncidentRates = {
  disputes: 0.15,
  deletedCustomers: 0.1,
  priceChanges: 0.4,
  discontinued: 0.15,
  soldOut: 0.3,
  slowPayments: 0.05,
  slowRefunds: 0.2,
  failedRefunds: 0.1,
}

const MIN_PRODUCTS = 3

/** Events outside the shop: banks, cardholders at the provider, and catalog changes. */
export class Incidents {
  readonly rates: IncidentRates
  readonly #world: WatchedRun
  readonly #rng: Rng

  constructor(world: WatchedRun) {
    const { scenario } = world.options
    this.#world = world
    this.#rng = world.rng.fork('incidents')
    this.rates = scenario ? { ...noIncidents, ...scenario.incidents } : defaultRates
  }

  start(people: number, until: number): void {
    const { scheduler, oracle } = this.#world
    const { disputes, deletedCustomers, priceChanges, discontinued, soldOut } = this.rates
    const scheduleTimes = (times: number, act: () => Promise<unknown>) => {
      for (let n = 0; n < Math.round(people * times); n++) {
        const at = this.#rng.between(2 * DAY_MS, until - scheduler.now)
        scheduler.after(at, () => void act().catch((error) => reportCodeError(oracle, error)))
      }
    }
    scheduleTimes(disputes, () => this.#dispute())
    scheduleTimes(deletedCustomers, () => this.#deleteCustomer())
    scheduleTimes(priceChanges, () => this.#changePrice())
    scheduleTimes(discontinued, () => this.#discontinue())
    scheduleTimes(soldOut, () => this.#sellOut())
  }

  isPaymentSlow = () => this.#happens(this.rates.slowPayments)
  isRefundSlow = () => this.#happens(this.rates.slowRefunds)

  /** Never while the run settles. */
  #happens(probability: number): boolean {
    return probability > 0 && this.#world.isFaulty && this.#rng.chance(probability)
  }

  /** Schedules the end of a payment, refund or dispute that started at the provider. */
  handleEvent({ type, intent, refund, dispute }: LedgerEvent): void {
    const { ledger, provider } = this.#world
    if (type === 'payment_intent.processing' && intent) {
      const isSuccessful = this.#rng.chance(0.6)
      this.#scheduleLater(MINUTE_MS, 2 * DAY_MS, 'payment processed', () =>
        ledger.finishProcessing(intent.id, isSuccessful),
      )
    }
    if (type === 'charge.refunded' && refund) {
      const isFailing = this.#happens(this.rates.failedRefunds)
      if (!isFailing && refund.status === 'succeeded') return
      this.#scheduleLater(
        HOUR_MS,
        8 * DAY_MS,
        isFailing ? 'refund failed' : 'refund succeeded',
        () => provider.refundsAndDisputes.finishRefund(refund, !isFailing),
      )
    }
    if (type === 'charge.dispute.created' && dispute) {
      const isWon = this.#rng.chance(0.5)
      this.#scheduleLater(DAY_MS, 8 * DAY_MS, `dispute ${isWon ? 'won' : 'lost'}`, () =>
        provider.refundsAndDisputes.closeDispute(dispute.intentId, isWon),
      )
    }
  }

  #scheduleLater(from: number, until: number, what: string, act: () => void): void {
    this.#world.scheduler.after(this.#rng.between(from, until), () => {
      void this.#world.outside(() => {
        this.#world.count(what)
        act()
      })
    })
  }

  #pickIntent(filter: (intent: LedgerIntent) => boolean): LedgerIntent | undefined {
    const intents = [...this.#world.ledger.intents.values()].filter(filter)
    return intents.length > 0 ? this.#rng.pick(intents) : undefined
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
    const customers = [...ledger.customers.values()].filter(({ isDeleted }) => !isDeleted)
    if (customers.length === 0) return
    const { id } = this.#rng.pick(customers)
    this.#world.count('customer deleted')
    await this.#world.outside(() => ledger.deleteCustomer(id))
  }

  async #changePrice(): Promise<void> {
    const percent = this.#rng.pick([70, 90, 110, 150])
    await this.#world.outside(async () => {
      const [product] = await this.#availableProducts()
      if (!product) return
      this.#world.count('price changed')
      await this.#world.sql(
        `insert into product_prices (product_id, cents, valid_from, created_at)
         select product_id, greatest(100, cents * $2 / 100), $3, $3 from product_prices
         where product_id = $1 order by valid_from desc, id desc limit 1`,
        [product, percent, new Date(this.#world.scheduler.now)],
      )
    })
    // The processes are notified of the new price.
    for (const process of this.#world.alive()) process.runJob('subscription.askAboutPrices')
  }

  async #discontinue(): Promise<void> {
    await this.#world.outside(async () => {
      const available = await this.#availableProducts()
      if (available.length <= MIN_PRODUCTS) return
      this.#world.count('product discontinued')
      await this.#world.sql(`update products set state = 'archived' where id = $1`, [available[0]])
      this.#world.oracle.offers.recordArchived(available[0] ?? '')
    })
  }

  async #sellOut(): Promise<void> {
    const { oracle } = this.#world
    await this.#world.outside(async () => {
      const [product] = await this.#availableProducts()
      if (!product) return
      this.#world.count('product sold out')
      await this.#setSoldOut(product, true)
      oracle.offers.recordSoldOut(product)
      const restock = () =>
        this.#setSoldOut(product, false).then(() => oracle.offers.recordRestocked(product))
      this.#scheduleLater(DAY_MS, 9 * DAY_MS, 'product back in stock', () => {
        void this.#world.outside(restock)
      })
    })
  }

  #setSoldOut(product: string, isSoldOut: boolean) {
    const text = 'update products set is_sold_out = $2 where id = $1'
    return this.#world.sql(text, [product, isSoldOut])
  }

  async #availableProducts(): Promise<string[]> {
    const rows = await this.#world.sql<{ id: string }>(
      `select id from products where state = 'active' order by position`,
    )
    const from = this.#rng.below(Math.max(1, rows.length))
    return [...rows.slice(from), ...rows.slice(0, from)].map(({ id }) => id)
  }
}
