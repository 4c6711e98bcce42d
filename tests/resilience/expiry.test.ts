import { expect, test } from 'vitest'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import {
  audit,
  getOrderState,
  getProviderIntent,
  listProviderCharges,
} from '#tests/support/provider-ledger.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

test('an unpaid order is cancelled after 24 hours, also at the provider, and not before', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place()).body
  const unpaidId = (await shop.buyer().place()).body.orderId

  shop.clock.advance(DAY_MS - 1000)
  await shop.runJob('payment.expire')
  expect(await getOrderState(shop, orderId)).toBe('pending pending')
  expect(await getOrderState(shop, unpaidId)).toBe('pending pending')

  shop.clock.advance(2000)
  await shop.runJob('payment.expire')

  expect(await getOrderState(shop, orderId)).toBe('cancelled failed')
  expect(await getOrderState(shop, unpaidId)).toBe('cancelled failed')
  expect((await getProviderIntent(shop, intentIdFrom(clientSecret))).status).toBe('canceled')
  expect((await ana.pay(orderId)).body.code).toBe('not_payable')
  await shop.deliverPending()
  expect(await shop.mailbox()).toEqual([])
  expect((await ana.startCheckout()).body.clientSecret).not.toBe(clientSecret)
})

test('the 24 hours start when the order is placed, not when the form was opened', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  shop.clock.advance(DAY_MS - HOUR_MS)
  const { orderId } = (await ana.place()).body

  shop.clock.advance(2 * HOUR_MS)
  await shop.runJob('payment.expire')
  expect(await getOrderState(shop, orderId)).toBe('pending pending')
  expect((await getProviderIntent(shop, intentIdFrom(clientSecret))).status).not.toBe('canceled')

  shop.clock.advance(DAY_MS)
  await shop.runJob('payment.expire')
  expect(await getOrderState(shop, orderId)).toBe('cancelled failed')
})

test('a payment at the last second wins, even without a webhook', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place()).body
  shop.clock.advance(DAY_MS + HOUR_MS)
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 9)
  await ana.confirm(clientSecret)

  await shop.runJob('payment.expire')
  await shop.deliverPending()

  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect(await shop.mailbox()).toHaveLength(1)
})

test('a payment during the cancellation results in either, never both', async () => {
  const shop = await openShop()
  for (const nth of [1, 2, 3, 4]) {
    const ana = shop.buyer()
    const customerEmail = `ana${nth}@example.com`
    const { clientSecret } = (await ana.startCheckout()).body
    const { orderId } = (
      await ana.place(ana.submission({ customerEmail, deliveryDate: '2026-06-01' }))
    ).body
    shop.clock.advance(DAY_MS + HOUR_MS)

    const [paid] = await Promise.all([ana.confirm(clientSecret), shop.runJob('payment.expire')])
    await shop.deliverPending()

    const isPaid = paid.body.status === 'succeeded'
    expect(await getOrderState(shop, orderId)).toBe(isPaid ? 'confirmed paid' : 'cancelled failed')
  }
  expect((await audit(shop)).findings).toEqual([])
})

test('an intent cancelled at the provider does not keep its order open forever', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place()).body
  await shop.deps.cards.cancelIntent(intentIdFrom(clientSecret), 'background')
  await shop.deliverPending()

  shop.clock.advance(DAY_MS + HOUR_MS)
  await shop.runJob('payment.expire')

  expect(await getOrderState(shop, orderId)).toBe('cancelled failed')
})

test('while the provider does not respond, no order is cancelled only here', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place()).body
  shop.clock.advance(DAY_MS + HOUR_MS)
  shop.deps.sandbox?.faults.next('*', 'drop-request', 2)

  await shop.runJob('payment.expire')
  expect(await getOrderState(shop, orderId)).toBe('pending pending')
  await shop.runJob('payment.expire')
  expect(await getOrderState(shop, orderId)).toBe('pending pending')
  await shop.runJob('payment.expire')

  expect(await getOrderState(shop, orderId)).toBe('cancelled failed')
  expect((await getProviderIntent(shop, intentIdFrom(clientSecret))).status).toBe('canceled')
  expect(await listProviderCharges(shop)).toEqual([])
})

test('I9: a card declined after long processing leaves the order payable', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place()).body
  const setStatus = (status: string) =>
    shop.sql(
      `update sandbox.objects set version = version + 1,
         data = jsonb_set(data, '{status}', to_jsonb($2::text)) where id = $1`,
      [intentIdFrom(clientSecret), status],
    )
  await setStatus('processing')
  shop.clock.advance(2_000)
  expect((await ana.order(orderId)).body.paymentStatus).toBe('processing')

  await setStatus('requires_payment_method')
  shop.clock.advance(2_000)
  expect((await ana.order(orderId)).body.paymentStatus).toBe('pending')

  const { body } = await ana.pay(orderId)
  await ana.confirm(body.clientSecret)
  await shop.deliverPending()
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect((await audit(shop)).findings).toEqual([])
})
