import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PriceIncrease } from '#contract/staff/price-increases.ts'
import type { StaffProduct } from '#contract/staff/products.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

test('the demo shop has a price increase half agreed and a product that ended', async () => {
  const shop = await openShop({ env: { SEED: 'demo' }, seed: 'catalog changes' })
  const staff = await staffBrowser(shop)
  const { body: products } = await staff.call<StaffProduct[]>('GET', apiPaths.adminProducts)
  const raised = products.find(({ nextPrice }) => nextPrice !== null)
  const ended = products.find(({ state }) => state === 'archived')

  const path = fillPath(apiPaths.adminPriceIncreases, { id: raised?.id ?? '' })
  const [increase] = (await staff.call<PriceIncrease[]>('GET', path)).body
  expect(increase?.agreed).toBeGreaterThan(0)
  expect(increase?.waiting).toBeGreaterThan(0)
  expect(ended?.subscribers).toBe(3)
  // The shop itself offers the six products of the specification, at their prices.
  const { body: offered } = await shop
    .buyer()
    .call<{ name: string; price: string }[]>('GET', apiPaths.products)
  expect(offered).toHaveLength(6)
  expect(offered.find(({ name }) => name === raised?.name)?.price).toBe(raised?.price)
})
