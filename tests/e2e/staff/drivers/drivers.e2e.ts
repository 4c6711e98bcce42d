import { addDays, dateIn, formatDate } from '#contract/dates/calendar.ts'
import { expect, expectNoOverflowAtAnyWidth, test } from '#tests/support/e2e/base-test.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

test('a driver is added, renamed, given days off and disabled', { tag: '@core' }, async ({
  page,
}) => {
  const name = uniqueWord('Sam')
  const renamed = uniqueWord('Samuel')
  const today = dateIn('America/New_York', new Date())
  await signInAsStaff(page)
  await page.goto('/admin/trucks')
  await page.getByRole('button', { name: 'Drivers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Drivers' })

  await dialog.getByRole('button', { name: 'Add driver' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('New driver').fill(name)
  await dialog.getByLabel('New driver').press('Enter')
  await expectToast(page, 'Driver added')
  await dialog.getByRole('button', { name: `Rename ${name}` }).click()
  await dialog.getByLabel('Name', { exact: true }).fill(renamed)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Driver saved')

  const row = dialog.getByRole('listitem', { name: renamed, exact: true })
  await row.getByRole('button', { name: 'Add days off' }).first().click()
  await row.getByLabel('First day off').fill(addDays(today, 3))
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  await row.getByLabel('First day off').press('Enter')
  await expectToast(page, 'Days off added')
  await expect(row).toContainText(`Off ${formatDate(addDays(today, 3), 'short')}`)
  await row.getByRole('button', { name: /^Delete days off/ }).click()
  await expectToast(page, 'Days off deleted')
  await expect(row).not.toContainText('Off ')
  await row.getByRole('button', { name: `Disable ${renamed}` }).click()
  await expectToast(page, 'Driver disabled')
  await expect(row).toContainText('Disabled')
})
