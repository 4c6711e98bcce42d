import { updateOrder } from '#server/modules/deliveries/update-order.ts'
import { refundOrder } from '#server/modules/deposits/refund-order.ts'
import { payableOrders } from '#server/modules/orders/find-payable.ts'
import { payOrder } from '#server/modules/payments/intents/pay-order.ts'
import { payableDeliveries } from '#server/modules/renewals/index.ts'
import { applyStaffChange } from '#server/modules/renewals/staff/apply-staff-change.ts'
import { changeOwnSubscription } from '#server/modules/subscriptions/changes/change-subscription.ts'
import { applyOneTap, oneTapLinks } from '#server/modules/subscriptions/changes/one-tap.ts'
import { cancelSubscription } from '#server/modules/subscriptions/index.ts'
import { viewSubscription } from '#server/modules/subscriptions/subscription-view.ts'
import { refundSomeItems, returnSome } from '../money/staff-money.ts'
import { reportCodeError } from '../oracle/code-errors.ts'
import type { Rng } from '../rng.ts'
import type { ActivityRates } from '../scenario.ts'
import type { ShopProcess } from '../shop-process.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import type { World } from '../world.ts'
import { agreeToPrice } from './agree-to-price.ts'
import { Buyers, clientOnNetwork } from './buyers.ts'
import { defaultActivity, orderFilters } from './default-activity.ts'
import { giveCredit } from './give-credit.ts'
import { OrderCancellations } from './order-cancellations.ts'
import { randomCustomerChange, randomStaffChange } from './random-changes.ts'

type Order = { id: string; customer_id: string }
const clerk = { id: '00000000-0000-4000-8000-000000000001', email: 'staff@shop.test' }
const shopDeps = ({ deps }: ShopProcess) => ({
  ...deps,
  shop: deps.shop,
  publicUrl: deps.config.publicUrl,
})

/** Customers and staff who perform random actions. */
export class People {
  readonly #world: World
  readonly #rng: Rng
  readonly #buyers: Buyers
  readonly #cancellations: OrderCancellations
  readonly #activity: ActivityRates

  constructor(world: World) {
    this.#world = world
    const noActivity = { subscriber: 0, staff: 0, manualRefunds: 0, amountChanges: 0, office: 0 }
    const { scenario } = world.options
    this.#activity = scenario
      ? { ...defaultActivity, ...noActivity, ...scenario.activity }
      : defaultActivity
    this.#rng = world.rng.fork('people')
    this.#buyers = new Buyers(world)
    this.#cancellations = new OrderCancellations(world, clerk)
  }

  async start(count: number, until: number): Promise<void> {
    await this.#buyers.start()
    const { scheduler } = this.#world
    const length = until - scheduler.now
    const scheduleTimes = (
      times: number,
      from: number,
      act: (at: ShopProcess) => Promise<unknown>,
    ) => {
      for (let n = 0; n < times; n++) {
        scheduler.after(this.#rng.between(from, length), () => this.#run(act))
      }
    }
    for (let n = 0; n < count; n++) {
      const joinDelayMs = this.#rng.between(0, length / 3)
      scheduler.after(joinDelayMs, () => this.#run((at) => this.#buyers.buyWithRetries(at, n)))
    }
    const { subscriber, staff, manualRefunds, amountChanges } = this.#activity
    scheduleTimes(count * subscriber, length / 5, (at) => this.#actAsSubscriber(at))
    scheduleTimes(count * staff, length / 5, (at) => this.#actAsStaff(at))
    scheduleTimes(count * manualRefunds, length / 3, () => this.#refundAtProvider())
    scheduleTimes(count * amountChanges, DAY_MS, () => this.#changeAmount())
  }

  /** Runs an action on a random running process. Rejections and faults are ignored. */
  #run(act: (at: ShopProcess) => Promise<unknown>): void {
    const alive = this.#world.alive()
    if (alive.length === 0) {
      // While the shop is down, the customer retries later.
      this.#world.scheduler.after(5 * HOUR_MS, () => this.#run(act))
      return
    }
    act(this.#rng.pick(alive)).catch((error) => reportCodeError(this.#world.oracle, error))
  }

  async #pick(where: string): Promise<Order | undefined> {
    const orders = await this.#buyers.read<Order>(
      `select id, customer_id from orders where ${where} order by created_at, id`,
    )
    return orders.length > 0 ? this.#rng.pick(orders) : undefined
  }

  async #actAsSubscriber(at: ShopProcess): Promise<void> {
    const action = this.#rng.pick(this.#activity.subscriberActions)
    if (action === 'pay') return this.#payUnpaid(at)
    if (action === 'tap') return this.#runOneTap(at)
    if (action === 'agree') return agreeToPrice(this.#world, this.#buyers, this.#rng, at)
    const order = await this.#pick('is_recurring')
    if (!order) return
    const { id, customer_id: customerId } = order
    if (action === 'cancel' && this.#rng.chance(0.4)) {
      this.#world.oracle.recordCancel([id])
      await cancelSubscription(shopDeps(at), customerId, id)
    }
    if (action === 'card') await this.#buyers.chooseCard(customerId, this.#rng)
    if (action !== 'change') return
    const change = await randomCustomerChange(this.#buyers, this.#rng, id)
    if (!change) return
    this.#world.oracle.changed.add(id)
    if (change.type === 'pause') this.#world.oracle.mayBePaused.add(id)
    if (change.type === 'change' && change.items) this.#world.oracle.offers.changedItems.add(id)
    await changeOwnSubscription(shopDeps(at), { customerId, id, change, isPreview: false })
    this.#world.count(`customer: ${change.type}`)
  }

  /** Opens a one-tap link twice at once, in two processes. */
  async #runOneTap(at: ShopProcess): Promise<void> {
    const deps = shopDeps(at)
    const order = await this.#pick(
      `is_recurring and id in (select subscription_id from cycles where status = 'ordered')`,
    )
    const view = order && (await viewSubscription(deps.db, deps, order.id))
    const delivery = view?.calendar.find(({ status }) => status === 'ordered')
    if (!view || !delivery) return
    const { label, url } = this.#rng.pick(oneTapLinks(deps, view, delivery))
    this.#world.oracle.changed.add(view.id)
    if (label.startsWith('Pause')) this.#world.oracle.mayBePaused.add(view.id)
    const token = url.split('/').at(-1) ?? ''
    const other = this.#world.alive()[0] ?? at
    this.#world.count('one tap')
    await Promise.allSettled([applyOneTap(deps, token), applyOneTap(shopDeps(other), token)])
  }

  async #payUnpaid(at: ShopProcess): Promise<void> {
    const deps = shopDeps(at)
    const order = await this.#pick(
      `id in (select order_id from payments where status in ('pending', 'failed'))`,
    )
    if (!order) return
    const find = payableDeliveries(deps, payableOrders(deps.db))
    // About half of the customers save the card; derived from the id, without an rng draw.
    const options = { ip: '203.0.113.7', customerId: undefined, saveCard: order.id < '8' }
    const { clientSecret } = await payOrder(
      deps,
      find,
      order.id,
      clientOnNetwork(order.id),
      options,
    )
    await this.#buyers.pay(clientSecret, this.#rng)
  }

  async #actAsStaff(at: ShopProcess): Promise<void> {
    const { deps } = at
    const action = this.#rng.pick(this.#activity.staffActions)
    if (action === 'change_subscription') {
      const order = await this.#pick('is_recurring')
      const change = order && (await randomStaffChange(this.#buyers, this.#rng, order.id))
      if (!change) return
      if (change.type === 'pause') this.#world.oracle.mayBePaused.add(order.id)
      await applyStaffChange(shopDeps(at), clerk, order.id, change)
      this.#world.count(`staff: ${change.type}`)
      return
    }
    if (action === 'give_credit')
      return giveCredit(at, this.#rng, clerk, await this.#pick('is_recurring'))
    if (action === 'return_bottles')
      return returnSome(this.#world, at, this.#rng, clerk, await this.#pick('is_recurring'))
    if (action === 'refund_items') {
      const paid = await this.#pick(
        `id in (select order_id from payments where paid_at is not null)`,
      )
      return refundSomeItems(this.#world, at, this.#rng, clerk, paid)
    }
    if (action === 'refund') {
      const order = await this.#pick(`id in (select order_id from payments where status = 'paid')`)
      const amount = this.#rng.chance(0.5) ? { amount: 100 + this.#rng.below(300) } : {}
      if (order)
        await refundOrder(deps, clerk, order.id, {
          ...amount,
          destination: 'card',
          reason: 'a broken bottle',
        })
      return
    }
    const isSkipped = action.startsWith('cancel') && this.#rng.chance(0.5)
    const order = await this.#pick(orderFilters[action] ?? 'true')
    if (!order || isSkipped) return
    if (action === 'cancel_several') return this.#cancellations.cancelSeveral(at)
    if (action === 'cancel' || action === 'withdraw_ordered')
      return this.#cancellations.cancelOne(at, order.id)
    const deliveryStatus = this.#rng.pick(['in-transit', 'delivered'] as const)
    const change = action === 'confirm' ? ({ status: 'confirmed' } as const) : { deliveryStatus }
    await updateOrder(deps, clerk, order.id, change)
  }

  /** C3: changes the amount of an intent before it is paid. */
  async #changeAmount(): Promise<void> {
    const open = [...this.#world.ledger.intents.values()].filter(
      ({ status, declines }) => status === 'open' && declines.length > 0,
    )
    if (open.length === 0) return
    const intent = this.#rng.pick(open)
    await this.#buyers.inBrowser(() => {
      intent.amountCents += 60
    })
  }

  /** Makes a refund in the provider's dashboard; only the webhook reports it. */
  async #refundAtProvider(): Promise<void> {
    const { ledger, provider, scheduler } = this.#world
    const paid = [...ledger.intents.values()].filter(
      ({ status, chargedAt }) =>
        status === 'succeeded' && (chargedAt ?? 0) < scheduler.now - 2 * HOUR_MS,
    )
    if (paid.length === 0) return
    const { id, amountCents, refunds } = this.#rng.pick(paid)
    if (refunds.length > 0) return
    const cents = this.#rng.chance(0.5) ? amountCents : Math.ceil(amountCents / 2)
    await this.#buyers.inBrowser(() =>
      provider.refundsAndDisputes.refund({ intentId: id, amountCents: cents, refundId: null }),
    )
  }
}
