import { describe, expect, test } from 'vitest'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import {
  audit,
  getProviderIntent,
  listProviderCharges,
  listProviderIntents,
  sendEvent,
} from '#tests/support/provider-ledger.ts'
import { getFaults, holdNext } from '#tests/support/sandbox-faults.ts'

const times = <T>(count: number, act: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => act(nth)))

describe('C5: double click, reload, concurrent submits', () => {
  test('twenty concurrent starts of one browser create one checkout with one intent', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    // With the cookie of a finished checkout the browser is identified.
    await ana.buy()
    await shop.deliverPending()

    const responses = await times(20, () => ana.startCheckout())

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ body }) => body.clientSecret)).size).toBe(1)
    expect(await listProviderIntents(shop)).toHaveLength(2)
  })

  test('fifty concurrent submits create one order on one intent, charged once', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const { clientSecret } = (await ana.startCheckout()).body

    const responses = await times(50, () => ana.place())
    await times(3, () => ana.confirm(clientSecret))
    await shop.deliverPending()

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(responses.map(({ body }) => body.orderId)).size).toBe(1)
    expect(await shop.sql('select id from orders')).toHaveLength(1)
    expect(await listProviderIntents(shop)).toHaveLength(1)
    expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 0 }])
  })

  test('concurrent different corrections leave one order, and the intent has its total', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const { clientSecret } = (await ana.startCheckout()).body
    const { orderId } = (await ana.place()).body

    for (const round of [1, 2, 3]) {
      const responses = await times(10, (nth) =>
        ana.place(ana.submission({ lines: [[shop.products[nth % 6] as never, round * 10 + nth]] })),
      )
      expect(new Set(responses.map(({ body }) => body.orderId))).toEqual(new Set([orderId]))
      const { amount } = await getProviderIntent(shop, intentIdFrom(clientSecret))
      const [order] = await shop.sql('select total_cents from orders')
      expect(order).toEqual({ total_cents: amount })
    }
    await ana.confirm(clientSecret)
    await shop.deliverPending()

    expect((await ana.order(orderId)).body.paymentStatus).toBe('paid')
    expect((await audit(shop)).findings).toEqual([])
  })

  test('a slow first submit that is overtaken updates the existing order', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const { clientSecret } = (await ana.startCheckout()).body
    const { reached, release } = holdNext(getFaults(shop), 'POST payment_intents/:id')
    const slow = ana.place(ana.submission({ lines: [[shop.products[1] as never, 3]] }))
    await reached
    await shop.sql(`update checkouts set lease_ends_at = '2000-01-01'`)

    const { orderId } = (await ana.place()).body
    release()
    expect(await slow).toMatchObject({ status: 201, body: { orderId } })

    const { amount } = await getProviderIntent(shop, intentIdFrom(clientSecret))
    expect(amount).toBe(2097)
    expect(await shop.sql('select total_cents from orders')).toEqual([{ total_cents: amount }])
    await ana.confirm(clientSecret)
    await shop.deliverPending()
    expect((await ana.order(orderId)).body.paymentStatus).toBe('paid')
    expect((await audit(shop)).findings).toEqual([])
  })

  test('a lost response is repeated, including the secret of a new intent', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    await ana.startCheckout()
    await ana.place()
    const corrected = ana.submission({ customerEmail: 'ana.ruiz@example.com' })
    const lost = await ana.place(corrected)

    const again = await ana.place(corrected)
    const withOtherAddress = await ana.place({ ...corrected, deliveryAddress: '99 Other Road' })

    expect(again.body).toEqual(lost.body)
    expect(withOtherAddress.body).toEqual(lost.body)
    await ana.confirm(again.body.clientSecret ?? '')
    await shop.deliverPending()
    expect((await ana.order(again.body.orderId)).body.paymentStatus).toBe('paid')
  })

  test('a submit that failed halfway does not leave its amount on the existing order', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const { clientSecret } = (await ana.startCheckout()).body
    const { orderId } = (await ana.place()).body
    await shop.sql(`alter table orders add constraint no_forty check (total_cents < 20000)`)
    const tooMany = ana.submission({ lines: [[shop.products[0] as never, 40]] })
    expect((await ana.place(tooMany)).status).toBe(500)
    expect((await getProviderIntent(shop, intentIdFrom(clientSecret))).amount).toBe(35_960)

    await ana.place()
    await ana.confirm(clientSecret)
    await shop.deliverPending()

    expect((await ana.order(orderId)).body).toMatchObject({ total: '17.98', paymentStatus: 'paid' })
    expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 0 }])
  })

  test('a card charged before its order is committed is refunded, and the order stays unpaid', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    const { clientSecret } = (await eve.startCheckout()).body
    const rival = await beginTransaction(shop)
    // The order insert is blocked while the card is charged.
    await rival.client.query('lock table order_items in exclusive mode')
    const placing = eve.place()
    await untilAmountIs(shop, intentIdFrom(clientSecret), eve.submission().total)
    await eve.confirm(clientSecret)
    const settled = sendEvent(shop, intentIdFrom(clientSecret))
    await new Promise((resolve) => setTimeout(resolve, 150))
    await rival.end('rollback')

    const { body } = await placing
    await settled
    await shop.deliverPending()
    await shop.runJob('refund.send')
    await shop.deliverPending()

    const { body: order } = await eve.order(body.orderId)
    const [charge] = await listProviderCharges(shop)
    const isPaid = order.status === 'confirmed' && order.paymentStatus === 'paid'
    const isWaiting = order.status === 'pending' && order.paymentStatus === 'pending'
    expect(isPaid || isWaiting).toBe(true)
    expect(charge).toEqual({ amount: 1798, refunded: isPaid ? 0 : 1798 })
    expect((await audit(shop)).findings).toEqual([])
  })
})

describe('C7: the confirmation page and the webhook race', () => {
  test('page, webhook and reconciliation at once cause one transition and one email, all with 2xx', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    shop.deps.sandbox?.faults.nextWebhook('payment_intent.succeeded', 'lose')
    const { orderId, clientSecret } = await ana.buy()
    shop.clock.advance(5 * 60_000)

    const [pages, hooks] = await Promise.all([
      times(6, () => ana.order(orderId)),
      times(6, (nth) => sendEvent(shop, intentIdFrom(clientSecret), { id: `evt_${nth}` })),
      shop.runJob('payment.reconcile'),
    ])
    await shop.deliverPending()

    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(hooks.map(({ status }) => status))).toEqual(new Set([204]))
    expect((await ana.order(orderId)).body).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
    })
    const steps = await shop.sql('select to_status from payment_transitions')
    expect(steps).toEqual([{ to_status: 'paid' }])
    expect(await shop.mailbox()).toHaveLength(1)
  })

  test('a correction that races with the payment never leaves an order with a different amount', async () => {
    const shop = await openShop()
    for (const nth of [1, 2, 3, 4]) {
      const ana = shop.buyer()
      const { clientSecret } = (await ana.startCheckout()).body
      const { orderId } = (await ana.place()).body

      const changed = ana.submission({ lines: [[shop.products[1] as never, nth]] })
      const [, placed] = await Promise.all([ana.confirm(clientSecret), ana.place(changed)])
      await ana.confirm(placed.body.clientSecret ?? clientSecret)
      await shop.deliverPending()

      expect(placed.status).toBeLessThan(500)
      expect((await ana.order(orderId)).body.paymentStatus).toBe('paid')
    }
    const { findings, ordersPaid } = await audit(shop)
    expect([findings, ordersPaid]).toEqual([[], 4])
  })
})

/** Waits until the submit has updated the intent to the order's total. */
async function untilAmountIs(shop: TestShop, intentId: string, total: string) {
  for (;;) {
    const { amount, customer } = await getProviderIntent(shop, intentId)
    if (amount === Math.round(Number(total) * 100) && customer) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
