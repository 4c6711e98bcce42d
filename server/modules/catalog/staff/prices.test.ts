import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ProductDetail, StaffProduct } from '#contract/staff/products.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'
import { productPrices } from '../tables.ts'
import { lockProducts } from './lock-products.ts'

async function openPricing() {
  const shop = await openShop()
  let staff = await staffBrowser(shop)
  const [product] = shop.products as [Product]
  const { id } = product
  return {
    shop,
    /** Advances the clock and logs in again, because staff sessions end after 12 hours. */
    async advanceTo(instant: string) {
      shop.clock.set(instant)
      staff = await staffBrowser(shop)
    },
    setPrice: (price: string | number, validFrom?: string) =>
      staff.call<StaffProduct>('POST', fillPath(apiPaths.adminProductPrice, { id }), {
        price,
        validFrom,
      }),
    withdraw: (priceId: number | string) =>
      staff.call(
        'DELETE',
        fillPath(apiPaths.adminScheduledPrice, { id, priceId: String(priceId) }),
      ),
    detail: async () =>
      (await staff.call<ProductDetail>('GET', fillPath(apiPaths.adminProduct, { id }))).body,
  }
}

/** Orders one bottle at the price that the buyer saw. */
function placeFor(shop: TestShop, price: string) {
  const ana = shop.buyer()
  const [product] = shop.products as [Product]
  return ana.place(
    ana.submission({ lines: [[{ ...product, price }, 1]], deliveryDate: '2026-03-20' }),
  )
}

const visiblePrice = async (shop: TestShop) =>
  (await shop.buyer().call<Product[]>('GET', apiPaths.products)).body[0]?.price

test('rule 32: a price without a date applies at once, and the one before stays in the history', async () => {
  const { shop, setPrice, detail } = await openPricing()

  const changed = await setPrice('9.49')

  expect(changed.body).toMatchObject({ price: '9.49', nextPrice: null })
  await expect.poll(() => visiblePrice(shop)).toBe('9.49')
  expect((await detail()).prices).toMatchObject([
    { price: '9.49', status: 'current', createdBy: 'staff@example.com' },
    { price: '8.99', status: 'past', validFrom: null, createdBy: '' },
  ])
})

test('rule 32: a scheduled price starts at midnight of the shop without any further write', async () => {
  const { shop, setPrice } = await openPricing()

  const scheduled = await setPrice('9.49', '2026-03-10')
  const validFrom = '2026-03-10T04:00:00.000Z'

  expect(scheduled.body).toMatchObject({
    price: '8.99',
    nextPrice: { price: '9.49', validFrom },
  })
  shop.clock.set('2026-03-10T03:59:59.999Z')
  expect(await visiblePrice(shop)).toBe('8.99')
  expect((await placeFor(shop, '8.99')).status).toBe(201)
  shop.clock.set(validFrom)
  expect(await visiblePrice(shop)).toBe('9.49')
  const outdated = await placeFor(shop, '8.99')
  expect([outdated.status, outdated.body.code]).toEqual([409, 'price_changed'])
  expect((await placeFor(shop, '9.49')).status).toBe(201)
})

test('a scheduled price can be withdrawn until it starts', async () => {
  const { shop, advanceTo, setPrice, withdraw, detail } = await openPricing()
  await setPrice('9.49', '2026-03-10')
  await setPrice('9.99', '2026-03-20')
  const [later = 0, sooner = 0] = (await detail()).prices.map(({ id }) => id)

  expect((await withdraw(later)).status).toBe(204)
  expect((await withdraw(later)).status).toBe(204)
  await advanceTo('2026-03-10T12:00:00Z')
  const started = await withdraw(sooner)
  await advanceTo('2026-03-21T12:00:00Z')

  expect([started.status, started.body.code]).toEqual([409, 'price_started'])
  expect(await visiblePrice(shop)).toBe('9.49')
  expect((await detail()).prices.map(({ price, status }) => [price, status])).toEqual([
    ['9.99', 'withdrawn'],
    ['9.49', 'current'],
    ['8.99', 'past'],
  ])
  expect((await withdraw(999_999)).status).toBe(404)
  expect((await withdraw('x')).status).toBe(404)
})

test('a repeated request adds no second price, and another price for the same day replaces it', async () => {
  const { setPrice, detail } = await openPricing()
  await setPrice('9.49', '2026-03-10')
  await setPrice('9.49', '2026-03-10')
  await setPrice('9.79', '2026-03-10')
  await setPrice('9.29')
  await setPrice('9.29')

  expect((await detail()).prices.map(({ price, status }) => [price, status])).toEqual([
    ['9.79', 'scheduled'],
    ['9.49', 'withdrawn'],
    ['9.29', 'current'],
    ['8.99', 'past'],
  ])
})

test('of two prices set at once, the one that is saved last counts', async () => {
  const { shop, setPrice } = await openPricing()
  let waiting: ReturnType<typeof setPrice> | undefined
  await shop.deps.db.transaction(async (tx) => {
    await lockProducts(tx)
    waiting = setPrice('9.49')
    await untilBlocked(shop)
    shop.clock.advance(1_000)
    const [{ id: productId }] = shop.products as [Product]
    const now = shop.clock.now()
    await tx.insert(productPrices).values({ productId, cents: 999, validFrom: now, createdAt: now })
  })

  expect((await waiting)?.body).toMatchObject({ price: '9.49' })
})

const rejectedPrices: [price: string, validFrom: string | undefined, field: string][] = [
  ['0', undefined, 'price'],
  ['1000000000', undefined, 'price'],
  ['10000.01', undefined, 'price'],
  ['8.999', undefined, 'price'],
  ['9.49', '2026-03-01', 'validFrom'],
  ['9.49', '2026-03-02T14:00:00Z', 'validFrom'],
  ['9.49', '9999-12-31', 'validFrom'],
  ['9.49', '9999-12-31T23:59:59Z', 'validFrom'],
  ['9.49', '2026-02-30', 'validFrom'],
  ['9.49', 'tomorrow', 'validFrom'],
]

test('a price that is too low, too high or too exact, or starts in the past or too late, is rejected', async () => {
  const { setPrice, detail } = await openPricing()

  for (const [price, validFrom, field] of rejectedPrices) {
    const { status, body } = await setPrice(price, validFrom)
    const { fields = {} } = body as { fields?: object }
    expect([price, validFrom, status, Object.keys(fields)]).toEqual([
      price,
      validFrom,
      400,
      [field],
    ])
  }
  expect((await detail()).prices).toHaveLength(1)
})

test('a price from today applies at once; an instant is taken as it is', async () => {
  const { shop, setPrice } = await openPricing()

  expect((await setPrice('9.49', '2026-03-02')).body).toMatchObject({ price: '9.49' })
  expect((await setPrice('9.59', '2026-03-02T18:30:00+01:00')).body).toMatchObject({
    price: '9.49',
    nextPrice: { price: '9.59', validFrom: '2026-03-02T17:30:00.000Z' },
  })
  shop.clock.set('2026-03-02T17:30:00Z')
  expect(await visiblePrice(shop)).toBe('9.59')
})

test('parallel changes of one price end with one of them, and all are in the history', async () => {
  const { shop, setPrice, detail } = await openPricing()
  const prices = ['9.01', '9.02', '9.03', '9.04', '9.05']

  await Promise.all(prices.map((price) => setPrice(price)))

  const history = (await detail()).prices
  expect(history.map(({ price }) => price).toSorted()).toEqual(['8.99', ...prices])
  expect(history.filter(({ status }) => status === 'current')).toHaveLength(1)
  await expect.poll(() => visiblePrice(shop)).toBe(history[0]?.price)
})

test('every process finds a price, also with a clock that is behind', async () => {
  const { shop } = await openPricing()

  shop.clock.set('2020-01-01T00:00:00Z')
  await shop.sql('update products set version = version + 1')

  await expect.poll(() => visiblePrice(shop)).toBe('8.99')
})
