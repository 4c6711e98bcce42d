import { expect, test } from 'vitest'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { archiveProducts } from '#tests/support/product-changes.ts'
import { buyerOn, proxied } from './network-buyers.ts'

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
