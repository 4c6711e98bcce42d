import { expect, test, vi } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { ErasurePreview } from '#contract/identity.ts'
import { apiPaths } from '#contract/paths.ts'
import { CardProviderError } from '#server/modules/payments/index.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** Ana's paid order for 5 March 2026; the clock is at 10:00 on 2 March in the shop. */
async function shopWithPaidOrder() {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  return { shop, orderId }
}

async function signIn(shop: TestShop) {
  const ana = await customerBrowser(shop)
  const erase = () => ana.call('DELETE', apiPaths.personalData)
  const preview = async () => (await ana.call<ErasurePreview>('GET', apiPaths.erasurePreview)).body
  return { ana, erase, preview }
}

const PAST_CUTOFF = '2026-03-04T14:00:00Z'

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

test('AU18: a paid order past its cut-off blocks the erasure until it is delivered', async () => {
  const { shop, orderId } = await shopWithPaidOrder()
  shop.clock.set(PAST_CUTOFF)
  const { ana, erase, preview } = await signIn(shop)
  await subscribe(shop, { deliveryDate: '2026-03-09' })
  const staff = await staffBrowser(shop)

  const blockedResponse = await erase()
  const untouched = await shop.sql(
    'select status, customer_email from orders order by delivery_date',
  )
  const blocked = await preview()
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
    deliveryStatus: 'delivered',
  })
  const accepted = await erase()

  expect(blockedResponse).toMatchObject({ status: 409, body: { code: 'erasure_blocked' } })
  expect(blockedResponse.body.message).toContain(
    `order ${orderId.slice(0, 8)} for Thursday, March 5, 2026 isn’t delivered`,
  )
  expect(untouched).toEqual([
    { status: 'confirmed', customer_email: 'ana@example.com' },
    { status: 'confirmed', customer_email: 'ana@example.com' },
  ])
  expect(blocked.blockedBy).toMatchObject([{ orderId, reason: 'undelivered' }])
  expect(accepted.status).toBe(200)
  expect((await ana.call('GET', apiPaths.me)).status).toBe(401)
})

test('AU18: a delivery cancelled after its cut-off blocks the erasure until its date has passed', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set(PAST_CUTOFF)
  const { ana, erase } = await signIn(shop)
  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))

  const blockedResponse = await erase()
  shop.clock.set('2026-03-06T15:00:00Z')
  const accepted = await erase()

  expect(blockedResponse).toMatchObject({ status: 409, body: { code: 'erasure_blocked' } })
  expect(accepted.status).toBe(200)
  expect(await capturedCents(shop)).toEqual([1528])
})

test('AU18: a renewal charged today blocks the erasure; one before its cut-off does not', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { status: 'completed' })
  shop.clock.set('2026-03-10T15:00:00Z')
  await runEngine(shop)
  const { preview } = await signIn(shop)
  const beforeCutoff = await preview()
  shop.clock.set('2026-03-12T11:00:00Z')
  await runEngine(shop)
  const { erase } = await signIn(shop)

  expect(beforeCutoff).toMatchObject({ blockedBy: [], cancels: [{ refund: '0.00' }] })
  expect(await capturedCents(shop)).toEqual([1528, 1528])
  expect(await erase()).toMatchObject({ status: 409, body: { code: 'erasure_blocked' } })
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

test('AU18: an unrecorded delivery counts as delivered after two days; a failed one does not', async () => {
  const { shop, orderId } = await shopWithPaidOrder()
  shop.clock.set('2026-03-07T15:00:00Z')
  const { preview } = await signIn(shop)
  const within = await preview()
  shop.clock.set('2026-03-08T15:00:00Z')
  const after = await preview()
  await shop.sql("update orders set delivery_status = 'failed'")
  const failed = await preview()

  expect(within.blockedBy).toMatchObject([{ orderId }])
  expect(after).toEqual({ blockedBy: [], cancels: [] })
  expect(failed.blockedBy).toMatchObject([{ orderId, reason: 'undelivered' }])
})

test('AU18: an open dispute blocks the erasure', async () => {
  const { shop } = await shopWithPaidOrder()
  await shop.sql("update payments set status = 'disputed'")
  const { erase, preview } = await signIn(shop)

  expect(await erase()).toMatchObject({ status: 409, body: { code: 'erasure_blocked' } })
  expect((await preview()).blockedBy).toMatchObject([{ reason: 'disputed' }])
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

const customersAtProvider = async (shop: TestShop) =>
  (
    await shop.sql(
      "select id from sandbox.objects where type = 'customer' and data->>'deleted' is null",
    )
  ).length

test("AU18: the provider's customer and saved cards are deleted, with retries", async () => {
  const shop = await openShop()
  await subscribe(shop)
  const { erase } = await signIn(shop)
  expect(await customersAtProvider(shop)).toBe(1)
  const fails = vi.spyOn(shop.deps.cards, 'deleteCustomer')
  fails.mockRejectedValueOnce(new CardProviderError('unknown', 'away'))

  await erase()
  await shop.runJob('payment.deleteCustomers')
  const remaining = await shop.sql('select customer_ref from provider_customer_deletions')
  shop.clock.advance(60_000)
  await Promise.all([1, 2, 3].map(() => shop.runJob('payment.deleteCustomers')))

  expect(remaining).toHaveLength(1)
  expect(fails).toHaveBeenCalledTimes(2)
  expect(await customersAtProvider(shop)).toBe(0)
  const cards = await shop.sql<{ customer: string | null }>(
    "select customer from sandbox.objects where type = 'payment_method'",
  )
  expect(cards.map(({ customer }) => customer)).toEqual([null])
  expect(await shop.sql('select * from provider_customer_deletions')).toEqual([])
  expect(await shop.sql('select 1 from subscriptions where customer_ref is not null')).toEqual([])
})

test('AU18: staff are alerted while an erased customer cannot be deleted at the provider', async () => {
  const shop = await openShop()
  await subscribe(shop)
  const { erase } = await signIn(shop)
  const fails = vi.spyOn(shop.deps.cards, 'deleteCustomer')
  fails.mockRejectedValue(new CardProviderError('unauthorized', 'wrong key'))
  const openAlerts = () => shop.sql('select kind from alerts where ended_at is null')
  const tryFor = async (minutes: number) => {
    for (let elapsed = 0; elapsed < minutes; elapsed += 5) {
      shop.clock.advance(5 * 60_000)
      await shop.runJob('payment.deleteCustomers')
    }
  }

  await erase()
  await tryFor(10)
  const soon = await openAlerts()
  await tryFor(120)
  const later = await openAlerts()
  fails.mockRestore()
  await tryFor(65)

  expect([soon, later]).toEqual([[], [{ kind: 'erasure_incomplete' }]])
  expect(await customersAtProvider(shop)).toBe(0)
  expect(await openAlerts()).toEqual([])
})

test('AU18: a missing provider customer counts as deleted', async () => {
  const { shop } = await shopWithPaidOrder()
  const { erase } = await signIn(shop)
  await shop.sql("delete from sandbox.objects where type = 'customer'")

  await erase()
  const requested = await shop.sql('select * from provider_customer_deletions')
  await shop.runJob('payment.deleteCustomers')

  expect(requested).toHaveLength(1)
  expect(await shop.sql('select * from provider_customer_deletions')).toEqual([])
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
