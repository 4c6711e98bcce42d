import type { Page } from '@playwright/test'
import { addDays, dateIn } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { paidOrder, updateOrderAsStaff } from '#tests/support/e2e/orders.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import {
  expectAccessibleInBothThemes,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

/** Two lines of text and the padding. */
const TWO_LINES = 56

async function expectTwoLines(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  // A CSS selector, because an open sheet hides the rows from role queries.
  const rows = page.locator('main tbody tr')
  const tallest = () =>
    rows.evaluateAll((all) => Math.max(...all.map(({ clientHeight }) => clientHeight)))
  await expect.poll(tallest, `at ${width} px`).toBeLessThanOrEqual(TWO_LINES)
}

async function reportProblem(page: Page): Promise<void> {
  const customerEmail = freshEmail('case')
  const id = await paidOrder(page, { customerEmail })
  await updateOrderAsStaff(id, { deliveryStatus: 'delivered' })
  await signIn(page, customerEmail)
  const path = fillPath(apiPaths.customerOrderProblem, { id })
  const reported = await page.request.post(path, {
    data: { kind: 'damaged', text: 'A bottle leaks' },
  })
  expect(reported.ok(), await reported.text()).toBe(true)
}

for (const list of ['cases', 'products', 'staff'] as const) {
  test(`the ${list} rows stay two lines high next to an open panel`, async ({ page }) => {
    if (list === 'cases') await reportProblem(page)
    await signInAsStaff(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`/admin/${list}`)
    await page.locator('main tbody tr').first().getByRole('link').click()
    await expect(page.getByRole('complementary').last()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    for (const width of [1100, 1280, 1600]) await expectTwoLines(page, width)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectAccessibleInBothThemes(page)
  })
}

test('imported subscriptions have two lines each, whatever they hold', async ({ page }) => {
  await signInAsStaff(page)
  const name = uniqueWord('Maximiliana Featherstonehaugh')
  const date = addDays(dateIn('America/New_York', new Date()), 30)
  const upload = {
    data: [
      'Name,Email,Phone,Street,City,State,ZIP,Spring Water 5 Gallon,Purified Water 5 Gallon,Frequency,Next delivery,Bottles held,Notes',
      `${name},${freshEmail('a-long-address-of-a-customer')},845-555-0199,1204 Old Post Road Apartment 12B,Kingston,NY,12401,2,3,bi-weekly,${date},4,Leave the bottles behind the blue door next to the garage`,
    ].join('\n'),
    headers: { 'content-type': 'text/csv' },
  }
  const preview = await page.request.post(apiPaths.adminSubscriptionsImportPreview, upload)
  const { hash } = await preview.json()
  await page.request.post(`${apiPaths.adminSubscriptionsImport}?hash=${hash}`, upload)
  const imported = await page.request.get(apiPaths.adminImportedSubscriptions, {
    params: { q: name },
  })
  const { rows } = await imported.json()
  await page.request.post(apiPaths.adminImportedLinks, { data: { id: rows[0]?.id } })

  await page.goto('/admin/import')
  await expect(rowWith(page, name)).toContainText('Waiting for the customer', { timeout: 30_000 })
  for (const width of [800, 1100, 1280, 1600]) await expectTwoLines(page, width)
  await page.setViewportSize({ width: 800, height: 900 })
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove imported subscription?' })
  await expect(dialog).toContainText(`We'll disable ${name}'s link`)
  await dialog.getByRole('button', { name: 'Remove subscription' }).click()
  await expect(rowWith(page, name)).toHaveCount(0)
})
