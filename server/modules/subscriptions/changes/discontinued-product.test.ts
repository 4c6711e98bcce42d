import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

const address = {
  customerName: 'Ana Ruiz',
  customerPhone: '845-555-0100',
  deliveryAddress: '99 Another Road',
  deliveryCity: 'Albany',
  deliveryState: 'NY',
  deliveryZip: '12207',
}

/** A subscription whose next delivery has its order, and whose only product was then discontinued. */
async function withDiscontinuedProduct(shop: TestShop) {
  const { id } = await subscribe(shop)
  const ana = await customerBrowser(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  await shop.sql('update products set is_sold = false where id = $1', [shop.products[0]?.id])
  const path = fillPath(apiPaths.changeSubscription, { id })
  const change = (body: SubscriptionChange, preview = false) =>
    ana.call('POST', `${path}?preview=${preview}`, body)
  const stored = async () => ({
    cycles: await getCycles(shop, id),
    orders: await shop.sql('select * from orders where parent_order_id = $1', [id]),
    subscriptions: await shop.sql('select * from subscriptions where id = $1', [id]),
  })
  return { change, stored }
}

test.each<[string, SubscriptionChange]>([
  ['its address', { type: 'change', address }],
  ['its address and frequency', { type: 'change', address, frequency: 'monthly' }],
  ['its date', { type: 'move', cycle: 1, date: '2026-03-14' }],
])(
  'an ordered delivery with a discontinued product: changing %s answers 409 and changes nothing',
  async (_what, deed) => {
    const shop = await openShop()
    const { change, stored } = await withDiscontinuedProduct(shop)
    const before = await stored()

    const preview = await change(deed, true)
    const answer = await change(deed)

    expect([preview.status, preview.body.code]).toEqual([409, 'product_gone'])
    expect([answer.status, answer.body.code]).toEqual([409, 'product_gone'])
    expect(answer.body.message).toContain('no longer available')
    expect(await stored()).toEqual(before)
  },
)

test('once its items are changed to products on sale, the delivery can be changed again', async () => {
  const shop = await openShop()
  const { change, stored } = await withDiscontinuedProduct(shop)
  const items = [{ productId: shop.products[1]?.id ?? '', quantity: 1 }]

  const answer = await change({ type: 'change', items, address })

  expect(answer.status).toBe(200)
  expect((await stored()).orders).toMatchObject([{ delivery_address: address.deliveryAddress }])
})

test('with a discontinued product the delivery can still be skipped, and the subscription paused', async () => {
  const shop = await openShop()
  const { change } = await withDiscontinuedProduct(shop)

  expect((await change({ type: 'skip', cycle: 1 })).status).toBe(200)
  expect((await change({ type: 'pause' })).status).toBe(200)
})
