import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  expect,
  expectConfirmation,
  fillCard,
  fillCart,
  fillDelivery,
  goToCheckout,
  placeOrderButton,
  test,
} from '#tests/support/e2e/base-test.ts'
import { signInAsStaff } from '#tests/support/e2e/staff.ts'

const folder = join(import.meta.dirname, '../../../docs/screenshots')

/** Saved only with UPDATE_SCREENSHOTS=1, so that a normal run changes no files. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.evaluate(areVisibleImagesLoaded)).toBe(true)
  await page.evaluate(() => document.fonts.ready)
  const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' })
  const small = await sharp(screenshot).png({ palette: true, quality: 90, effort: 10 }).toBuffer()
  expect(small.length).toBeLessThan(250_000)
  if (process.env.UPDATE_SCREENSHOTS !== '1') return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.png`), small)
}

function areVisibleImagesLoaded(): boolean {
  return [...document.images]
    .filter((image) => image.getBoundingClientRect().top < window.innerHeight)
    .every(({ complete }) => complete)
}

test.use({ reducedMotion: 'reduce' })

test('the screenshots of the shop are taken during a purchase', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await takeScreenshot(page, 'home')

  await fillCart(page, 'Spring Water 5 Gallon', 2)
  await page.keyboard.press('Escape')
  const second = page.getByRole('article', { name: 'Purified Water 5 Gallon' })
  await second.getByRole('button', { name: /^Increase/ }).click()
  await second.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeVisible()
  await takeScreenshot(page, 'cart')
  await goToCheckout(page)
  await fillDelivery(page, { email: 'ana.ruiz@example.com' })
  await page.getByRole('switch', { name: /^Recurring/ }).click()
  await page.getByRole('combobox', { name: 'Frequency' }).click()
  await page.getByRole('option', { name: 'Bi-weekly' }).click()
  await fillCard(page, '4242424242424242')
  await page.setViewportSize({ width: 1280, height: 1180 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await takeScreenshot(page, 'checkout')
  await placeOrderButton(page).click()
  await expectConfirmation(page)
  await takeScreenshot(page, 'confirmation')
})

test('the screenshot of the shop on a phone is taken', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeAttached()
  await takeScreenshot(page, 'home-phone')
})

for (const theme of ['light', 'dark'] as const) {
  test(`the screenshot of the staff dashboard is taken in ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1280, height: 1180 })
    await signInAsStaff(page)
    await page.goto('/admin/dashboard')
    await expect(page.getByRole('heading', { name: 'Deliveries by status' })).toBeVisible()
    await takeScreenshot(page, `staff-dashboard-${theme}`)
  })
}
