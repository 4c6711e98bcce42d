import { addDays, formatDate } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { toWeekday } from '#contract/zones/route-days.ts'
import { customer, expectNoOverflowAtAnyWidth } from '#tests/support/e2e/base-test.ts'
import {
  deliveryDay,
  expectAccessibleInBothThemes,
  expectToast,
  placeOrder,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'
import { createSubscriber, getSubscription } from '#tests/support/e2e/subscriber.ts'
import { expect, testToday as test } from '#tests/support/e2e/with-clock.ts'
import { addZone, removeZones } from '#tests/support/e2e/zones.ts'

/** The preview lists every subscription in the zone; no other test subscribes here. */
const ZIP = '12456'

test.afterEach(({ page }) => removeZones(page))

test('rule 47: the owner turns Route days only on after a preview, by keyboard, at phone width', async ({
  page,
  time,
  browser,
}) => {
  const ana = await createSubscriber(page, time, { zip: ZIP })
  const outside = await browser.newPage({ baseURL: time.url })
  await createSubscriber(outside, time, { zip: '99501' })
  await outside.close()
  await signInAsStaff(page)
  const usual = addDays(ana.firstDate, 7)
  const landed = addDays(usual, 1)
  const from = addDays(time.today(), -7)
  const routeDays = [{ weekday: toWeekday(landed), everyWeeks: 1 as const, from }]
  await addZone(page, { zips: [ZIP], routeDays })
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/admin/settings')
  const setting = page.getByRole('switch', { name: /^Route days only/ })

  await setting.press('Space')

  const dialog = page.getByRole('dialog', { name: 'Deliver on route days only?' })
  await expect(dialog).toContainText("gets another date. We'll email the customer.")
  const move = dialog
    .getByRole('table', { name: 'New delivery dates' })
    .getByRole('row')
    .filter({ hasText: customer.name })
  await expect(move).toContainText(formatDate(usual, 'short'))
  await expect(move).toContainText(formatDate(landed, 'short'))
  await expect(
    dialog.getByRole('table', { name: 'Subscriptions outside your zones' }),
  ).toContainText('99501')
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(setting).not.toBeChecked()
  await expect(setting).toBeFocused()

  await setting.press('Space')
  await expect(move).toBeVisible()
  await dialog.getByRole('button', { name: 'Turn on' }).press('Enter')

  await expectToast(page, 'Route days saved')
  await expect(dialog).toBeHidden()
  await expect(setting).toBeChecked()
  const { calendar } = await getSubscription(page, ana.id)
  expect(calendar.map(({ date }) => date)).toContain(landed)
})

test('after an edit of the settings, Route days only stays off, and the preview is made again', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 409/)
  await signInAsStaff(page)
  await addZone(page, {})
  await page.goto('/admin/settings')
  const setting = page.getByRole('switch', { name: /^Route days only/ })
  await setting.press('Space')
  const dialog = page.getByRole('dialog', { name: 'Deliver on route days only?' })
  await expect(dialog).toContainText('No subscription delivery gets another date.')
  const read = async (): Promise<Settings> =>
    (await page.request.get(apiPaths.adminSettings)).json()
  const { phone } = await read()
  await page.request.patch(apiPaths.adminSettings, { data: { phone: '845-555-0147' } })

  await dialog.getByRole('button', { name: 'Turn on' }).press('Enter')

  await expectToast(page, 'Someone else changed this. Review it and try again.')
  expect((await read()).routeDaysOnly).toBe(false)
  await dialog.getByRole('button', { name: 'Turn on' }).press('Enter')
  await expectToast(page, 'Route days saved')
  await page.request.patch(apiPaths.adminSettings, { data: { phone } })
})

test('rule 48: the preview of a day change names the time windows that get lost', async ({
  page,
}) => {
  const name = uniqueWord('Window')
  await signInAsStaff(page)
  const route = { everyWeeks: 1 as const, from: '2026-01-05' }
  const window = { from: '08:00', to: '12:00' }
  const later = addDays(deliveryDay, 2)
  await addZone(page, {
    routeDays: [
      { ...route, weekday: toWeekday(deliveryDay), windows: [window] },
      { ...route, weekday: toWeekday(later) },
    ],
  })
  await placeOrder(page.request, { name }, { deliveryWindow: window })
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/admin/day-change')
  await page.getByLabel('Date', { exact: true }).fill(deliveryDay)
  await page.getByRole('button', { name: 'Preview' }).press('Enter')

  await expect(
    page.getByText("1 delivery loses its time window, because the new date doesn't have it."),
  ).toBeVisible()
  const row = page
    .getByRole('table', { name: 'Moved deliveries' })
    .getByRole('row')
    .filter({ hasText: name })
  await expect(row).toContainText(formatDate(later, 'short'))
  await expect(row).toContainText('Loses the window 8:00 AM – 12:00 PM')
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
})
