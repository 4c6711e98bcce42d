import { expect, onTestFinished, test, vi } from 'vitest'
import { CardProviderError } from '#server/modules/payments/index.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'

/** Counts every intent read of this process. */
const spyOnReads = (shop: TestShop) => vi.spyOn(shop.deps.cards, 'readIntent')

/** Places an unpaid order; returns its buyer and a function for other browsers that know the id. */
async function unpaidOrder(shop: TestShop) {
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place()).body
  const read = async (times: number) => {
    const statuses = []
    for (let nth = 0; nth < times; nth++) statuses.push((await shop.buyer().order(orderId)).status)
    return statuses
  }
  return { ana, orderId, clientSecret, read }
}

test('AU19: reads of an order call the provider at most once in ten seconds', async () => {
  const shop = await openShop()
  const { read } = await unpaidOrder(shop)
  const reads = spyOnReads(shop)

  await read(5)
  shop.clock.advance(9_000)
  await read(5)
  expect(reads).toHaveBeenCalledTimes(1)

  shop.clock.advance(1_000)
  await read(5)
  expect(reads).toHaveBeenCalledTimes(2)
})

test('AU19: for the browser that placed the order a provider read is reused for one second', async () => {
  const shop = await openShop()
  const { ana, orderId, clientSecret, read } = await unpaidOrder(shop)
  const reads = spyOnReads(shop)
  await read(1)

  await ana.order(orderId)
  expect(reads).toHaveBeenCalledTimes(1)
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 9)
  await ana.confirm(clientSecret)
  shop.clock.advance(1_000)

  expect((await shop.buyer().order(orderId)).body.paymentStatus).toBe('pending')
  expect((await ana.order(orderId)).body.paymentStatus).toBe('paid')
  expect(reads).toHaveBeenCalledTimes(2)
})

test('AU19: concurrent reads in two processes cause one provider call', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const here = await openShop({ databaseUrl: database.url, seed: 'here' })
  const there = await openShop({ databaseUrl: database.url, seed: 'there' })
  const { orderId } = await unpaidOrder(here)
  const reads = [spyOnReads(here), spyOnReads(there)]
  const read = (shop: TestShop) =>
    Array.from({ length: 15 }, async () => (await shop.buyer().order(orderId)).status)

  const statuses = await Promise.all([...read(here), ...read(there)])

  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(reads.flatMap((spy) => spy.mock.calls)).toHaveLength(1)
})

test('AU19: a provider call in flight is shared, not repeated', async () => {
  const shop = await openShop()
  const ben = shop.buyer()
  const paid = await ben.buy(ben.submission({ customerEmail: 'ben@example.com' }))
  await shop.deliverPending()
  const { ana, orderId, clientSecret } = await unpaidOrder(shop)
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 9)
  await ana.confirm(clientSecret)
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const readIntent = shop.deps.cards.readIntent
  const reads = spyOnReads(shop).mockImplementation(async (...args) => {
    await isReleased
    return readIntent(...args)
  })

  const first = ana.order(orderId)
  await expect.poll(() => reads.mock.calls.length).toBe(1)
  shop.clock.advance(2_000)
  const second = ana.order(orderId)
  // Reads of another order that started later are over: the second one waits for the first.
  for (let nth = 0; nth < 5; nth++) await ben.order(paid.orderId)
  release()

  expect((await first).body.paymentStatus).toBe('paid')
  expect((await second).body.paymentStatus).toBe('paid')
  expect(reads).toHaveBeenCalledTimes(1)
})

test('AU19: during an outage not every read calls the provider, and the stored order is shown', async () => {
  const shop = await openShop()
  const { ana, orderId, read } = await unpaidOrder(shop)
  const reads = spyOnReads(shop).mockRejectedValue(new CardProviderError('unknown', 'no response'))

  expect(await read(5)).toEqual([200, 200, 200, 200, 200])
  shop.clock.advance(2_000)
  expect((await ana.order(orderId)).body.paymentStatus).toBe('pending')
  expect(reads).toHaveBeenCalledTimes(1)

  shop.clock.advance(3_000)
  await ana.order(orderId)
  await ana.order(orderId)
  expect(reads).toHaveBeenCalledTimes(2)
})

test('AU19: above its limit a network gets the stored order, and others still call the provider', async () => {
  const shop = await openShop({ env: { RATE_LIMIT_SCALE: '0.005', TRUST_PROXY: '1' } })
  const orders = await Promise.all(
    Array.from({ length: 5 }, async (_, nth) => {
      const buyer = shop.buyer()
      const from = { 'x-forwarded-for': `198.51.100.${nth}` }
      const { body } = await buyer.call<{ orderId: string }>(
        'POST',
        '/api/orders',
        buyer.submission(),
        from,
      )
      await buyer.call('POST', `/api/orders/${body.orderId}/payment-intent`, undefined, from)
      return body.orderId
    }),
  )
  const reads = spyOnReads(shop)
  const read = (orderId: string, from: string) =>
    shop.buyer().call('GET', `/api/orders/${orderId}`, undefined, { 'x-forwarded-for': from })

  const statuses = []
  for (const id of orders) statuses.push((await read(id, '2001:db8::1')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  expect(reads).toHaveBeenCalledTimes(3)

  await read(orders[4] ?? '', '2001:db8::2')
  expect(reads).toHaveBeenCalledTimes(3)
  await read(orders[4] ?? '', '2001:db8:0:1::2')
  expect(reads).toHaveBeenCalledTimes(4)
})

test('AU19: after /pay was opened, the next read shows the payment at once', async () => {
  const shop = await openShop()
  const orderId = (await shop.buyer().place()).body.orderId
  const payer = shop.buyer()
  const { clientSecret } = (await payer.pay(orderId)).body
  await payer.order(orderId)
  expect((await payer.pay(orderId)).body.clientSecret).toBe(clientSecret)
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 9)
  await payer.confirm(clientSecret)

  const { body } = await payer.order(orderId)

  expect(intentIdFrom(clientSecret)).toMatch(/^pi_/)
  expect(body.paymentStatus).toBe('paid')
})

test('AU19: a settled order causes no provider call', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  const reads = spyOnReads(shop)
  shop.clock.advance(60_000)

  await shop.buyer().order(orderId)

  expect(reads).not.toHaveBeenCalled()
})
