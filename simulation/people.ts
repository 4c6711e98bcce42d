import { addDays, dateIn } from '#contract/calendar.ts'
import { priceOrder } from '#contract/pricing.ts'
import type { Frequency } from '#contract/primitives.ts'
import { beginCheckout } from '#server/modules/checkout/begin-checkout.ts'
import { placeOrder } from '#server/modules/checkout/place-order.ts'
import { refundOrder } from '#server/modules/desk/refund-order.ts'
import { payableOrders } from '#server/modules/orders/find-payable.ts'
import { updateOrder } from '#server/modules/orders/update-order.ts'
import { payOrder } from '#server/modules/payments/pay-order.ts'
import { cancelSubscription, payableDeliveries } from '#server/modules/subscriptions/index.ts'
import type { Dice } from './dice.ts'
import type { LedgerCard, Temper } from './ledger.ts'
import type { Life } from './scheduler.ts'
import type { ShopProcess } from './shop-process.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'
import type { World } from './world.ts'

type Product = { id: string; price_cents: number }
type Order = { id: string; customer_id: string; is_recurring: boolean; parent_order_id: string }

const tempers: Temper[] = [
  'good',
  'good',
  'good',
  'good',
  'weak',
  'broke',
  'expired',
  'secure',
  'removed',
]
const frequencies: Frequency[] = ['weekly', 'weekly', 'bi-weekly', 'monthly']
const staff = { id: '00000000-0000-4000-8000-000000000001', email: 'staff@shop.test' }
const browser: Life = { name: 'browser', isOver: false, callsLeft: Infinity, async bury() {} }

/** Customers and staff, who do whatever comes to their mind. */
export class People {
  readonly #world: World
  readonly #dice: Dice
  #products: Product[] = []

  constructor(world: World) {
    this.#world = world
    this.#dice = world.dice.fork('people')
  }

  async open(count: number, until: number): Promise<void> {
    this.#products = await this.#world.sql<Product>(
      'select id, price_cents from products order by position',
    )
    const { scheduler } = this.#world
    const length = until - scheduler.now
    for (let n = 0; n < count; n++) {
      const joins = this.#dice.between(0, length / 3)
      scheduler.after(joins, () => this.#do((at) => this.#insist(at, n)))
    }
    for (let n = 0; n < count * 3; n++) {
      scheduler.after(this.#dice.between(DAY_MS, length), () =>
        this.#do((at) => this.#actAsOwner(at)),
      )
    }
    for (let n = 0; n < count * 2; n++) {
      scheduler.after(this.#dice.between(DAY_MS, length), () =>
        this.#do((at) => this.#actAsStaff(at)),
      )
    }
  }

  /** Deeds at the provider itself, of which we only hear. */
  openProvider(count: number, until: number): void {
    const { scheduler } = this.#world
    const length = until - scheduler.now
    for (let n = 0; n < count; n++) {
      const at = this.#dice.between(length / 4, length)
      scheduler.after(at, () => void this.#refundAtProvider())
      scheduler.after(at / 2, () => void this.#changeSum())
    }
  }

  /** C3: somebody sets another sum on an intent before it is paid. */
  async #changeSum(): Promise<void> {
    const { ledger, scheduler } = this.#world
    const open = [...ledger.intents.values()].filter(
      ({ status, declines }) => status === 'open' && declines.length > 0,
    )
    if (open.length === 0) return
    const intent = this.#dice.pick(open)
    await scheduler.pass(browser, () =>
      Object.assign(intent, { amountCents: 60 + intent.amountCents }),
    )
  }

  /** Through whichever process answers. A refusal, or a fault on the way, is the person's to bear. */
  #do(act: (at: ShopProcess) => Promise<unknown>): void {
    const alive = this.#world.alive()
    if (alive.length === 0) return
    act(this.#dice.pick(alive)).catch(() => {})
  }

  /** Whoever wants water tries again when the shop is in trouble. */
  async #insist(at: ShopProcess, nth: number): Promise<void> {
    try {
      await this.#buy(at, nth)
    } catch {
      this.#world.scheduler.after(10 * MINUTE_MS, () => this.#do((next) => this.#buy(next, nth)))
    }
  }

  async #buy(at: ShopProcess, nth: number): Promise<void> {
    const dice = this.#dice.fork(`buyer ${nth}`)
    const isRecurring = dice.chance(0.9)
    const deps = { ...at.deps, shop: at.deps.config.shop }
    const lines = [0, 1].slice(0, 1 + dice.below(2)).map((index) => ({
      product: this.#products[(nth + index) % this.#products.length] as Product,
      quantity: 1 + dice.below(3),
    }))
    const price = priceOrder(
      lines.map(({ product, quantity }) => ({ priceCents: product.price_cents, quantity })),
      isRecurring,
    )
    const submission = {
      customerName: `Person ${nth}`,
      customerEmail: `person${nth % 7}@example.com`,
      customerPhone: '845-555-0100',
      deliveryAddress: `${nth} Main Street`,
      deliveryCity: 'Kingston',
      deliveryState: 'NY',
      deliveryZip: '12401',
      deliveryDate: addDays(dateIn(this.#world.zone, at.deps.clock.now()), 1 + dice.below(6)),
      isRecurring,
      recurringFrequency: dice.pick(frequencies),
      items: lines.map(({ product, quantity }) => ({
        productId: product.id,
        quantity,
        price: product.price_cents,
      })),
      subtotal: price.subtotalCents,
      total: price.totalCents,
    }
    const [known] = await this.#owner(submission.customerEmail)
    const placer = { ip: '192.0.2.1', customerId: dice.chance(0.6) ? known?.id : undefined }
    if (dice.chance(0.1)) {
      await placeOrder(deps, undefined, submission as never, placer)
      return
    }
    const begun = await beginCheckout(deps, undefined, price.subtotalCents)
    const placed = await placeOrder(deps, begun.token, submission as never, placer)
    await this.#pay(placed.clientSecret ?? begun.clientSecret, dice)
  }

  #owner(email: string) {
    const read = () =>
      this.#world.sql<{ id: string }>('select id from customers where email = $1', [email])
    return this.#world.scheduler.pass(browser, read)
  }

  /** In the browser, with a card that may turn out otherwise later. */
  async #pay(clientSecret: string, dice: Dice): Promise<void> {
    const { ledger, scheduler } = this.#world
    const [intentId = ''] = clientSecret.split('_secret_')
    const pay = () => {
      const { customerRef } = ledger.find(intentId)
      return ledger.payInPerson(intentId, this.#newCard(customerRef ?? 'cus_none', dice))
    }
    await scheduler.pass(browser, pay, { afterMs: dice.between(MINUTE_MS / 4, 20 * MINUTE_MS) })
  }

  #newCard(customerRef: string, dice: Dice): LedgerCard {
    const { now } = this.#world.scheduler
    return this.#world.ledger.addCard(
      customerRef,
      dice.pick(tempers),
      now + dice.between(0, 30) * DAY_MS,
    )
  }

  async #pick(where: string): Promise<Order | undefined> {
    const read = () =>
      this.#world.sql<Order>(
        `select id, customer_id, is_recurring, parent_order_id from orders where ${where}
         order by created_at, id`,
      )
    const found = await this.#world.scheduler.pass(browser, read)
    return found.length > 0 ? this.#dice.pick(found) : undefined
  }

  async #actAsOwner(at: ShopProcess): Promise<void> {
    const deps = { ...at.deps, shop: at.deps.config.shop }
    const deed = this.#dice.pick([
      'cancel',
      'card',
      'card',
      'card',
      'pay',
      'pay',
      'pay',
      'pay',
      'pay',
    ])
    if (deed === 'cancel') {
      const order = await this.#pick('is_recurring')
      if (order) await cancelSubscription(deps, order.customer_id, order.id)
      return
    }
    if (deed === 'card') {
      const order = await this.#pick('is_recurring')
      const [payer] = order ? await this.#payerOf(order.customer_id) : []
      if (!payer) return
      const card = this.#newCard(payer.customer_ref, this.#dice)
      await this.#world.scheduler.pass(browser, () => this.#world.ledger.chooseCard(card))
      return
    }
    const unpaid = `id in (select order_id from payments where status in ('pending', 'failed'))`
    const order = await this.#pick(unpaid)
    if (!order) return
    const find = payableDeliveries(deps.db, payableOrders(deps.db))
    const { clientSecret } = await payOrder(deps, find, order.id)
    await this.#pay(clientSecret, this.#dice)
  }

  #payerOf(customerId: string) {
    const read = () =>
      this.#world.sql<{ customer_ref: string }>(
        'select customer_ref from payers where customer_id = $1',
        [customerId],
      )
    return this.#world.scheduler.pass(browser, read)
  }

  async #actAsStaff({ deps }: ShopProcess): Promise<void> {
    const deed = this.#dice.pick(['confirm', 'deliver', 'deliver', 'deliver', 'cancel', 'refund'])
    if (deed === 'refund') {
      const paid = `id in (select order_id from payments where status = 'paid')`
      const order = await this.#pick(paid)
      const amount = this.#dice.chance(0.5) ? { amount: 100 + this.#dice.below(300) } : {}
      if (order) await refundOrder(deps, staff, order.id, { ...amount, reason: 'a broken bottle' })
      return
    }
    const order = await this.#pick(deed === 'confirm' ? `status = 'pending'` : 'true')
    if (!order) return
    const deliveryStatus = this.#dice.pick(['in-transit', 'delivered'] as const)
    const status = deed === 'cancel' ? 'cancelled' : 'confirmed'
    const change = deed === 'deliver' ? { deliveryStatus } : ({ status } as const)
    await updateOrder(deps, staff, order.id, change)
  }

  /** Money that goes back by hand at the provider, of which only its message tells. */
  async #refundAtProvider(): Promise<void> {
    const { ledger, scheduler } = this.#world
    const paid = [...ledger.intents.values()].filter(
      ({ status, chargedAt }) =>
        status === 'succeeded' && (chargedAt ?? 0) < scheduler.now - 2 * HOUR_MS,
    )
    if (paid.length === 0) return
    const { id, amountCents, refunds } = this.#dice.pick(paid)
    if (refunds.length > 0) return
    const cents = this.#dice.chance(0.5) ? amountCents : Math.ceil(amountCents / 2)
    await scheduler.pass(browser, () => ledger.refund(id, cents, null))
  }
}
