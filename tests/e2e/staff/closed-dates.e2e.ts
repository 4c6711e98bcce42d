import type { Page } from '@playwright/test'
import { addDays, formatDate } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { expectAccessibleInBothThemes, signInAsStaff } from '#tests/support/e2e/staff.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

const read = async (page: Page): Promise<Settings> =>
  (await page.request.get(apiPaths.adminSettings)).json()

const today = (page: Page) =>
  page.evaluate(() => JSON.parse(document.getElementById('page-data')?.textContent ?? '{}').today)

/** The worker's other tests expect every date to be open. */
test.afterEach(async ({ page }) => {
  await signInAsStaff(page)
  for (const { date } of (await read(page)).calendar.closedDates) {
    await page.request.delete(fillPath(apiPaths.adminClosedDate, { date }))
  }
})

async function openDialog(page: Page) {
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Add closed dates' }).click()
  return page.getByRole('dialog')
}

test('rule 34: the owner closes two days by keyboard and reopens one', async ({ page }) => {
  await signInAsStaff(page)
  await page.goto('/admin/settings')
  await expect(page.getByText('No closed dates. You deliver every day.')).toBeVisible()
  const first = addDays(await today(page), 40)
  await page.getByRole('button', { name: 'Add closed dates' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Review' }).press('Enter')
  await expect(dialog.getByLabel('First day')).toHaveAccessibleDescription(/Choose a date/)
  await dialog.getByLabel('First day').fill(first)
  await dialog.getByLabel('Last day').fill(addDays(first, 1))
  await dialog.getByLabel('Name').fill('Inventory')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog).toContainText('Review closed dates')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Close dates' }).click()
  await expect(dialog).toBeHidden()
  const list = page.getByRole('list', { name: 'Closed dates' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list).toContainText(formatDate(first))
  await page.setViewportSize({ width: 375, height: 800 })
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: `Reopen ${formatDate(first)}` }).click()
  await expect(dialog).toContainText('Deliveries that were moved stay on their new date.')
  await dialog.getByRole('button', { name: 'Reopen date' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

test('an edit from older settings closes nothing and asks for another review', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 409/)
  await signInAsStaff(page)
  const dialog = await openDialog(page)
  const date = addDays(await today(page), 41)
  await dialog.getByLabel('First day').fill(date)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog).toContainText('Review closed dates')
  const data = { dates: [{ date: addDays(date, 10), name: 'Someone else' }] }
  expect((await page.request.post(apiPaths.adminClosedDates, { data })).ok()).toBe(true)
  await dialog.getByRole('button', { name: 'Close dates' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else edited the settings')
  await expect(dialog.getByLabel('First day')).toHaveValue(date)

  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByRole('button', { name: 'Close dates' }).click()
  await expect(dialog).toBeHidden()
  expect((await read(page)).calendar.closedDates.map((closed) => closed.date)).toEqual([
    date,
    addDays(date, 10),
  ])
})
