import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { archiveProducts } from '#tests/support/product-changes.ts'
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

type OrderState = { total_cents: number; price_lines: unknown; delivery_address: string }

/** A subscription with an ordered delivery whose only product was discontinued afterward. */
async function withDiscontinuedProduct(shop: TestShop) {
  const { id } = await subscribe(shop)
  const ana = await customerBrowser(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  await archiveProducts(shop, shop.products[0]?.id)
  const path = fillPath(apiPaths.changeSubscription, { id })
  const change = (body: SubscriptionChange, preview = false) =>
    ana.call('POST', `${path}?preview=${preview}`, body)
  const stored = async () => ({
    cycles: await getCycles(shop, id),
    orders: await shop.sql<OrderState>('select * from orders where parent_order_id = $1', [id]),
    subscriptions: await shop.sql('select * from subscriptions where id = $1', [id]),
  })
  return { change, stored }
}

test.each<[string, SubscriptionChange]>([
  ['the address', { type: 'change', address }],
  ['the address and frequency', { type: 'change', address, frequency: 'monthly' }],
  ['the date', { type: 'move', cycle: 1, date: '2026-03-14' }],
])(
  'rule 31: changing %s keeps what was ordered ahead of a discontinued product',
  async (_, body) => {
    const shop = await openShop()
    const { change, stored } = await withDiscontinuedProduct(shop)
    const [before] = (await stored()).orders

    const preview = await change(body, true)
    const response = await change(body)

    expect([preview.status, response.status]).toEqual([200, 200])
    expect((await stored()).orders).toMatchObject([
      { total_cents: before?.total_cents, price_lines: before?.price_lines },
    ])
  },
)

test('the delivery can be changed again once its items are changed to available products', async () => {
  const shop = await openShop()
  const { change, stored } = await withDiscontinuedProduct(shop)
  const items = [{ productId: shop.products[1]?.id ?? '', quantity: 1 }]

  const response = await change({ type: 'change', items, address })

  expect(response.status).toBe(200)
  expect((await stored()).orders).toMatchObject([{ delivery_address: address.deliveryAddress }])
})

test('a delivery with a discontinued product can still be skipped, and the subscription paused', async () => {
  const shop = await openShop()
  const { change } = await withDiscontinuedProduct(shop)

  expect((await change({ type: 'skip', cycle: 1 })).status).toBe(200)
  expect((await change({ type: 'pause' })).status).toBe(200)
})
