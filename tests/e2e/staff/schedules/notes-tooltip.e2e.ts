import { apiPaths } from '#contract/paths.ts'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { deliveryDay, placeOrder, signInAsStaff } from '#tests/support/e2e/staff.ts'

test('rule 27: the notes of a schedule are shown in full while the pointer rests on them', async ({
  page,
}) => {
  const orderId = await placeOrder(page.request)
  await signInAsStaff(page)
  const notes = `Gate code ${Date.now()}, ring twice, leave the bottles behind the green shed`
  const response = await page.request.post(apiPaths.adminSchedules, {
    data: { orderId, scheduledDate: deliveryDay, notes },
  })
  expect(response.ok(), await response.text()).toBe(true)
  await page.goto('/admin/schedules')
  const cell = page.getByRole('row').getByText(notes)
  await expect(cell).toBeVisible()

  await cell.hover()
  await expect(page.getByRole('tooltip')).toHaveText(notes)
})
