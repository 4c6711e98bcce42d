import type { Page } from '@playwright/test'
import { addDays } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  rowWith,
  signInAsStaff,
  signInWithRole,
} from '#tests/support/e2e/staff.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

async function openProducts(page: Page, query = ''): Promise<void> {
  await signInAsStaff(page)
  await page.goto(`/admin/products${query}`)
  await expect(page.getByRole('table', { name: 'Products' })).toBeVisible()
}

const panel = (page: Page, name: string) =>
  page.getByRole('complementary').filter({ has: page.getByRole('heading', { name, level: 2 }) })

const names = (page: Page) =>
  page.getByRole('table', { name: 'Products' }).locator('[data-row-link]').allTextContents()

const shopNames = async (page: Page): Promise<string[]> => {
  const products: { name: string }[] = await (await page.request.get(apiPaths.products)).json()
  return products.map(({ name }) => name)
}

test('an owner adds a product, prices it, sells it, marks it sold out and archives it', async ({
  page,
  time,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/400/)
  const name = 'Juniper Water 5 Gallon'
  await openProducts(page)

  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await dialog.getByLabel('Name').fill('spring water 5 gallon')
  await dialog.getByLabel('Price').fill('9.999')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Enter a price from 0.01 to 10000.00, such as 8.99')).toBeVisible()
  await dialog.getByLabel('Price').fill('9.49')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Another product has this name')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description').fill('Tastes of the hills.')
  await dialog.getByRole('button', { name: 'Create' }).click()

  await expectToast(page, 'Product created as a draft')
  const row = rowWith(page, name)
  await expect(row).toContainText('Draft')
  await expect(row).toContainText('$9.49')
  expect(await shopNames(page)).not.toContain(name)

  const details = panel(page, name).getByRole('form', { name: 'Details' })
  await choose(page, details.getByLabel('Status'), 'Active')
  await details.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Product updated successfully')
  await expect(row).toContainText('Active')
  await expect.poll(() => shopNames(page)).toContain(name)

  const price = panel(page, name).getByRole('form', { name: 'New price' })
  await price.getByLabel('New price').fill('10.29')
  await price.getByLabel('Valid from').fill(addDays(time.today(), 10))
  await price.getByRole('button', { name: 'Set price' }).click()
  await expectToast(page, 'Price saved')
  await expect(row).toContainText(/\$9\.49 from .+: \$10\.29/)
  await expect(panel(page, name).getByText('$10.29 · Scheduled')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await panel(page, name)
    .getByRole('button', { name: /^Withdraw \$10\.29/ })
    .click()
  await expectToast(page, 'Scheduled price withdrawn')
  await expect(row).not.toContainText('$10.29')
  await price.getByLabel('New price').fill('9.99')
  await price.getByRole('button', { name: 'Set price' }).click()
  await expect(row).toContainText('$9.99')

  await details.getByRole('checkbox', { name: /^Sold out/ }).check()
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Sold out')
  await choose(page, details.getByLabel('Status'), 'Archived')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Archived')
  await expect.poll(() => shopNames(page)).not.toContain(name)
  await expect(panel(page, name).getByText('Product updated').first()).toBeVisible()
})

test('products are ordered by keyboard and by dragging, in the shop as well', async ({ page }) => {
  await openProducts(page)
  const [first = '', second = '', ...rest] = await names(page)

  const down = page.getByRole('button', { name: `Move down ${first}` })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => names(page)).toEqual([second, first, ...rest])
  await expect(down).toBeFocused()
  await expect(page.getByText(`${first} moved to position 2 of`)).toBeAttached()
  await expect.poll(async () => (await shopNames(page)).slice(0, 2)).toEqual([second, first])

  const handleOf = (name: string) => rowWith(page, name).locator('[data-drag-handle]')
  await handleOf(first).dragTo(rowWith(page, second), { targetPosition: { x: 60, y: 4 } })
  await expect.poll(() => names(page)).toEqual([first, second, ...rest])
  await expect.poll(async () => (await shopNames(page)).slice(0, 2)).toEqual([first, second])
  await page.reload()
  await expect.poll(() => names(page)).toEqual([first, second, ...rest])
  await expect(page.getByRole('button', { name: `Move up ${first}` })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('a failed move is undone and explained', async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/503/)
  await openProducts(page)
  const before = await names(page)
  await page.route('**/api/admin/products/*/move', (route) =>
    route.fulfill({ status: 503, json: { message: 'Try again later.' } }),
  )

  await page.getByRole('button', { name: `Move down ${before[0]}` }).click()

  await expectToast(page, 'Try again later.')
  await expect.poll(() => names(page)).toEqual(before)
})

test('an edit that another person overtook keeps the input and shows the difference', async ({
  page,
}) => {
  await openProducts(page)
  const name = 'Alkaline Water 3 Gallon'
  await page.getByRole('link', { name }).click()
  const details = panel(page, name).getByRole('form', { name: 'Details' })
  await details.getByLabel('Description').fill('Mine.')
  const id = new URL(page.url()).searchParams.get('product') ?? ''
  const path = apiPaths.adminProduct.replace(':id', id)
  await page.request.patch(path, { data: { isSoldOut: true } })

  await details.getByRole('button', { name: 'Save' }).click()

  await expect(details.getByText('Someone else edited this')).toBeVisible()
  await expect(details.getByText('Sold out is now yes (was no)')).toBeVisible()
  await expect(details.getByLabel('Description')).toHaveValue('Mine.')
  await details.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Product updated successfully')
  await page.request.patch(path, { data: { isSoldOut: false } })
})

test('archiving the last product that customers can order is warned of', async ({ page }) => {
  const name = 'Spring Water 3 Gallon'
  await page.route('**/api/admin/products', async (route) => {
    const products = await (await route.fetch()).json()
    await route.fulfill({
      json: products.map((product: { name: string }) =>
        product.name === name ? product : { ...product, state: 'archived' },
      ),
    })
  })
  await openProducts(page)
  await page.getByRole('link', { name }).click()
  const details = panel(page, name).getByRole('form', { name: 'Details' })

  await choose(page, details.getByLabel('Status'), 'Archived')

  await expect(
    details.getByText('Customers can order no other product. The shop will be empty.'),
  ).toBeVisible()
})

test('the list is searched and filtered, and an empty or failed list is explained', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/503/)
  await openProducts(page)
  await page.getByRole('searchbox', { name: 'Search products' }).fill('alkaline')
  await expect(page.locator('[data-row-link]')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search products' }).fill('nothing')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all products' }).click()
  await expect(page.locator('[data-row-link]').first()).toBeVisible()

  await page.route('**/api/admin/products', (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  await expect(page.getByText('Error Loading Products')).toBeVisible()
  await page.unroute('**/api/admin/products')
  await page.route('**/api/admin/products', (route) => route.fulfill({ json: [] }))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No products yet. Add your first product')).toBeVisible()
})

test('products fit on a phone, where the panel is a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 720 })
  await openProducts(page)
  const [first = '', second = ''] = await names(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(375)

  await page.getByRole('button', { name: `Move up ${second}` }).click()
  await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual([second, first])
  await page.getByRole('button', { name: `Move down ${second}` }).click()
  await page.getByRole('link', { name: first }).click()
  const sheet = page.getByRole('dialog', { name: first })
  await expect(sheet.getByRole('form', { name: 'Details' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('rule 35: a viewer sees products and prices, and nothing to change', async ({
  page,
  baseURL,
}) => {
  await signInWithRole(page, baseURL, 'viewer')
  await page.goto('/admin/products')
  const name = 'Spring Water 5 Gallon'
  await page.getByRole('link', { name }).click()
  await expect(panel(page, name).getByText('$8.99 · Current')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Product' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0)
  await expect(panel(page, name).getByRole('form')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
})

test('a picture is uploaded and shown in the shop; what is no picture is explained', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/400/)
  const name = 'Purified Water 3 Gallon'
  await openProducts(page)
  await page.getByRole('link', { name }).click()
  const file = panel(page, name).getByLabel(/^Choose picture/)
  const picture = panel(page, name).getByRole('img', { name })

  await file.setInputFiles({
    name: 'bottle.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(
    panel(page, name).getByText('Choose a JPEG, PNG or WebP picture.', { exact: true }),
  ).toBeVisible()
  await file.setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(11 * 1024 * 1024),
  })
  await expect(panel(page, name).getByText('Choose a picture of up to 10 MB.')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await file.setInputFiles('web/public/apple-touch-icon.png')
  await expect(picture).toHaveAttribute('src', /^\/product-images\//, { timeout: 60_000 })
  await page.goto('/')
  const card = page.getByRole('article', { name })
  await expect(card.getByRole('img', { name })).toHaveAttribute('src', /^\/product-images\//)
  const isLoaded = () =>
    card.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
  await card.scrollIntoViewIfNeeded()
  await expect.poll(isLoaded).toBe(true)
})
