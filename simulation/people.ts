import { refundOrder } from '#server/modules/backoffice/refund-order.ts'
import { updateOrder } from '#server/modules/deliveries/update-order.ts'
import { payableOrders } from '#server/modules/orders/find-payable.ts'
import { payOrder } from '#server/modules/payments/pay-order.ts'
import { payableDeliveries } from '#server/modules/renewals/index.ts'
import { doForCustomer } from '#server/modules/renewals/staff/staff-deed.ts'
import { changeOwnSubscription } from '#server/modules/subscriptions/changes/change-subscription.ts'
import { doOneTap, oneTapsFor } from '#server/modules/subscriptions/changes/one-tap.ts'
import { cancelSubscription } from '#server/modules/subscriptions/index.ts'
import { viewSubscription } from '#server/modules/subscriptions/subscription-view.ts'
import { Buyers, visitorOn } from './buyers.ts'
import { Cancels } from './cancels.ts'
import { ownDeed, staffDeed } from './deeds.ts'
import type { Dice } from './dice.ts'
import { noteError } from './mistakes.ts'
import type { Habits, StaffAct } from './scenarios.ts'
import type { ShopProcess } from './shop-process.ts'
import { DAY_MS, HOUR_MS } from './time.ts'
import type { World } from './world.ts'

type Order = { id: string; customer_id: string }

const clerk = { id: '00000000-0000-4000-8000-000000000001', email: 'staff@shop.test' }

const shopDeps = ({ deps }: ShopProcess) => ({
  ...deps,
  shop: deps.config.shop,
  publicUrl: deps.config.publicUrl,
})

const usual: Habits = {
  owner: 3,
  staff: 2,
  handRefunds: 1,
  otherSums: 0.5,
  ownerActs: ['change', 'change', 'change', 'tap', 'tap', 'cancel', 'card', 'card', 'pay', 'pay'],
  staffActs: ['confirm', 'deliver', 'deliver', 'cancel', 'cancel_several', 'refund', 'for', 'for'],
}

const whichOrder: Partial<Record<StaffAct, string>> = {
  confirm: `status = 'pending'`,
  deliver_ordered: `id in (select order_id from cycles where status = 'ordered')`,
  call_off: `id in (select order_id from cycles where status = 'ordered')`,
}

/** Customers and staff, who do whatever comes to their mind. */
export class People {
  readonly #world: World
  readonly #dice: Dice
  readonly #buyers: Buyers
  readonly #cancels: Cancels
  readonly #habits: Habits

  constructor(world: World) {
    this.#world = world
    const rare = { owner: 0, staff: 0, handRefunds: 0, otherSums: 0 }
    const { scenario } = world.options
    this.#habits = scenario ? { ...usual, ...rare, ...scenario.habits } : usual
    this.#dice = world.dice.fork('people')
    this.#buyers = new Buyers(world)
    this.#cancels = new Cancels(world, clerk)
  }

  async open(count: number, until: number): Promise<void> {
    await this.#buyers.open()
    const { scheduler } = this.#world
    const length = until - scheduler.now
    const often = (times: number, from: number, act: (at: ShopProcess) => Promise<unknown>) => {
      for (let n = 0; n < times; n++) {
        scheduler.after(this.#dice.between(from, length), () => this.#do(act))
      }
    }
    for (let n = 0; n < count; n++) {
      const joins = this.#dice.between(0, length / 3)
      scheduler.after(joins, () => this.#do((at) => this.#buyers.insist(at, n)))
    }
    const { owner, staff, handRefunds, otherSums } = this.#habits
    often(count * owner, length / 5, (at) => this.#actAsOwner(at))
    often(count * staff, length / 5, (at) => this.#actAsStaff(at))
    often(count * handRefunds, length / 3, () => this.#refundAtProvider())
    often(count * otherSums, DAY_MS, () => this.#changeSum())
  }

  /** Through whichever process answers. A refusal, or a fault on the way, is the person's to bear. */
  #do(act: (at: ShopProcess) => Promise<unknown>): void {
    const alive = this.#world.alive()
    if (alive.length === 0) {
      // Whoever finds the shop closed comes again.
      this.#world.scheduler.after(5 * HOUR_MS, () => this.#do(act))
      return
    }
    act(this.#dice.pick(alive)).catch((error) => noteError(this.#world.oracle, error))
  }

  async #pick(where: string): Promise<Order | undefined> {
    const found = await this.#buyers.read<Order>(
      `select id, customer_id from orders where ${where} order by created_at, id`,
    )
    return found.length > 0 ? this.#dice.pick(found) : undefined
  }

  async #actAsOwner(at: ShopProcess): Promise<void> {
    const deed = this.#dice.pick(this.#habits.ownerActs)
    if (deed === 'pay') return this.#payUnpaid(at)
    if (deed === 'tap') return this.#tap(at)
    const order = await this.#pick('is_recurring')
    if (!order) return
    const { id, customer_id: customerId } = order
    if (deed === 'cancel' && this.#dice.chance(0.4)) {
      this.#world.oracle.noteCancel([id])
      await cancelSubscription(shopDeps(at), customerId, id)
    }
    if (deed === 'card') await this.#buyers.chooseCard(customerId, this.#dice)
    if (deed !== 'change') return
    const wish = await ownDeed(this.#buyers, this.#dice, id)
    if (!wish) return
    if (wish.do === 'pause') this.#world.oracle.mayBePaused.add(id)
    await changeOwnSubscription(shopDeps(at), { customerId, id, deed: wish, isPreview: false })
    this.#world.count(`customer: ${wish.do}`)
  }

  /** Presses a link of a reminder twice at once, through two processes. */
  async #tap(at: ShopProcess): Promise<void> {
    const deps = shopDeps(at)
    const order = await this.#pick(
      `is_recurring and id in (select subscription_id from cycles where status = 'ordered')`,
    )
    const view = order && (await viewSubscription(deps.db, deps, order.id))
    const delivery = view?.calendar.find(({ status }) => status === 'ordered')
    if (!view || !delivery) return
    const { label, url } = this.#dice.pick(oneTapsFor(deps, view, delivery))
    if (label.startsWith('Pause')) this.#world.oracle.mayBePaused.add(view.id)
    const token = url.split('/').at(-1) ?? ''
    const other = this.#world.alive()[0] ?? at
    this.#world.count('one tap')
    await Promise.allSettled([doOneTap(deps, token), doOneTap(shopDeps(other), token)])
  }

  async #payUnpaid(at: ShopProcess): Promise<void> {
    const deps = shopDeps(at)
    const order = await this.#pick(
      `id in (select order_id from payments where status in ('pending', 'failed'))`,
    )
    if (!order) return
    const find = payableDeliveries(deps, payableOrders(deps.db))
    // Half of them agree that the card is kept, without a throw of the dice.
    const wish = { ip: '203.0.113.7', customerId: undefined, saveCard: order.id < '8' }
    const { clientSecret } = await payOrder(deps, find, order.id, visitorOn(order.id), wish)
    await this.#buyers.pay(clientSecret, this.#dice)
  }

  async #actAsStaff(at: ShopProcess): Promise<void> {
    const { deps } = at
    const deed = this.#dice.pick(this.#habits.staffActs)
    if (deed === 'for') {
      const order = await this.#pick('is_recurring')
      const wish = order && (await staffDeed(this.#buyers, this.#dice, order.id))
      if (!wish) return
      if (wish.do === 'pause') this.#world.oracle.mayBePaused.add(order.id)
      await doForCustomer(shopDeps(at), clerk, order.id, wish)
      this.#world.count(`staff: ${wish.do}`)
      return
    }
    if (deed === 'refund') {
      const order = await this.#pick(`id in (select order_id from payments where status = 'paid')`)
      const amount = this.#dice.chance(0.5) ? { amount: 100 + this.#dice.below(300) } : {}
      if (order) await refundOrder(deps, clerk, order.id, { ...amount, reason: 'a broken bottle' })
      return
    }
    const rare = deed.startsWith('cancel') && this.#dice.chance(0.5)
    const order = await this.#pick(whichOrder[deed] ?? 'true')
    if (!order || rare) return
    if (deed === 'cancel_several') return this.#cancels.several(at)
    if (deed === 'cancel' || deed === 'call_off') return this.#cancels.one(at, order.id)
    const deliveryStatus = this.#dice.pick(['in-transit', 'delivered'] as const)
    const change = deed === 'confirm' ? ({ status: 'confirmed' } as const) : { deliveryStatus }
    await updateOrder(deps, clerk, order.id, change)
  }

  /** C3: somebody sets another sum on an intent before it is paid. */
  async #changeSum(): Promise<void> {
    const open = [...this.#world.ledger.intents.values()].filter(
      ({ status, declines }) => status === 'open' && declines.length > 0,
    )
    if (open.length === 0) return
    const intent = this.#dice.pick(open)
    await this.#buyers.inBrowser(() => {
      intent.amountCents += 60
    })
  }

  /** Money that goes back by hand at the provider, of which only its message tells. */
  async #refundAtProvider(): Promise<void> {
    const { ledger, provider, scheduler } = this.#world
    const paid = [...ledger.intents.values()].filter(
      ({ status, chargedAt }) =>
        status === 'succeeded' && (chargedAt ?? 0) < scheduler.now - 2 * HOUR_MS,
    )
    if (paid.length === 0) return
    const { id, amountCents, refunds } = this.#dice.pick(paid)
    if (refunds.length > 0) return
    const cents = this.#dice.chance(0.5) ? amountCents : Math.ceil(amountCents / 2)
    await this.#buyers.inBrowser(() =>
      provider.afterPayment.refund({ intentId: id, amountCents: cents, refundId: null }),
    )
  }
}
