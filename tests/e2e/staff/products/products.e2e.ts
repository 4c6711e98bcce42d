import { addDays } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  rowWith,
  signInWithRole,
} from '#tests/support/e2e/staff.ts'
import { names, openProducts, panel, shopNames } from '#tests/support/e2e/staff-products.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

test('an owner adds a product, prices it, sells it, marks it sold out and archives it', {
  tag: '@core',
}, async ({ page, time, expectedConsoleErrors }) => {
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
