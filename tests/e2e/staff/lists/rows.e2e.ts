import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { expectAccessibleInBothThemes, signInAsStaff } from '#tests/support/e2e/staff.ts'

/** Uses CSS selectors, because an open sheet hides the rows from role queries. */
async function tallestRow(page: Page): Promise<number> {
  const rows = page.locator('main tbody tr')
  await expect(rows.first()).toBeVisible()
  return rows.evaluateAll((rows) => Math.max(...rows.map((row) => row.clientHeight)))
}

async function firstId(page: Page, list: string): Promise<string> {
  const [first] = await (await page.request.get(`/api/admin/${list}?limit=1`)).json()
  return first.id
}

for (const [list, param] of [
  ['orders', 'order'],
  ['customers', 'customer'],
  ['subscriptions', 'subscription'],
] as const) {
  test(`the ${list} rows stay two lines high next to an open panel`, async ({ page }) => {
    await signInAsStaff(page)
    const id = await firstId(page, list)
    for (const width of [1100, 1280, 1600]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/admin/${list}?${param}=${id}`)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      expect(await tallestRow(page), `at ${width} px`).toBeLessThanOrEqual(56)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(page.getByRole('complementary').last()).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
}

for (const list of ['orders', 'customers', 'trucks', 'schedules', 'subscriptions'] as const) {
  test(`the ${list} rows are compact, and their buttons have names`, async ({ page }) => {
    await signInAsStaff(page)
    for (const width of [800, 1100, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/admin/${list}`)
      expect(await tallestRow(page), `at ${width} px`).toBeLessThanOrEqual(56)
    }
    if (list === 'subscriptions') return
    await page.setViewportSize({ width: 800, height: 900 })
    const row = page.getByRole('row').nth(1)
    if (list === 'trucks' || list === 'schedules') {
      await row.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    }
    await row.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
}
