import { expect, test } from 'vitest'
import { DECLINED_CARD, GOOD_CARD, intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit, getOrderState } from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'
import { buyerOn, getStatus, proxied, testTenCards } from './network-buyers.ts'

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
  getFaults(shop).next('POST payment_intents/:id/cancel', 'error-500')
  for (const _attempt of [1, 2, 3]) await eve.confirm(clientSecret, DECLINED_CARD)
  await shop.deliverPending()
  expect(await getStatus(shop, clientSecret)).toBe('requires_payment_method')

  shop.clock.advance(3_600_000)
  await shop.deliverPending()

  expect(await getStatus(shop, clientSecret)).toBe('canceled')
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
