import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '#tests/support/e2e/base-test.ts'
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

test('the screenshot of the shop is taken', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await takeScreenshot(page, 'home')
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
