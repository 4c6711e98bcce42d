import { expect, test } from 'vitest'
import { type ApiResponse, DECLINED_CARD } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { getOrderState } from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'
import { buyerOn, proxied, testTenCards } from './network-buyers.ts'

const countDeclined = (responses: ApiResponse<{ error?: object }>[]) =>
  responses.filter(({ status, body }) => status === 200 && body.error).length

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

test('AU13: declines count against the network that received the secret, by webhook or submit', async () => {
  const shop = await openShop({ env: { RATE_LIMIT_SCALE: '0.2', ...proxied } })
  getFaults(shop).nextWebhook('*', 'lose', 99)
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
