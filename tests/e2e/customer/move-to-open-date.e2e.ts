import { addDays, formatDate } from '#contract/dates/calendar.ts'
import { expectAccessible, expectNoOverflowAtAnyWidth } from '#tests/support/e2e/base-test.ts'
import { signInAsStaff } from '#tests/support/e2e/staff.ts'
import {
  createSubscriber,
  getSubscription,
  openSubscriptionCard,
} from '#tests/support/e2e/subscriber.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'
import { addZone, dailyRoute, dateChip, removeZones } from '#tests/support/e2e/zones.ts'

test.afterEach(({ page }) => removeZones(page))

test('rule 46: a customer moves a delivery to an open date and chooses its time window', async ({
  page,
  time,
}) => {
  const windows = [{ from: '09:00', to: '13:00' }]
  await signInAsStaff(page)
  await addZone(page, { routeDays: dailyRoute(time.today(), { windows }) })
  const ana = await createSubscriber(page, time)
  // The six chips end before the next delivery, which is ten days away.
  const chosen = addDays(ana.firstDate, 2)
  const card = await openSubscriptionCard(page, ana)

  await card.getByRole('button', { name: 'Change date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change delivery date' })
  await dateChip(page, chosen).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('New delivery date')).toHaveValue(chosen)
  await dialog.getByRole('radio', { name: '9:00 AM – 1:00 PM' }).check()
  await expect(dialog).toContainText(`We'll deliver on ${formatDate(chosen)}, 9:00 AM – 1:00 PM.`)
  await expectAccessible(page)
  await expectNoOverflowAtAnyWidth(page)
  await dialog.getByRole('button', { name: 'Change date' }).click()

  await expect(dialog).toBeHidden()
  await expect(card).toContainText('9:00 AM – 1:00 PM')
  expect((await getSubscription(page, ana.id)).next).toMatchObject({
    date: chosen,
    deliveryWindow: windows[0],
  })
})
