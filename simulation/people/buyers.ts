import type pg from 'pg'
import { addDays } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { amountToCents } from '#contract/money.ts'
import { orderTotals } from '#contract/pricing.ts'
import type { Frequency } from '#contract/primitives.ts'
import { placeOrder } from '#server/modules/checkout/place-order.ts'
import { quoteOrder } from '#server/modules/checkout/quote-order.ts'
import { startCheckout } from '#server/modules/checkout/start-checkout.ts'
import { reportCodeError } from '../oracle/code-errors.ts'
import type { CardBehavior, LedgerCard } from '../provider/ledger-rows.ts'
import type { Rng } from '../rng.ts'
import type { ShopProcess } from '../shop-process.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import type { World } from '../world.ts'

export type Product = { id: string; price_cents: number }

const badBehaviors: readonly CardBehavior[] = [
  'weak',
  'broke',
  'expired',
  'secure',
  'removed',
  'detached',
]
const frequencies: Frequency[] = ['weekly', 'weekly', 'weekly', 'bi-weekly', 'monthly']

/** Customers who place orders, with their cards. */
export class Buyers {
  products: Product[] = []
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  async start(): Promise<void> {
    this.products = await this.#world.sql<Product>(
      `select p.id, first.cents as price_cents from products p
       join product_prices first on first.product_id = p.id
       where p.state = 'active' order by p.position`,
    )
  }

  /** Schedules an action in a browser like any other call. */
  inBrowser<T>(act: () => T | Promise<T>, delayMs = 0): Promise<T> {
    return this.#world.outside(act, delayMs)
  }

  read<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.inBrowser(() => this.#world.sql<T>(text, values))
  }

  get #isWeekly(): boolean {
    return this.#world.options.scenario?.isWeekly ?? false
  }

  get today(): string {
    return shopDate(this.#world.calendar, new Date(this.#world.scheduler.now))
  }

  /** Retries the purchase if it fails. */
  async buyWithRetries(at: ShopProcess, nth: number): Promise<void> {
    for (let process = at, attempts = 0; attempts < 8; attempts++) {
      try {
        return await this.#buy(process, nth)
      } catch (error) {
        reportCodeError(this.#world.oracle, error)
        await this.inBrowser(() => {}, 30 * MINUTE_MS)
        process = this.#world.alive()[0] ?? at
      }
    }
  }

  async #buy(at: ShopProcess, nth: number): Promise<void> {
    const rng = this.#world.rng.fork(`buyer ${nth}`)
    if (this.#world.incidents.rates.priceChanges > 0) await this.inBrowser(() => this.start())
    const { deps } = at
    const { submission, subtotalCents } = this.#submission(nth, rng)
    const hasMoney = this.#world.options.scenario?.moneyChanges !== undefined
    const [known] = await this.read<{ id: string }>('select id from customers where email = $1', [
      submission.customerEmail,
    ])
    const customerId = rng.chance(0.6) ? known?.id : undefined
    const origin = { ip: '192.0.2.1', customerId, ...(hasMoney && { buyerId: customerId }) }
    if (hasMoney) await this.#applyQuote(at, submission, customerId)
    const client = clientOnNetwork(submission.customerEmail)
    // Without a checkout cookie: staff confirm the order, or it is paid at /pay.
    if (!this.#isWeekly && rng.chance(0.1)) {
      await placeOrder(deps, undefined, submission as never, origin, client)
      return
    }
    const checkout = await startCheckout(deps, undefined, subtotalCents, client)
    const placed = await placeOrder(deps, checkout.token, submission as never, origin, client)
    await this.pay(placed.clientSecret ?? checkout.clientSecret, rng)
  }

  /** The page shows the server's total, with tax and deposit. */
  async #applyQuote(
    { deps }: ShopProcess,
    submission: { total: number },
    buyerId: string | undefined,
  ): Promise<void> {
    const { total } = await quoteOrder(deps, submission as never, buyerId)
    submission.total = amountToCents(total) ?? 0
  }

  /** With zones, a date on which one of them is served. */
  #place(nth: number, deliveryDate: string) {
    const { days } = this.#world
    return days.isActive ? days.place(nth, deliveryDate) : { deliveryDate }
  }

  #submission(nth: number, rng: Rng) {
    const isRecurring = this.#isWeekly || rng.chance(0.9)
    const lines = [0, 1].slice(0, 1 + rng.below(2)).map((index) => ({
      product: this.products[(nth + index) % this.products.length] as Product,
      quantity: 1 + rng.below(3),
    }))
    const priced = lines.map(({ product, quantity }) => ({
      priceCents: product.price_cents,
      quantity,
    }))
    const { subtotalCents, totalCents } = orderTotals(priced, isRecurring)
    const submission = {
      customerName: `Person ${nth}`,
      customerEmail: `person${nth % 7}@example.com`,
      customerPhone: '845-555-0100',
      deliveryAddress: `${nth} Main Street`,
      deliveryCity: 'Kingston',
      deliveryState: 'NY',
      deliveryZip: '12401',
      ...this.#place(nth, addDays(this.today, 1 + rng.below(6))),
      isRecurring,
      recurringFrequency: this.#isWeekly ? 'weekly' : rng.pick(frequencies),
      items: lines.map(({ product, quantity }) => ({
        productId: product.id,
        quantity,
        price: product.price_cents,
      })),
      subtotal: subtotalCents,
      total: totalCents,
    }
    return { submission, subtotalCents }
  }

  /** Pays in the browser with a card that may start to fail later. */
  async pay(clientSecret: string, rng: Rng): Promise<void> {
    const { ledger } = this.#world
    const [intentId = ''] = clientSecret.split('_secret_')
    const pay = () => ledger.payInBrowser(intentId, this.#newCard(null, rng))
    await this.inBrowser(pay, rng.between(MINUTE_MS / 4, 20 * MINUTE_MS))
  }

  async chooseCard(customerId: string, rng: Rng): Promise<void> {
    const [providerCustomer] = await this.read<{ customer_ref: string }>(
      'select customer_ref from provider_customers where customer_id = $1',
      [customerId],
    )
    if (!providerCustomer) return
    const card = this.#newCard(providerCustomer.customer_ref, rng)
    await this.inBrowser(() => this.#world.ledger.chooseCard(card))
  }

  #newCard(customerRef: string | null, rng: Rng): LedgerCard {
    const { scheduler, ledger, options } = this.#world
    const { badCards = 0.5, behaviors = badBehaviors, failWithinDays = 30 } = options.scenario ?? {}
    const behavior = rng.chance(1 - badCards) ? 'good' : rng.pick(behaviors)
    return ledger.addCard(
      customerRef,
      behavior,
      scheduler.now + rng.between(0, failWithinDays) * DAY_MS,
    )
  }
}

/** Rate limits are not simulated: each customer is on a separate network. */
export const clientOnNetwork = (network: string) => ({ network, countNewIntent: async () => {} })
