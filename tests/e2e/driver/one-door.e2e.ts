import type { Page } from '@playwright/test'
import { testId } from '#tests/support/driver/route-data.ts'
import { expect, expectAccessible, expectNoOverflow, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

// The shop of the route is in New York.
test.use({
  viewport: { width: 375, height: 812 },
  hasTouch: true,
  timezoneId: 'America/Los_Angeles',
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const nextStop = (page: Page) => page.getByRole('region', { name: 'Next stop' })
async function expectDelivery(page: Page, title: string) {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(title)
  await expect(heading).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
}
test('two orders at one door are one stop, and each gets its own outcome', {
  tag: '@core',
}, async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page, 'one-door')
  await expect(nextStop(page)).toContainText('2 deliveries')
  await expect(nextStop(page)).toContainText('10:00 AM')
  // The door after it is the second, although its order is the third.
  await expect(page.getByRole('link', { name: /^2 ?Customer 3/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('link', { name: 'Count the truck and close' }).click()
  await expect(page.getByText('2 stops are still open')).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()

  await page.getByRole('link', { name: 'Open stop' }).click()
  await expectDelivery(page, 'Delivery 1 of 2: Customer 1')
  const deliveries = page.getByRole('navigation', { name: 'Deliveries at this door' })
  await expect(deliveries.locator('[aria-current=true]')).toContainText('Customer 1')
  await expect(deliveries.getByRole('link')).toHaveCount(2)
  await expectAccessible(page)
  await expectNoOverflow(page)
  await button(page, "I'm here").click()
  await expect(deliveries.getByText('Arrived')).toHaveCount(2)
  await button(page, 'Delivered').click()
  await expectDelivery(page, 'Delivery 1 of 2: Customer 1')
  await button(page, 'Save').click()

  await expectDelivery(page, 'Delivery 2 of 2: Customer 2')
  await expect(deliveries.getByRole('link', { name: /Customer 1/ })).toContainText('Delivered')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(nextStop(page)).toContainText('2 deliveries, 1 done')
  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, 'Delivered').click()
  await button(page, 'One more, Empties taken: 5 Gallon').click()
  await button(page, 'Save').click()
  await expect(nextStop(page)).toContainText('Customer 3')
  const done = page.getByRole('region', { name: 'Done' })
  await expect(done.getByRole('link', { name: /Customer 1, Customer 2/ })).toBeVisible()
  await expect(page.getByText('All sent')).toBeVisible()

  const line = { productId: testId(1), damaged: 0 }
  const events = phone.events().map(({ type, stopId, payload }) => ({ type, stopId, payload }))
  expect(events).toEqual([
    { type: 'arrived', stopId: testId(101), payload: {} },
    { type: 'arrived', stopId: testId(102), payload: {} },
    {
      type: 'delivered',
      stopId: testId(101),
      payload: { lines: [{ ...line, full: 2, empties: 0 }] },
    },
    {
      type: 'delivered',
      stopId: testId(102),
      payload: { lines: [{ ...line, full: 0, empties: 1 }] },
    },
  ])
})

test('a door is skipped as a whole', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page, 'one-door')
  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, 'Skip for now').click()
  await expect(nextStop(page)).toContainText('Customer 3')
  await expect(page.getByText('All sent')).toBeVisible()
  expect(phone.events().map(({ type, stopId }) => `${type} ${stopId}`)).toEqual([
    `skipped-for-now ${testId(101)}`,
    `skipped-for-now ${testId(102)}`,
  ])
})

test('money at a door is recorded for the delivery that it pays', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page, 'one-door')
  const received = [{ id: testId(7), method: 'cash' as const, amount: '5.00' }]
  const changes = [{ amountDue: '10.00', received }, { amountDue: '4.00' }, {}]
  const stops = phone.route?.stops.map((stop, index) => ({ ...stop, ...changes[index] }))
  if (phone.route && stops) phone.route = { ...phone.route, version: 2, stops }
  await page.reload()
  const enter = async (amount: string) => {
    await page.getByRole('link', { name: 'Cash or check received' }).click()
    await page.getByLabel('Amount in dollars').fill(amount)
    await button(page, 'Save').click()
  }
  await page.getByRole('link', { name: 'Open stop' }).click()
  await expect(page.getByText('Received for this delivery')).toBeVisible()
  await expect(page.getByText('Cash $5.00, from dispatch or another phone')).toBeVisible()
  await enter('14')
  await expect(page.getByText('Enter the rest at the other delivery.')).toBeVisible()
  await page.getByLabel('Amount in dollars').fill('10')
  await button(page, 'Save').click()
  await expect(page.getByText(/^Cash \$10\.00/)).toBeVisible()

  await page.getByRole('link', { name: /Customer 2/ }).click()
  await expect(page.getByText('Received for this delivery')).toHaveCount(0)
  await enter('6')
  // Nothing is due at the other delivery anymore.
  await expect(page.getByText('Only $4.00 is due for this delivery. To save it')).toBeVisible()
})
