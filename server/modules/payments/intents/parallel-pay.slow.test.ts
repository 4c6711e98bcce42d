import { expect, test, vi } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { audit, listProviderIntents } from '#tests/support/provider-ledger.ts'
import { getFaults, holdNext } from '#tests/support/sandbox-faults.ts'

test('parallel requests to pay one order get the same secret', async () => {
  const shop = await openShop()
  for (let order = 0; order < 8; order++) {
    const ana = shop.buyer()
    const { orderId } = (await ana.place()).body
    const responses = await Promise.all(Array.from({ length: 4 }, () => ana.pay(orderId)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(responses.map(({ body }) => body.clientSecret)).size).toBe(1)
  }
  expect((await audit(shop)).findings).toEqual([])
})

test('a second request waits as long as the provider works on the first', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { orderId } = (await ana.place()).body
  const create = vi.spyOn(shop.deps.cards, 'createIntent')
  const { reached, release } = holdNext(getFaults(shop), 'POST payment_intents')
  const both = [ana.pay(orderId), ana.pay(orderId)]
  await reached
  // The second was rejected and has tried again.
  await expect.poll(() => create.mock.calls.length).toBeGreaterThan(2)
  release()
  const [first, second] = await Promise.all(both)
  expect([first?.status, second?.status]).toEqual([200, 200])
  expect(second?.body.clientSecret).toBe(first?.body.clientSecret)
})

test('an intent that another request made superfluous is canceled', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { orderId } = (await ana.place()).body
  const { reached, release } = holdNext(getFaults(shop), 'POST payment_intents')
  const slow = ana.pay(orderId)
  await reached
  // The fast request has another key, as one with other terms would have.
  await shop.sql(
    "insert into intents (id, order_id, livemode, created_at, closed_at) values ('pi_old', $1, false, now(), now())",
    [orderId],
  )
  const fast = await ana.pay(orderId)
  release()
  expect((await slow).body).toEqual(fast.body)
  const states = (await listProviderIntents(shop)).map(({ status }) => status)
  expect(states.toSorted()).toEqual(['canceled', 'requires_payment_method'])
})
