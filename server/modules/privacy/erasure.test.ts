import { expect, test, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { CardProviderError } from '#server/modules/payments/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { shopWithPaidOrder, signIn } from '#tests/support/privacy/open-erasure.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, subscribe } from '#tests/support/subscriber.ts'

test('AU18: the erasure cancels and refunds a paid order before its cut-off', async () => {
  const { shop, orderId } = await shopWithPaidOrder()
  const { erase, preview } = await signIn(shop)

  const before = await preview()
  const { status } = await erase()
  await shop.runJob('refund.send')

  expect(before).toEqual({
    blockedBy: [],
    cancels: [{ orderId, deliveryDate: '2026-03-05', total: '17.98', refund: '17.98' }],
  })
  expect(status).toBe(200)
  expect(await capturedCents(shop)).toEqual([0])
  const [order] = await shop.sql('select status, delivery_address from orders')
  expect(order).toEqual({ status: 'cancelled', delivery_address: null })
})

test('AU18: the erasure cancels an unpaid order, so a later payment is refunded', async () => {
  const shop = await openShop()
  const buyer = shop.buyer()
  const { clientSecret } = (await buyer.startCheckout()).body
  const { orderId } = (await buyer.place()).body
  // The provider is away while the intent should be cancelled.
  vi.spyOn(shop.deps.cards, 'cancelIntent').mockRejectedValue(
    new CardProviderError('unknown', 'away'),
  )
  const { erase } = await signIn(shop)

  expect((await erase()).status).toBe(200)
  await buyer.confirm(clientSecret)
  await shop.deliverPending()
  await shop.runJob('refund.send')

  const [order] = await shop.sql('select status from orders where id = $1', [orderId])
  expect(order).toEqual({ status: 'cancelled' })
  expect(await capturedCents(shop)).toEqual([0])
})

test('AU18: an undo does not restore an erased order', async () => {
  const { shop, orderId } = await shopWithPaidOrder()
  const staff = await staffBrowser(shop)
  const { erase } = await signIn(shop)
  const change = { ids: [orderId], status: 'cancelled', refund: true }
  const { body: orders } = await staff.call('PATCH', apiPaths.adminOrdersBulk, change)

  await erase()
  const { body } = await staff.call('POST', apiPaths.adminOrdersUndo, { orders })
  shop.clock.advance(10_000)
  await shop.runJob('refund.send')

  expect(body).toEqual({ undone: [], skipped: [orderId] })
  expect(await capturedCents(shop)).toEqual([0])
})

test('AU18: no IP address remains, even for an order that never became a subscription', async () => {
  const shop = await openShop()
  await subscribe(shop)
  const buyer = shop.buyer()
  await buyer.place(buyer.submission({ isRecurring: true, recurringFrequency: 'weekly' }))
  const ips = async () =>
    (await shop.sql<{ ip: string | null }>('select ip from consents')).map(({ ip }) => ip)
  expect(await ips()).toEqual(['127.0.0.1', '127.0.0.1'])
  const { erase } = await signIn(shop)

  await erase()

  expect(await ips()).toEqual([null, null])
})

test('AU18: of two concurrent erasures one erases, and both succeed', async () => {
  const { shop } = await shopWithPaidOrder()
  const { erase } = await signIn(shop)

  const responses = await Promise.all([erase(), erase()])
  await shop.runJob('refund.send')

  expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  expect(await shop.sql('select amount_cents from refunds')).toEqual([{ amount_cents: 1798 }])
  expect(await capturedCents(shop)).toEqual([0])
})
