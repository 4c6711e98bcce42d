import type { Page } from '@playwright/test'
import { expect, fillCart, test } from '#tests/support/e2e/base-test.ts'
import { signInAsStaff } from '#tests/support/e2e/staff.ts'

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const LIGHT = 'rgb(255, 255, 255)'
const DARK = 'rgb(17, 29, 46)'

test('the staff portal follows the system until somebody chooses, and keeps the choice', async ({
  page,
}) => {
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
  expect(await background(page)).toBe(DARK)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await background(page)).toBe(DARK)
  await page.getByRole('radio', { name: 'Light' }).check({ force: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background(page)).toBe(LIGHT)
})

test('the chosen theme is there before anything is drawn', async ({
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
