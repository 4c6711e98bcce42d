import type { Page } from '@playwright/test'
import { expect, fillCart, test } from '#tests/support/e2e/base-test.ts'
import { signInAsStaff } from '#tests/support/e2e/staff.ts'

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const LIGHT = 'rgb(255, 255, 255)'
const DARK = 'rgb(17, 29, 46)'

test('the staff portal follows the system theme until one is selected, and stores it', {
  tag: '@core',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInAsStaff(page)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
  expect(await background(page)).toBe(DARK)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => background(page)).toBe(LIGHT)

  await page.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect.poll(() => background(page)).toBe(DARK)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await background(page)).toBe(DARK)
  await page.getByRole('radio', { name: 'Light' }).check({ force: true })
  await expect.poll(() => background(page)).toBe(LIGHT)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background(page)).toBe(LIGHT)
})

test('the selected theme is applied before the first paint', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR_FAILED/)
  await page.addInitScript(() => localStorage.setItem('staffTheme', 'dark'))
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto('/admin/login')
  expect(await background(page)).toBe(DARK)
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#111d2e')
})

test('the storefront stays light, also after a dark staff page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/admin/login')
  expect(await background(page)).toBe(DARK)
  await page.getByRole('link', { name: 'Carboy Water' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => background(page)).toBe(LIGHT)
  await fillCart(page, 'Spring Water 5 Gallon', 1)
  expect(await background(page)).toBe(LIGHT)
  await page.goto('/customer/login')
  expect(await background(page)).toBe(LIGHT)
})
