import { expect, test } from 'vitest'
import {
  type ApiResponse,
  type Buyer,
  DECLINED_CARD,
  GOOD_CARD,
  intentIdFrom,
} from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { archiveProducts } from '#tests/support/product-changes.ts'
import { audit, getOrderState, getProviderIntent } from '#tests/support/provider-ledger.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

const getFaults = (shop: TestShop) => shop.deps.sandbox?.faults

const getStatus = async (shop: TestShop, clientSecret: string) =>
  (await getProviderIntent(shop, intentIdFrom(clientSecret))).status

/** A browser on the given network, behind one trusted proxy. */
function buyerOn(shop: TestShop, network: string) {
  const buyer = shop.buyer()
  const from = { 'x-forwarded-for': network }
  const call = <T>(path: string, body?: unknown) => buyer.call<T>('POST', path, body, from)
  return {
    buyer,
    startCheckout: (amount = 17.98) =>
      call<{ clientSecret: string; code?: string }>('/api/create-payment-intent', { amount }),
    place: (change = {}) =>
      call<{ orderId: string; clientSecret?: string; code?: string }>(
        '/api/orders',
        buyer.submission(change),
      ),
    pay: (id: string) =>
      call<{ clientSecret: string; code?: string }>(`/api/orders/${id}/payment-intent`),
    confirm: (clientSecret: string, number = DECLINED_CARD) =>
      call<{ status: string; error?: object }>(
        `/api/sandbox/payment-intents/${intentIdFrom(clientSecret)}/confirm`,
        { clientSecret, card: { number, expMonth: 12, expYear: 2030, cvc: '123' } },
      ),
  }
}

const proxied = { TRUST_PROXY: '1' }

/** Declines ten cards on this network, three per intent. */
async function testTenCards(shop: TestShop, network: string) {
  for (let nth = 0; nth < 4; nth++) {
    const eve = buyerOn(shop, network)
    const { clientSecret } = (await eve.startCheckout()).body
    for (let card = 0; card < (nth === 3 ? 1 : 3); card++) await eve.confirm(clientSecret)
    await shop.deliverPending()
  }
}

const countDeclined = (responses: ApiResponse<{ error?: object }>[]) =>
  responses.filter(({ status, body }) => status === 200 && body.error).length

test('AU13: the third decline cancels the intent before the webhook is acknowledged', async () => {
  const shop = await openShop()
  const eve = shop.buyer()
  const { clientSecret } = (await eve.startCheckout()).body
  const { orderId } = (await eve.place()).body
  for (const _attempt of [1, 2, 3]) await eve.confirm(clientSecret, DECLINED_CARD)

  await shop.deliverPending()

  expect(await getStatus(shop, clientSecret)).toBe('canceled')
  expect(await getOrderState(shop, orderId)).toBe('cancelled failed')
})

/** Creates a renewal without a saved card, so that it must be paid manually. */
async function createPayableRenewal(shop: TestShop) {
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  await shop.sql('update subscriptions set payment_method_ref = null, uses_default_card = false')
  shop.clock.set('2026-03-12T13:00:00Z')
  await runEngine(shop)
  return (await getCycles(shop, id))[0]?.order_id ?? ''
}

test('AU13: the third decline cancels the intent of a renewal, and the renewal stays payable', async () => {
  const shop = await openShop()
  const orderId = await createPayableRenewal(shop)
  const payer = shop.buyer()
  const { clientSecret } = (await payer.pay(orderId)).body
  for (const _attempt of [1, 2, 3]) await payer.confirm(clientSecret, DECLINED_CARD)

  await shop.deliverPending()
  expect(await getStatus(shop, clientSecret)).toBe('canceled')
  expect(await getOrderState(shop, orderId)).toBe('pending pending')

  const again = (await payer.pay(orderId)).body.clientSecret
  expect(intentIdFrom(again)).not.toBe(intentIdFrom(clientSecret))
  await payer.confirm(again, GOOD_CARD)
  await runEngine(shop)
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect(await capturedCents(shop)).toEqual([1528, 1528])
  expect((await audit(shop)).findings).toEqual([])
})

test('AU13: blocking a network also cancels the intent of a renewal', async () => {
  const shop = await openShop({ env: proxied })
  const orderId = await createPayableRenewal(shop)
  const eve = buyerOn(shop, '203.0.113.7')
  const { clientSecret } = (await eve.pay(orderId)).body
  await testTenCards(shop, '203.0.113.7')
  await shop.runJob('payment.cancelDeclined')

  expect(await getStatus(shop, clientSecret)).toBe('canceled')
  expect((await eve.pay(orderId)).status).toBe(429)
  expect((await buyerOn(shop, '203.0.113.8').pay(orderId)).status).toBe(200)
})

test('AU13: if the cancellation fails, the webhook fails and is sent again', async () => {
  const shop = await openShop()
  const eve = shop.buyer()
  const { clientSecret } = (await eve.startCheckout()).body
  getFaults(shop)?.next('POST payment_intents/:id/cancel', 'error-500')
  for (const _attempt of [1, 2, 3]) await eve.confirm(clientSecret, DECLINED_CARD)
  await shop.deliverPending()
  expect(await getStatus(shop, clientSecret)).toBe('requires_payment_method')

  shop.clock.advance(3_600_000)
  await shop.deliverPending()

  expect(await getStatus(shop, clientSecret)).toBe('canceled')
})

test('AU13: a network may create 300 intents in ten minutes, also concurrently; an open one counts once', async () => {
  const shop = await openShop({ env: { RATE_LIMIT_SCALE: '0.05', ...proxied } })
  const ana = buyerOn(shop, '198.51.100.1')
  const first = await ana.startCheckout()
  for (let nth = 0; nth < 5; nth++) {
    expect((await ana.startCheckout()).body.clientSecret).toBe(first.body.clientSecret)
  }

  const responses = await Promise.all(
    Array.from({ length: 30 }, () => buyerOn(shop, '198.51.100.1').startCheckout()),
  )

  const rejected = responses.filter(({ status }) => status === 429)
  expect(responses.length - rejected.length).toBe(14)
  expect(rejected[0]?.headers.get('retry-after')).toBe('600')
  expect(await shop.sql('select id from intents')).toHaveLength(15)
  expect((await buyerOn(shop, '198.51.100.2').startCheckout()).status).toBe(200)
})

test('AU13: a replacement intent and one created at /pay count as new', async () => {
  const shop = await openShop({ env: { RATE_LIMIT_SCALE: '0.04', ...proxied } })
  const network = '198.51.100.1'
  const ana = buyerOn(shop, network)
  const orderId = (await buyerOn(shop, network).place()).body.orderId
  await ana.startCheckout()
  await ana.place()
  const replaced = await ana.place({ customerEmail: 'another@example.com' })
  expect(replaced.body.clientSecret).toBeDefined()
  expect((await buyerOn(shop, network).pay(orderId)).status).toBe(200)

  const statuses = []
  for (let nth = 0; nth < 10; nth++)
    statuses.push((await buyerOn(shop, network).startCheckout()).status)

  expect(statuses).toEqual([...Array(9).fill(200), 429])
})

test('AU13: after ten declined cards a network cannot start, submit or pay for ten minutes', async () => {
  const shop = await openShop({ env: proxied })
  const orderId = (await buyerOn(shop, '2001:db8::1').place()).body.orderId
  const ana = buyerOn(shop, '2001:db8::2')
  await ana.startCheckout()
  await testTenCards(shop, '2001:db8::3')

  const responses = [
    await buyerOn(shop, '2001:db8::4').startCheckout(),
    await ana.startCheckout(),
    await ana.place(),
    await buyerOn(shop, '2001:db8::5').place(),
    await buyerOn(shop, '2001:db8::6').pay(orderId),
  ]

  for (const { status, headers, body } of responses) {
    expect([status, headers.get('retry-after')]).toEqual([429, '600'])
    expect(body).toMatchObject({
      code: 'too_many',
      message: 'Too many cards were declined. Wait 10 minutes and try again.',
    })
  }
  expect((await buyerOn(shop, '2001:db8:0:1::1').startCheckout()).status).toBe(200)

  shop.clock.advance(600_000)
  expect((await ana.startCheckout()).status).toBe(200)
  const paid = await ana.place()
  const { clientSecret } = (await buyerOn(shop, '2001:db8::6').pay(paid.body.orderId)).body
  await ana.confirm(clientSecret, '4242424242424242')
  await shop.deliverPending()
  expect(await getOrderState(shop, paid.body.orderId)).toBe('confirmed paid')
})

test('AU13: open intents of a blocked network are cancelled, and their orders can be paid later', async () => {
  const shop = await openShop({ env: proxied })
  const [ana, eve] = [buyerOn(shop, '198.51.100.1'), buyerOn(shop, '198.51.100.1')]
  const opened = (await eve.startCheckout()).body.clientSecret
  const pending = (await ana.startCheckout()).body.clientSecret
  const { orderId } = (await ana.place()).body
  const elsewhere = (await buyerOn(shop, '198.51.100.2').startCheckout()).body.clientSecret

  await testTenCards(shop, '198.51.100.1')
  await shop.runJob('payment.cancelDeclined')

  expect(await getStatus(shop, opened)).toBe('canceled')
  expect(await getStatus(shop, pending)).toBe('canceled')
  expect(await getStatus(shop, elsewhere)).toBe('requires_payment_method')
  expect(await getOrderState(shop, orderId)).toBe('pending pending')

  shop.clock.advance(600_000)
  const again = await ana.place()
  expect(again.body.orderId).toBe(orderId)
  await ana.confirm(again.body.clientSecret ?? '', '4242424242424242')
  await shop.deliverPending()
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
})

test('AU13: declines count against the network that received the secret, by webhook or submit', async () => {
  const shop = await openShop({ env: { RATE_LIMIT_SCALE: '0.2', ...proxied } })
  getFaults(shop)?.nextWebhook('*', 'lose', 99)
  const eve = buyerOn(shop, '198.51.100.1')
  const { clientSecret } = (await eve.startCheckout()).body
  await eve.place()
  for (const from of ['203.0.113.1', '203.0.113.2']) {
    await buyerOn(shop, from).confirm(clientSecret)
    await eve.place()
  }

  expect((await eve.place()).status).toBe(429)
  expect((await buyerOn(shop, '198.51.100.1').startCheckout()).status).toBe(429)
})

test('AU13: of concurrent cards in the sandbox at most ten are declined', async () => {
  const shop = await openShop()
  const secrets = await Promise.all(
    Array.from({ length: 30 }, async () => (await shop.buyer().startCheckout()).body.clientSecret),
  )

  const responses = await Promise.all(
    secrets.map((secret) => shop.buyer().confirm(secret, DECLINED_CARD)),
  )

  expect(countDeclined(responses)).toBe(10)
  const rejected = responses.filter(({ status }) => status === 429)
  expect(rejected).toHaveLength(20)
  expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(590)
})

test('AU13: paid orders do not count: forty concurrent ones from one network succeed', async () => {
  const shop = await openShop()
  const buy = async (buyer: Buyer, nth: number) =>
    buyer.buy(buyer.submission({ customerEmail: `buyer${nth}@example.com` }))

  const bought = await Promise.all(Array.from({ length: 40 }, (_, nth) => buy(shop.buyer(), nth)))

  expect(new Set(bought.map(({ paid }) => paid.body.status))).toEqual(new Set(['succeeded']))
})

test('AU13: a provisional amount is at least the lowest price of an available product', async () => {
  const shop = await openShop()
  const prices = shop.products.map(({ price }) => Number(price)).toSorted((a, b) => a - b)
  const [cheapest = 0, next = 0] = prices

  const small = await buyerOn(shop, '').startCheckout(cheapest - 0.01)
  expect([small.status, small.body.code]).toEqual([400, 'amount_too_small'])
  expect((await buyerOn(shop, '').startCheckout(cheapest)).status).toBe(200)

  for (const { id, price } of shop.products) {
    if (Number(price) < next) await archiveProducts(shop, id)
  }
  await expect.poll(async () => (await buyerOn(shop, '').startCheckout(cheapest)).status).toBe(400)
  expect((await buyerOn(shop, '').startCheckout(next)).status).toBe(200)
})
