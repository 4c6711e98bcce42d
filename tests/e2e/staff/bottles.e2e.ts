import { apiPaths } from '#contract/paths.ts'
import { expect, expectNoOverflowAtAnyWidth, test } from '#tests/support/e2e/base-test.ts'
import { expectAccessibleInBothThemes, signInAsStaff } from '#tests/support/e2e/staff.ts'

test('rule 61: staff see where the bottles are and correct a count by keyboard', async ({
  page,
  expectedConsoleErrors,
}) => {
  // The first submit has no reason.
  expectedConsoleErrors.push(/status of 400/)
  await signInAsStaff(page)
  await page.goto('/admin/bottles')
  await expect(page.getByRole('heading', { name: 'Bottles', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Truck differences' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)

  await page.getByRole('button', { name: 'Correct a count' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Correct a count' })
  await dialog.getByRole('textbox', { name: 'Bottles' }).fill('12')
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Delivered by the plant')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Bottles corrected', { exact: true })).toBeVisible()
})

test('the bottles page offers to load again', async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/status of 500/)
  await signInAsStaff(page)
  await page.route(`**${apiPaths.adminBottles}`, (route) =>
    route.fulfill({ status: 500, json: { message: 'Down', code: 'internal' } }),
  )
  await page.goto('/admin/bottles')
  await expect(page.getByText("We couldn't load the bottles")).toBeVisible()
  await page.unroute(`**${apiPaths.adminBottles}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Truck differences' })).toBeVisible()
})
