import {
  delayResponses,
  expect,
  expectAccessible,
  test,
  watchCalls,
} from '#tests/support/e2e/base-test.ts'
import { getProducts } from '#tests/support/e2e/orders.ts'

test('every product card has name, size, description, image, price and quantity 0', {
  tag: '@core',
}, async ({ page }) => {
  const products = await getProducts(page)
  expect(products.length).toBeGreaterThanOrEqual(6)
  expect(new Set(products.map(({ size }) => size))).toEqual(new Set(['3-gallon', '5-gallon']))

  await page.goto('/')

  await expect(page.getByRole('article')).toHaveCount(products.length)
  for (const { name, size, description, price } of products) {
    const card = page.getByRole('article', { name, exact: true })
    await expect(card.getByRole('heading', { name })).toBeVisible()
    await expect(card.getByText(size, { exact: true })).toBeVisible()
    await expect(card.getByText(description)).toBeVisible()
    await expect(card.getByText(`$${price}`, { exact: true })).toBeVisible()
    expect(price).toMatch(/^\d+\.\d{2}$/)
    await expect(card.getByText('Subscribe & Save 15% on recurring orders')).toBeVisible()
    await expect(card.getByRole('group', { name: `Quantity of ${name}` })).toHaveText(/0$/)
    await expect(card.getByRole('button', { name: /^Decrease/ })).toBeDisabled()
    await expect(card.getByRole('button', { name: 'Add to Cart', exact: true })).toBeDisabled()
    await card.scrollIntoViewIfNeeded()
    const image = card.locator('img')
    await expect.poll(() => image.evaluate(isIntact)).toBe(true)
  }
})

/** True for a loaded image with its original proportions. */
function isIntact(element: SVGElement | HTMLElement): boolean {
  const { complete, naturalWidth } = element as HTMLImageElement
  const fit = getComputedStyle(element).objectFit
  return complete && naturalWidth > 0 && (fit === 'contain' || fit === 'cover')
}

test('the spinner is shown until the products load, without a layout shift', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        ;(globalThis as unknown as { shifted: number }).shifted += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const release = await delayResponses(page, '/api/products')
  await page.goto('/')
  await expect(page.getByRole('status', { name: 'Loading products' })).toBeVisible()
  await expectAccessible(page)

  release()

  await expect(page.getByRole('article').last()).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading products' })).toHaveCount(0)
  const shifted = await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)
  expect(shifted).toBeLessThan(0.02)
})

test('the products are fetched once per load, also after visiting another page', async ({
  page,
}) => {
  const calls = watchCalls(page, '/api/products')
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await page.goBack()

  await expect(page.getByRole('article').first()).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('the grid has one, two or three columns, depending on the width', async ({ page }) => {
  await page.goto('/')
  const grid = page.getByRole('list').filter({ has: page.getByRole('article') })
  for (const [width, columns] of [
    [375, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const tracks = await grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns)
    expect(tracks.split(' ')).toHaveLength(columns)
  }
})

test('products that fail to load show an error and can be retried', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/Failed to load resource.*status of 500/)
  await page.route('/api/products', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText("We couldn't load the products")
  await expectAccessible(page)

  await page.unroute('/api/products')
  await alert.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a shop without products shows an empty state', async ({ page }) => {
  await page.route('/api/products', (route) => route.fulfill({ json: [] }))
  await page.goto('/')
  await expect(page.getByText('No products available')).toBeVisible()
  await expectAccessible(page)
})

test('a product without an image, or with a broken one, shows a drawn bottle', async ({ page }) => {
  const [product] = await getProducts(page)
  const products = [
    { ...product, id: '1', name: 'Missing', imageUrl: null },
    { ...product, id: '2', name: 'Broken', imageUrl: '/images/none.png' },
  ]
  await page.route('/api/products', (route) => route.fulfill({ json: products }))
  await page.goto('/')

  for (const name of ['Missing', 'Broken']) {
    const image = page.getByRole('article', { name }).getByRole('img', { name })
    await image.scrollIntoViewIfNeeded()
    await expect(image).toHaveAttribute('src', '/images/bottle.svg')
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120)
  }
})
