import type { Page } from '@playwright/test'
import { expect, expectNoOverflow, test } from '#tests/support/e2e/base-test.ts'
import {
  deliveryDay,
  expectAccessibleInBothThemes,
  expectToast,
  placeOrder,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

/** Each test checks only a few pages, because one axe run takes seconds on a slow machine. */

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/admin/${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

test('the staff login and its field errors are accessible in light and dark', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

for (const path of [
  'dashboard',
  'customers',
  'trucks',
  'schedules',
  'zones',
  'subscriptions',
  'products',
  'books',
  'audit',
  'settings',
] as const) {
  test(`the staff ${path} page is accessible in light and dark`, async ({ page }) => {
    await signInAsStaff(page)
    await open(page, path)
    await expectAccessibleInBothThemes(page)
  })
}

test('a full page of orders is accessible in light and dark, also with selected rows', async ({
  page,
}) => {
  await signInAsStaff(page)
  await open(page, 'orders')
  await expect(page.getByRole('row')).toHaveCount(51)
  await expectAccessibleInBothThemes(page)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('50 selected')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('thousands of rows are accessible in light and dark, at the top and scrolled down', async ({
  page,
}) => {
  await signInAsStaff(page)
  const rows = Array.from({ length: 2000 }, (_, n) => ({
    id: `o${String(n).padStart(7, '0')}`,
    status: ['pending', 'confirmed', 'completed', 'cancelled'][n % 4],
    deliveryStatus: ['scheduled', 'in-transit', 'delivered', 'failed'][n % 4],
    deliveryDate: deliveryDay,
    total: '9.00',
    customerEmail: `c${n}@example.com`,
  }))
  await page.route('/api/admin/orders?*', (route) => route.fulfill({ json: rows }))
  await page.goto('/admin/orders')
  await expect(page.getByText('2000 orders')).toBeAttached()
  await expectAccessibleInBothThemes(page)

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
  await expect(rowWith(page, 'c1000@example.com')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

for (const path of ['dashboard', 'orders', 'audit', 'settings'] as const) {
  test(`the staff ${path} page fits on a phone and is accessible in light and dark`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await signInAsStaff(page)
    await open(page, path)
    await expectNoOverflow(page)
    await expectAccessibleInBothThemes(page)
  })
}

test('the sidebar on a phone is accessible in light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await signInAsStaff(page)
  await open(page, 'trucks')
  await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('the order dialog, its select and its toast are accessible in light and dark', async ({
  page,
  request,
}) => {
  const email = `${uniqueWord('theme')}@example.com`
  await placeOrder(request, { email })
  await signInAsStaff(page)
  await page.goto(`/admin/orders?q=${email}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Order Status').click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option').first()).toBeHidden()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated successfully')
  await expectAccessibleInBothThemes(page)
})

test('a confirmation dialog and an error toast are accessible in light and dark', async ({
  page,
}) => {
  await signInAsStaff(page)
  await open(page, 'trucks')
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.route('/api/admin/trucks/*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Failed to delete truck')
  await expectAccessibleInBothThemes(page)
})

test('a search select and a loading list are accessible in light and dark', async ({ page }) => {
  await signInAsStaff(page)
  await page.route('/api/admin/schedules*', () => {})
  await page.goto('/admin/schedules')
  await page.getByRole('button', { name: 'Add Schedule' }).click()
  await page.getByRole('dialog').getByLabel('Order').click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option').first()).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('[aria-busy="true"]')).not.toHaveCount(0)
  await expectAccessibleInBothThemes(page)
})
