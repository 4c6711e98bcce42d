import type { Page } from '@playwright/test'
import { addDays, dateIn } from '#contract/dates/calendar.ts'
import { testId, testRoute } from '#tests/support/driver/route-data.ts'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'
import { shortDay } from '#web/driver/route/short-day.ts'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const timeZone = 'America/New_York'

test('an open route of an earlier day shows a notice, and today’s follows as soon as it is closed', {
  tag: '@core',
}, async ({ page, context, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/ERR_INTERNET_DISCONNECTED/)
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  const today = dateIn(timeZone, new Date())
  phone.route = testRoute({ version: 2, timeZone, date: today })
  await page.reload()
  await expect(page.getByRole('heading', { name: `Truck 1, ${shortDay(today)}` })).toBeVisible()
  await expect(page.getByText('This is the route of')).toHaveCount(0)

  phone.route = testRoute({ version: 3, timeZone, date: addDays(today, -1) })
  await page.reload()
  await expect(page.getByText('This is the route of')).toBeVisible()
  await expect(page.getByText('If dispatch has a route for today')).toBeVisible()
  await expectAccessible(page)

  // Without a network the phone can't know whether there is another one.
  await phone.setOffline(true)
  await page.reload()
  await expect(page.getByText("to see if dispatch has today's route")).toBeVisible()
  await expect(page.getByText('If dispatch has a route for today')).toHaveCount(0)
  await phone.setOffline(false)
  await expect(page.getByText('If dispatch has a route for today')).toBeVisible()

  await page.getByRole('link', { name: 'Count the truck and close' }).click()
  await button(page, 'Save').click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  phone.route = testRoute({ timeZone, date: today, routeId: testId(11), truckName: 'Truck 2' })
  await button(page, 'Close route').click()
  await expect(page.getByRole('heading', { name: /^Truck 2/ })).toBeVisible()
  await expect(page.getByText('This is the route of')).toHaveCount(0)
})
