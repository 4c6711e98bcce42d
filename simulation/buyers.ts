import type pg from 'pg'
import { addDays, dateIn } from '#contract/calendar.ts'
import { orderTotals } from '#contract/pricing.ts'
import type { Frequency } from '#contract/primitives.ts'
import { beginCheckout } from '#server/modules/checkout/begin-checkout.ts'
import { placeOrder } from '#server/modules/checkout/place-order.ts'
import type { Dice } from './dice.ts'
import type { LedgerCard, Temper } from './ledger-rows.ts'
import { noteError } from './mistakes.ts'
import type { ShopProcess } from './shop-process.ts'
import { DAY_MS, MINUTE_MS } from './time.ts'
import type { World } from './world.ts'

export type Product = { id: string; price_cents: number }

const badTempers: readonly Temper[] = ['weak', 'broke', 'expired', 'secure', 'removed', 'detached']
const frequencies: Frequency[] = ['weekly', 'weekly', 'weekly', 'bi-weekly', 'monthly']

/** Those who come to the shop, with their cards. */
export class Buyers {
  products: Product[] = []
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  async open(): Promise<void> {
    this.products = await this.#world.sql<Product>(
      'select id, price_cents from products where is_sold order by position',
    )
  }

  /** What a person does elsewhere waits for its turn like everything else. */
  inBrowser<T>(act: () => T | Promise<T>, afterMs = 0): Promise<T> {
    return this.#world.outside(act, afterMs)
  }

  read<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.inBrowser(() => this.#world.sql<T>(text, values))
  }

  get #isWeekly(): boolean {
    return this.#world.options.scenario?.isWeekly ?? false
  }

  get today(): string {
    return dateIn(this.#world.zone, new Date(this.#world.scheduler.now))
  }

  /** Whoever wants water tries again when the shop is in trouble. */
  async insist(at: ShopProcess, nth: number): Promise<void> {
    for (let process = at, tries = 0; tries < 8; tries++) {
      try {
        return await this.#buy(process, nth)
      } catch (error) {
        noteError(this.#world.oracle, error)
        await this.inBrowser(() => {}, 30 * MINUTE_MS)
        process = this.#world.alive()[0] ?? at
      }
    }
  }

  async #buy(at: ShopProcess, nth: number): Promise<void> {
    const dice = this.#world.dice.fork(`buyer ${nth}`)
    if (this.#world.incidents.rates.priceChanges > 0) await this.inBrowser(() => this.open())
    const deps = { ...at.deps, shop: at.deps.config.shop }
    const { submission, subtotalCents } = this.#submission(nth, dice)
    const [known] = await this.read<{ id: string }>('select id from customers where email = $1', [
      submission.customerEmail,
    ])
    const placer = { ip: '192.0.2.1', customerId: dice.chance(0.6) ? known?.id : undefined }
    const visitor = visitorOn(submission.customerEmail)
    // Without a cookie: staff may confirm it, or it is paid at /pay.
    if (!this.#isWeekly && dice.chance(0.1)) {
      await placeOrder(deps, undefined, submission as never, placer, visitor)
      return
    }
    const begun = await beginCheckout(deps, undefined, subtotalCents, visitor)
    const placed = await placeOrder(deps, begun.token, submission as never, placer, visitor)
    await this.pay(placed.clientSecret ?? begun.clientSecret, dice)
  }

  #submission(nth: number, dice: Dice) {
    const isRecurring = this.#isWeekly || dice.chance(0.9)
    const lines = [0, 1].slice(0, 1 + dice.below(2)).map((index) => ({
      product: this.products[(nth + index) % this.products.length] as Product,
      quantity: 1 + dice.below(3),
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
      deliveryDate: addDays(this.today, 1 + dice.below(6)),
      isRecurring,
      recurringFrequency: this.#isWeekly ? 'weekly' : dice.pick(frequencies),
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

  /** In the browser, with a card that may turn out otherwise later. */
  async pay(clientSecret: string, dice: Dice): Promise<void> {
    const { ledger } = this.#world
    const [intentId = ''] = clientSecret.split('_secret_')
    const pay = () => ledger.payInPerson(intentId, this.#newCard(null, dice))
    await this.inBrowser(pay, dice.between(MINUTE_MS / 4, 20 * MINUTE_MS))
  }

  async chooseCard(customerId: string, dice: Dice): Promise<void> {
    const [payer] = await this.read<{ customer_ref: string }>(
      'select customer_ref from payers where customer_id = $1',
      [customerId],
    )
    if (!payer) return
    const card = this.#newCard(payer.customer_ref, dice)
    await this.inBrowser(() => this.#world.ledger.chooseCard(card))
  }

  #newCard(customerRef: string | null, dice: Dice): LedgerCard {
    const { scheduler, ledger, options } = this.#world
    const { badCards = 0.5, tempers = badTempers, turnDays = 30 } = options.scenario ?? {}
    const temper = dice.chance(1 - badCards) ? 'good' : dice.pick(tempers)
    return ledger.addCard(customerRef, temper, scheduler.now + dice.between(0, turnDays) * DAY_MS)
  }
}

/** Limits on visitors are no part of the simulation: everybody is on a network of their own. */
export const visitorOn = (network: string) => ({ network, countNewIntent: async () => {} })
