import {
  expect,
  expectAccessible,
  expectNoOverflowAtAnyWidth,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'
import { expectToast, uniqueWord } from '#tests/support/e2e/staff.ts'
import { openEventPhone, publishTrackedRoute } from '#tests/support/e2e/tracked-route.ts'

test('rule 58: a payment that cannot be booked stays listed with the reason', {
  tag: '@core',
}, async ({ page, browser, baseURL }) => {
  const name = uniqueWord('Ana')
  const email = freshEmail('reviews')
  const { driverId, stopIds, date } = await publishTrackedRoute(page, baseURL, {
    names: [name],
    email,
  })
  const phone = await openEventPhone(page, browser, baseURL, driverId)
  const payload = { method: 'cash', amount: '50.00' }
  await phone.report({ type: 'payment-received', stopId: stopIds[0], payload }, 'review')
  await phone.close()

  await page.goto(`/admin/routes?date=${date}`)
  await page.getByRole('button', { name: /to review$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Driver reviews' })
  const row = dialog.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Payment received: $50.00 by cash. Nothing is due on this order.')
  await expect(row).toContainText('Not booked yet. Accept it to try again.')
  await expectAccessible(page)
  await expectNoOverflowAtAnyWidth(page)

  await row.getByRole('button', { name: /^Accept/ }).click()
  await expectToast(
    page,
    'Nothing is due on this order. Correct the payments of the order manually, then dismiss this entry.',
  )
  await expect(row).toBeVisible()

  await row.getByRole('button', { name: /^Dismiss/ }).click()
  await expectToast(page, 'Entry dismissed')
  await expect(row).toHaveCount(0)
})
