import type { Browser, Page } from '@playwright/test'
import { addDays } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { expectAccessibleInBothThemes, signInAsStaff } from '#tests/support/e2e/staff.ts'
import {
  aroundCutoff,
  createSubscriber,
  getRenewals,
  openSubscriptionCard,
  type Subscriber,
} from '#tests/support/e2e/subscriber.ts'
import type { TimeControl } from '#tests/support/e2e/with-clock.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

/** Creates a subscription whose next delivery has a pending stop, and a staff session. */
async function scheduleNextDelivery(page: Page, browser: Browser, time: TimeControl) {
  const ana = await createSubscriber(page, time)
  const next = addDays(ana.firstDate, 7)
  await time.advanceTo(aroundCutoff(next, -1))
  await expect(async () => expect(await getRenewals(page, ana)).toHaveLength(1)).toPass()
  const [order] = await getRenewals(page, ana)
  const staff = await (await browser.newContext({ baseURL: time.url })).newPage()
  await signInAsStaff(staff)
  const response = await staff.request.post(apiPaths.adminSchedules, {
    data: { orderId: order?.id, scheduledDate: next, notes: 'Gate code 12' },
  })
  expect(response.ok(), await response.text()).toBe(true)
  return { ana, next, staff, orderId: order?.id ?? '' }
}

/** Expects that the stop is cancelled and the delivery is listed as unscheduled. */
async function expectUnscheduled(staff: Page, ana: Subscriber, orderId: string): Promise<void> {
  await staff.goto(`/admin/schedules?q=${encodeURIComponent(ana.email)}`)
  const row = staff.getByRole('row').filter({ hasText: 'Gate code 12' })
  await expect(row.getByText('Cancelled', { exact: true })).toBeVisible()
  await staff.goto(`/admin/orders?order=${orderId}`)
  const panel = staff.getByRole('complementary', { name: `Order ${orderId.slice(0, 8)}` })
  await expect(panel.getByText('Not scheduled on a truck yet.')).toBeVisible()
  await expect(panel.getByRole('list', { name: 'Schedules' })).toContainText('Gate code 12')
  await expectAccessibleInBothThemes(staff)
}

test('a rescheduled delivery loses its stop and is listed as unscheduled on its new date', async ({
  page,
  browser,
  time,
}) => {
  test.slow()
  const { ana, next, staff, orderId } = await scheduleNextDelivery(page, browser, time)
  const card = await openSubscriptionCard(page, ana)
  await card.getByRole('button', { name: 'Change date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change delivery date' })
  await dialog.getByLabel('New delivery date').fill(addDays(next, 2))
  await dialog.getByRole('button', { name: 'Change date' }).click()
  await expect(dialog).toBeHidden()

  await expectUnscheduled(staff, ana, orderId)
  await time.advanceTo(aroundCutoff(addDays(next, 2), 1))
  await signInAsStaff(staff)
  await staff.goto('/admin/orders?attention=unscheduled')
  await expect(staff.getByRole('row').filter({ hasText: orderId.slice(0, 8) })).toBeVisible()
})

test('a skipped delivery loses its stop', async ({ page, browser, time }) => {
  test.slow()
  const { ana, staff, orderId } = await scheduleNextDelivery(page, browser, time)
  const card = await openSubscriptionCard(page, ana)
  await card.getByRole('button', { name: 'Skip delivery' }).click()
  const dialog = page.getByRole('dialog', { name: 'Skip this delivery?' })
  await dialog.getByRole('button', { name: 'Skip delivery' }).click()
  await expect(dialog).toBeHidden()

  await expectUnscheduled(staff, ana, orderId)
})

test('the delivery of a cancelled subscription loses its stop', async ({ page, browser, time }) => {
  test.slow()
  const { ana, staff, orderId } = await scheduleNextDelivery(page, browser, time)
  await openSubscriptionCard(page, ana)
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()

  await expectUnscheduled(staff, ana, orderId)
})

test('a delivery with a new address loses its stop', async ({ page, browser, time }) => {
  test.slow()
  const { ana, staff, orderId } = await scheduleNextDelivery(page, browser, time)
  const card = await openSubscriptionCard(page, ana)
  await card.getByRole('button', { name: 'Change address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Street Address').fill('9 Oak Lane')
  await dialog.getByRole('button', { name: 'Change address' }).click()
  await expect(dialog).toBeHidden()

  await expectUnscheduled(staff, ana, orderId)
})
