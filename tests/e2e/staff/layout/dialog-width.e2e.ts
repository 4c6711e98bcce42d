import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { signInAsStaff } from '#tests/support/e2e/staff.ts'

test('dialogs with long rows are wide on a large screen and fit on a phone', async ({ page }) => {
  await signInAsStaff(page)
  await page.goto('/admin/routes?review=all')
  const reviews = page.getByRole('dialog', { name: 'Driver reviews' })
  const measureWidth = async (dialog: Locator) => (await dialog.boundingBox())?.width
  await expect(reviews).toBeVisible()
  for (const [screen, width] of [
    [1280, 672],
    [800, 672],
    [375, 343],
  ] as const) {
    await page.setViewportSize({ width: screen, height: 900 })
    await expect.poll(() => measureWidth(reviews)).toBe(width)
  }
  await page.goto('/admin/trucks')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Drivers' }).click()
  const drivers = page.getByRole('dialog', { name: 'Drivers' })
  await expect.poll(() => measureWidth(drivers)).toBe(672)
})
