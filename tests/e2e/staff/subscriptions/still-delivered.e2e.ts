import {
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'
import { aroundCutoff, createSubscriber } from '#tests/support/e2e/subscriber.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

test('staff cancel the delivery that a cancelled subscription would still get', async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time)
  await time.advanceTo(aroundCutoff(ana.firstDate, 1))
  const cancelled = await page.request.patch(`/api/customer/orders/${ana.id}/cancel`)
  expect(cancelled.status()).toBe(200)
  await signInAsStaff(page)
  await page.goto(`/admin/orders?order=${ana.id}`)
  const form = page.getByRole('form', { name: 'Status' })
  await expect(form).toContainText("we'll still make this delivery")
  await expect(form.getByRole('radio')).toHaveCount(0)

  await form.getByRole('checkbox', { name: 'Cancel this delivery too' }).check()
  await form.getByRole('radio', { name: 'Refund $15.28 to the card' }).check()
  await expectAccessibleInBothThemes(page)
  await form.getByRole('button', { name: 'Save' }).click()

  await expectToast(page, 'Order updated successfully')
  await expect(form.getByRole('checkbox')).toHaveCount(0)
})
