import type { Page } from '@playwright/test'
import { addDays, dateIn, formatDate } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { toWeekday } from '#contract/zones/route-days.ts'
import {
  expectAccessible,
  expectConfirmation,
  expectNoOverflowAtAnyWidth,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  placeOrderButton,
} from '#tests/support/e2e/base-test.ts'
import { signInAsStaff } from '#tests/support/e2e/staff.ts'
import { expect, testToday as test } from '#tests/support/e2e/with-clock.ts'
import {
  addZone,
  chips,
  dailyRoute,
  dateChip,
  removeZones,
  setRouteDaysOnly,
} from '#tests/support/e2e/zones.ts'

const bottle = 'Spring Water 5 Gallon'
const today = dateIn('America/New_York', new Date())

const dateField = (page: Page) => page.getByLabel('Delivery Date')
test.afterEach(({ page }) => removeZones(page))

test('rule 46: chips below the date field fill it by mouse and by keyboard, at any width', {
  tag: '@core',
}, async ({ page }) => {
  await signInAsStaff(page)
  await addZone(page, { routeDays: dailyRoute(today) })
  await fillCart(page, bottle, 2)
  await goToCheckout(page)
  await expect(chips(page)).toHaveCount(0)

  await page.getByLabel('ZIP Code').pressSequentially('12401')

  await expect(chips(page).getByRole('button')).toHaveCount(6)
  await expectNoOverflowAtAnyWidth(page)
  await expectAccessible(page)
  const [second, third] = [addDays(today, 2), addDays(today, 3)]
  await dateChip(page, second).click()
  await expect(dateField(page)).toHaveValue(second)
  await expect(dateChip(page, second)).toHaveAttribute('aria-pressed', 'true')

  await page.setViewportSize({ width: 375, height: 800 })
  await dateChip(page, second).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dateField(page)).toHaveValue(third)
  await expectAccessible(page)

  await dateField(page).fill(second)
  await expect(dateChip(page, second)).toHaveAttribute('aria-pressed', 'true')
  await expect(dateChip(page, third)).toHaveAttribute('aria-pressed', 'false')
})

test('rule 46: without Route days only, chips suggest and any date can be ordered', async ({
  page,
}) => {
  await signInAsStaff(page)
  await addZone(page, { routeDays: dailyRoute(today).slice(0, 1) })
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  const answered = page.waitForResponse(/delivery-dates.*zip=99999/)

  const email = freshEmail('any-date')
  await fillDelivery(page, { email, zip: '99999' })
  await answered
  await fillCard(page, '4242424242424242')
  await expect(page.getByText("We don't deliver to 99999 yet")).toHaveCount(0)
  await placeOrderButton(page).click()

  await expectConfirmation(page)
})

test('rule 46: a time window of the chosen date is chosen by keyboard and is shown on the order', async ({
  page,
}) => {
  await signInAsStaff(page)
  const windows = [
    { from: '08:00', to: '12:00' },
    { from: '12:00', to: '17:00' },
  ]
  const tomorrow = addDays(today, 1)
  const route = dailyRoute(today).map((day) =>
    day.weekday === toWeekday(tomorrow) ? day : { ...day, windows },
  )
  await addZone(page, { routeDays: route })
  await page.setViewportSize({ width: 375, height: 800 })
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('window'), date: tomorrow })
  const choice = page.getByRole('group', { name: 'Time window (optional)' })
  await expect(chips(page)).toBeVisible()
  await expect(choice).toHaveCount(0)

  await dateChip(page, addDays(today, 2)).click()
  await choice.getByRole('radio', { name: 'Any time' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(choice.getByRole('radio', { name: '8:00 AM – 12:00 PM' })).toBeChecked()
  await expectAccessible(page)
  await expectNoOverflowAtAnyWidth(page)
  await fillCard(page, '4242424242424242')
  await placeOrderButton(page).click()

  const id = await expectConfirmation(page)
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('8:00 AM – 12:00 PM')
  const order = await (await page.request.get(`${apiPaths.orders}/${id}`)).json()
  expect(order.deliveryWindow).toEqual(windows[0])
  await page.getByRole('button', { name: 'Track Order' }).click()
  await expect(page.getByRole('dialog', { name: 'Track Order' })).toContainText(
    '8:00 AM – 12:00 PM',
  )
})

test('rule 46: with Route days only, a ZIP code that is not served says so, and a date that fills up is replaced', async ({
  page,
  browser,
  time,
}) => {
  await signInAsStaff(page)
  // Other tests of this shop order for other ZIP codes.
  const zip = '12498'
  await addZone(page, { zips: [zip], routeDays: dailyRoute(today, { capacity: 3 }) })
  await setRouteDaysOnly(page, true)
  await fillCart(page, bottle, 2)
  await goToCheckout(page)

  await page.getByLabel('ZIP Code').fill('99999')
  await expect(page.getByText(/^We don't deliver to 99999 yet. Call \(/)).toBeVisible()
  await expectAccessible(page)
  const [chosen, next] = [addDays(today, 2), addDays(today, 3)]
  await fillDelivery(page, { email: freshEmail('full'), zip, date: addDays(today, 1) })
  await dateChip(page, chosen).click()
  await fillCard(page, '4242424242424242')

  const other = await browser.newContext({ baseURL: time.url })
  const rival = await other.newPage()
  await fillCart(rival, bottle, 2)
  await goToCheckout(rival)
  await fillDelivery(rival, { email: freshEmail('rival'), zip, date: chosen })
  await fillCard(rival, '4242424242424242')
  await placeOrderButton(rival).click()
  await expectConfirmation(rival)
  await other.close()

  await placeOrderButton(page).click()
  await expect(dateField(page)).toHaveAccessibleDescription(
    new RegExp(`${formatDate(chosen)} is full. Next dates: `),
  )
  await expect(dateChip(page, chosen)).toHaveCount(0)
  await dateChip(page, next).click()
  await expect(dateField(page)).not.toHaveAttribute('aria-invalid')
  await placeOrderButton(page).click()

  await expectConfirmation(page)
})
