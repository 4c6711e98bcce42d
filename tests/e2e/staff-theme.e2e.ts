import type { Page } from '@playwright/test'
import { expect, expectAccessible, fillCart, test } from '#tests/support/journey.ts'
import { expectToast, placeOrder, signInAsStaff, uniqueWord } from '#tests/support/staff-journey.ts'

const screens = [
  'dashboard',
  'customers',
  'orders',
  'trucks',
  'schedules',
  'subscriptions',
  'audit',
]

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const LIGHT = 'rgb(255, 255, 255)'
const DARK = 'rgb(17, 29, 46)'

async function expectFit(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
}

test('the staff portal follows the system until somebody chooses, and keeps the choice', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInAsStaff(page)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('radio', { name: 'As the system' })).toBeChecked()
  expect(await background(page)).toBe(DARK)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => background(page)).toBe(LIGHT)

  await page.getByRole('radio', { name: 'As the system' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await background(page)).toBe(DARK)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await background(page)).toBe(DARK)
  await page.getByRole('radio', { name: 'Light' }).check({ force: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background(page)).toBe(LIGHT)
})

test('the chosen theme is there before anything is drawn', async ({ page, provoked }) => {
  provoked.push(/net::ERR_FAILED/)
  await page.addInitScript(() => localStorage.setItem('staffTheme', 'dark'))
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto('/admin/login')
  expect(await background(page)).toBe(DARK)
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#111d2e')
})

test('the shop stays light, also for staff who come from the dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/admin/login')
  expect(await background(page)).toBe(DARK)
  await page.getByRole('link', { name: 'Carboy Water' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await background(page)).toBe(LIGHT)
  await fillCart(page, 'Spring Water 5 Gallon', 1)
  expect(await background(page)).toBe(LIGHT)
  await page.goto('/customer/login')
  expect(await background(page)).toBe(LIGHT)
})

for (const theme of ['light', 'dark'] as const) {
  test(`every staff screen is accessible in ${theme}`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme: theme })
    await page.goto('/admin/login')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Please enter a valid email')).toBeVisible()
    await expectAccessible(page)
    await signInAsStaff(page)
    for (const screen of screens) {
      await page.goto(`/admin/${screen}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 375, height: 800 })
    for (const screen of ['dashboard', 'audit']) {
      await page.goto(`/admin/${screen}`)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expectAccessible(page)
      await expectFit(page)
    }
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeVisible()
    await expectAccessible(page)
  })

  test(`dialogs, lists, toasts and skeletons are accessible in ${theme}`, async ({
    page,
    request,
  }) => {
    test.slow()
    const email = `${uniqueWord('theme')}@example.com`
    await placeOrder(request, { email })
    await page.emulateMedia({ colorScheme: theme })
    await signInAsStaff(page)
    await page.goto(`/admin/orders?q=${email}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expectAccessible(page)
    await page.getByLabel('Order Status').click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Order updated successfully')
    await expectAccessible(page)

    await page.goto('/admin/trucks')
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
    await expectAccessible(page)
    await page.route('/api/admin/trucks/*', (route) => route.fulfill({ status: 503, body: '' }))
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Failed to delete truck')
    await expectAccessible(page)

    await page.route('/api/admin/schedules*', () => {})
    await page.goto('/admin/schedules')
    await page.getByRole('button', { name: 'Add Schedule' }).click()
    await page.getByRole('dialog').getByLabel('Order').click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.locator('[aria-busy="true"]')).not.toHaveCount(0)
    await expectAccessible(page)
  })
}
