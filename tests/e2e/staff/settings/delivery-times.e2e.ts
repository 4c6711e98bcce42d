import type { Page } from '@playwright/test'
import { addDays, formatDate } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Settings, SettingsForm } from '#contract/staff/settings.ts'
import { expectNoOverflow } from '#tests/support/e2e/base-test.ts'
import {
  choose,
  deliveryDay,
  expectAccessibleInBothThemes,
  expectToast,
  placeOrder,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

const startDay = addDays(deliveryDay, -1)

test.beforeEach(({ page }) => signInAsStaff(page))

/** The worker's other tests expect the first delivery times. */
test.afterEach(async ({ page }) => {
  const { calendar } = await readSettings(page)
  await changeSettings(page, { legalContact: '' })
  for (const { from } of calendar.periods.slice(1)) {
    const path = fillPath(apiPaths.adminSettingsCalendarPeriod, { from })
    expect((await page.request.delete(path)).ok()).toBe(true)
  }
})

const readSettings = async (page: Page): Promise<Settings> =>
  (await page.request.get(apiPaths.adminSettings)).json()

async function changeSettings(page: Page, data: Partial<SettingsForm>): Promise<void> {
  expect((await page.request.patch(apiPaths.adminSettings, { data })).ok()).toBe(true)
}

async function openDialog(page: Page) {
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Change delivery times' }).click()
  return page.getByRole('dialog')
}

test('rule 34: the owner reviews the affected deliveries, then changes and withdraws', async ({
  page,
}) => {
  const name = uniqueWord('Eve')
  await placeOrder(page.request, { name })
  const dialog = await openDialog(page)
  const review = dialog.getByRole('button', { name: 'Review' })
  await review.click()
  await expect(dialog.getByLabel('Start date')).toHaveAccessibleDescription('Choose a date')
  await dialog.getByLabel('Start date').fill(startDay)
  await review.click()
  await expect(dialog).toHaveAccessibleName('Review change')
  await expect(dialog.getByText('No open deliveries are affected.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()

  await expect(dialog.getByLabel('Start date')).toHaveValue(startDay)
  await choose(page, dialog.getByLabel('Deliveries start'), '9:00 AM')
  const deadline = dialog.getByLabel('Change deadline')
  await deadline.fill('5')
  await review.click()
  await expect(deadline).toHaveAccessibleDescription(/Enter at least 12 hours/)
  await deadline.fill('36')
  await expect(deadline).toHaveAccessibleDescription(/9:00 PM two days before the delivery/)
  await expectAccessibleInBothThemes(page)

  // A change of another section has the same version, but does not matter here.
  await changeSettings(page, { legalContact: uniqueWord('PO Box') })
  await review.click()
  await expect(dialog.getByText(/open deliver(y is|ies are) affected/)).toBeVisible()
  await expect(rowWith(page, name)).toContainText(/8:00 AM.*becomes.*9:00 PM/)
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Save change' }).click()
  await expectToast(page, 'Delivery times saved')
  const heading = page.getByRole('heading', { name: `From ${formatDate(startDay)}` })
  await expect(heading).toBeVisible()
  await expect(page.getByText('9:00 PM two days before the delivery (36 hours)')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: 'Withdraw change' }).click()
  await expect(rowWith(page, name)).toContainText(/9:00 PM.*becomes.*8:00 AM/)
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Withdraw change' }).click()
  await expectToast(page, 'Change withdrawn')
  await expect(heading).toBeHidden()
})

test('rule 34: a change that someone else has scheduled is shown first', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 400/)
  await page.setViewportSize({ width: 375, height: 800 })
  const dialog = await openDialog(page)
  const start = dialog.getByLabel('Start date')
  await start.fill('2026-01-01')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(start).toHaveAccessibleDescription('Choose a date from tomorrow on')
  await expect(start).toBeFocused()
  await start.fill(startDay)
  await dialog.getByLabel('Time zone').click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('chicago')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Time zone')).toHaveText('America/Chicago (CT)')
  const { calendar } = await readSettings(page)
  const data = { ...calendar.periods[0], from: startDay, reminderDays: 5 }
  expect((await page.request.post(apiPaths.adminSettingsCalendar, { data })).ok()).toBe(true)

  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Scheduled change is now')
  await expect(dialog.getByRole('alert')).toContainText('Five days before the delivery')
  await expect(dialog.getByLabel('Time zone')).toHaveText('America/Chicago (CT)')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog).toHaveAccessibleName('Review change')
  await expectAccessibleInBothThemes(page)
  await expectNoOverflow(page)
})
