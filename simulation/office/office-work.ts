import { addDays } from '#contract/dates/calendar.ts'
import { amountToCents } from '#contract/money.ts'
import type { PhoneOrderForm, PhonePayment } from '#contract/staff/phone-orders.ts'
import { acceptTerms } from '#server/modules/backoffice/phone-orders/accept-terms.ts'
import { placePhoneOrder } from '#server/modules/backoffice/phone-orders/place-phone-order.ts'
import { quotePhoneOrder } from '#server/modules/backoffice/phone-orders/price-phone-order.ts'
import { updateCustomer } from '#server/modules/identity/customers/staff-customers.ts'
import type { Random } from '#server/runtime.ts'
import { seededRandom } from '#tests/support/test-runtime.ts'
import { reportCodeError } from '../oracle/code-errors.ts'
import { Buyers } from '../people/buyers.ts'
import type { Rng } from '../rng.ts'
import type { OfficeAction } from '../scenario.ts'
import type { ShopProcess } from '../shop-process.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import type { World } from '../world.ts'
import { actTwice } from './act-twice.ts'
import { TenderEntries } from './tender-entries.ts'

const clerk = { id: '00000000-0000-4000-8000-000000000002', email: 'office@shop.test' }
const OFFICES = 4
/** The certificate of the first office expires during the run. */
const EXEMPT_DAYS = 25

/** Rules 38, 39: staff take orders by phone for offices that pay on delivery or by invoice. */
export class OfficeWork {
  readonly #world: World
  readonly #rng: Rng
  readonly #ids: Random
  readonly #buyers: Buyers
  readonly #tenders: TenderEntries

  constructor(world: World) {
    this.#world = world
    this.#rng = world.rng.fork('office')
    this.#ids = seededRandom(`${world.options.seed}/office`)
    this.#buyers = new Buyers(world)
    this.#tenders = new TenderEntries(world, this.#rng, this.#ids, clerk)
  }

  async start(times: number, actions: readonly OfficeAction[], until: number): Promise<void> {
    if (times === 0) return
    await this.#buyers.start()
    await this.#addOffices()
    const { scheduler } = this.#world
    const length = until - scheduler.now
    for (let n = 0; n < times; n++) {
      // Most orders are placed early, so that there is something to receive.
      const action = n < times / 8 ? (actions[0] ?? 'receive') : this.#rng.pick(actions)
      const latest = n < times / 8 ? length / 4 : length
      scheduler.after(this.#rng.between(HOUR_MS, latest), () => this.#run(action))
    }
  }

  /** They may pay by invoice from the start, and one of them has a tax exemption. */
  async #addOffices(): Promise<void> {
    const now = new Date(this.#world.scheduler.now)
    for (let n = 0; n < OFFICES; n++) {
      const id = this.#ids.uuid()
      await this.#world.sql(
        `insert into customers (id, email, name, invoice_net_days, created_at)
         values ($1, $2, $3, $4, $5)`,
        [id, officeEmail(n), `Office ${n}`, n % 2 === 0 ? 30 : 15, now],
      )
      this.#world.office.terms.push({ customerId: id, netDays: n % 2 === 0 ? 30 : 15, at: 0 })
      if (n > 0) continue
      const expiresOn = addDays(this.#buyers.today, EXEMPT_DAYS)
      await this.#world.sql(
        `insert into tax_exemptions (customer_id, certificate, expires_on, updated_at)
         values ($1, 'EX-1', $2, $3)`,
        [id, expiresOn, now],
      )
      this.#world.money.exemptions.set(id, expiresOn)
    }
  }

  #run(action: OfficeAction): void {
    const alive = this.#world.alive()
    if (alive.length === 0) {
      this.#world.scheduler.after(5 * HOUR_MS, () => this.#run(action))
      return
    }
    const at = this.#rng.pick(alive)
    this.#act(action, at).catch((error) => reportCodeError(this.#world.oracle, error))
  }

  #act(action: OfficeAction, at: ShopProcess): Promise<void> {
    if (action === 'phone_order') {
      const payments = ['on_delivery', 'on_delivery', 'invoice', 'invoice', 'saved_card'] as const
      return this.#order(at, this.#rng.pick(payments), false)
    }
    if (action === 'subscribe') return this.#order(at, 'invoice', true)
    if (action === 'terms') return this.#changeTerms(at)
    return this.#tenders.act(action, at)
  }

  /** Sends a request in two processes at once, as after a double click. */
  async #order(at: ShopProcess, payment: PhonePayment, isRecurring: boolean): Promise<void> {
    const form = this.#form(payment, isRecurring)
    const quote = await quotePhoneOrder(at.deps, form)
    const total = amountToCents(quote.total) ?? 0
    const order = { ...form, requestId: this.#ids.uuid(), total }
    const placed = await actTwice(this.#world, this.#rng, at, (process) =>
      placePhoneOrder(phoneDeps(process), clerk, order),
    )
    this.#world.count(`phone order ${payment}`, placed.length > 0 ? 1 : 0)
    const ids = new Set(placed.map(({ orderId }) => orderId))
    if (ids.size > 1) this.#world.oracle.report('C5', 'one phone order was placed twice')
    const [first] = placed
    if (!first?.needsTerms) return
    await this.#world.outside(() => {}, this.#rng.between(0, DAY_MS))
    const origin = { ip: '203.0.113.8', customerId: undefined }
    const other = this.#world.alive()[0] ?? at
    await actTwice(this.#world, this.#rng, other, (process) =>
      acceptTerms(phoneDeps(process), first.orderId, origin),
    )
    this.#world.count('terms accepted')
  }

  #form(payment: PhonePayment, isRecurring: boolean): PhoneOrderForm {
    const rng = this.#rng
    const { products } = this.#buyers
    const nth = rng.below(OFFICES)
    const first = rng.below(products.length)
    const lines = [0, 1].slice(0, 1 + rng.below(2)).map((index) => ({
      productId: products[(first + index) % products.length]?.id ?? '',
      quantity: 1 + rng.below(4),
    }))
    const isByCard = payment === 'saved_card'
    return {
      customerName: isByCard ? 'Person' : `Office ${nth}`,
      customerEmail: isByCard ? `person${rng.below(7)}@example.com` : officeEmail(nth),
      customerPhone: '845-555-0100',
      deliveryAddress: `${nth} Office Park`,
      deliveryCity: 'Kingston',
      deliveryState: 'NY',
      deliveryZip: '12401',
      deliveryDate: addDays(this.#buyers.today, (isRecurring ? 3 : 0) + rng.below(5)),
      isRecurring,
      ...(isRecurring && { recurringFrequency: 'weekly' as const }),
      items: lines,
      payment,
    } as PhoneOrderForm
  }

  /** A manager ends or renews the terms of an office. */
  async #changeTerms({ deps }: ShopProcess): Promise<void> {
    const [office] = await this.#buyers.read<{ id: string; days: number | null }>(
      'select id, invoice_net_days as days from customers where email = $1',
      [officeEmail(this.#rng.below(OFFICES))],
    )
    if (!office) return
    const choices = office.days === null ? [15, 30] : [null, null, 15, 30]
    const netDays = this.#rng.pick(choices)
    this.#world.office.terms.push({ customerId: office.id, netDays, at: this.#world.scheduler.now })
    const { failedTerms } = this.#world.office
    const isKnown = failedTerms.has(office.id)
    failedTerms.add(office.id)
    await updateCustomer(deps, clerk, office.id, { invoiceNetDays: netDays })
    if (!isKnown) failedTerms.delete(office.id)
    this.#world.count(netDays === null ? 'terms ended' : 'terms changed')
  }
}

const officeEmail = (nth: number) => `office${nth}@example.com`

const phoneDeps = ({ deps }: ShopProcess) => ({
  ...deps,
  shop: deps.shop,
  publicUrl: deps.config.publicUrl,
})
