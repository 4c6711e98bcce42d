import type { Page } from '@playwright/test'
import { dateIn } from '#contract/dates/calendar.ts'
import { farDateMessage, latestOrderDate } from '#contract/dates/date-limits.ts'
import { defaultCalendar, earliestDelivery } from '#contract/dates/shop-calendar.ts'
import {
  customer,
  delayResponses,
  expect,
  expectAccessible,
  fillCart,
  goToCheckout,
  placeOrderButton,
  test,
  watchCalls,
} from '#tests/support/e2e/base-test.ts'

const bottle = 'Alkaline Water 3 Gallon'

/** Label, autofill token, a value that is one character too short, a valid value, the message. */
const fields = [
  ['Full Name', 'name', 'A', 'Al', 'Name must be at least 2 characters'],
  ['Email', 'email', 'ana@example', 'ana@example.com', 'Please enter a valid email'],
  ['Phone', 'tel', '845555010', '8455550100', 'Please enter a valid phone number'],
  ['Street Address', 'shipping address-line1', '12 M', '12 Ma', 'Please enter a valid address'],
  ['City', 'shipping address-level2', 'K', 'Ky', 'Please enter a city'],
  ['State', 'shipping address-level1', 'N', 'NY', 'Please select a state'],
  ['ZIP Code', 'shipping postal-code', '1240', '12401', 'Please enter a valid ZIP code'],
] as const

const dateMessage = 'Please select a delivery date'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('checkout waits for its payment intent, then shows the complete form', {
  tag: '@core',
}, async ({ page }) => {
  const started = watchCalls(page, '/api/create-payment-intent')
  const release = await delayResponses(page, '/api/create-payment-intent')
  await fillCart(page, bottle, 3)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('status', { name: 'Preparing your checkout' })).toBeVisible()
  await expect(placeOrderButton(page)).toHaveCount(0)
  await expectAccessible(page)

  release()

  await expect(placeOrderButton(page)).toBeEnabled()
  expect(started.map((call) => call.postDataJSON())).toEqual([{ amount: 25.47 }])
  await expect(page).toHaveTitle(/^Checkout/)
  for (const name of [
    'Delivery Information',
    'Delivery Schedule',
    'Payment Information',
    'Order Summary',
  ]) {
    await expect(page.getByRole('region', { name }).getByRole('heading', { name })).toBeVisible()
  }
  for (const [label, token] of fields) {
    await expect(field(page, label)).toHaveAttribute('autocomplete', token)
    await expect(field(page, label)).toHaveValue('')
  }
  await expect(field(page, 'ZIP Code')).toHaveAttribute('inputmode', 'numeric')
  for (const label of ['Card number', 'Expiry date', 'Security code']) {
    await expect(field(page, label)).toBeVisible()
  }
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await expect(summary).toContainText(`${bottle}$8.49 × 3$25.47`)
  await expect(summary).toContainText('Subtotal$25.47')
  await expect(summary).toContainText('DeliveryFREE')
  await expect(summary).toContainText('Total$25.47')
  await expect(summary).not.toContainText('discount')
  await expect(page.getByText('Need it today? Call (845) 555-0142')).toBeVisible()
})

test('errors appear on submit only, all at once and announced, and nothing is sent', async ({
  page,
}) => {
  const orders = watchCalls(page, '/api/orders')
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  for (const [label, , tooShort] of fields) await field(page, label).fill(tooShort)
  await field(page, 'Delivery Date').focus()
  for (const [, , , , message] of fields) await expect(page.getByText(message)).toHaveCount(0)

  await placeOrderButton(page).click()

  for (const [label, , , , message] of fields) await expectError(page, label, message)
  await expectError(page, 'Delivery Date', dateMessage)
  await expectError(page, 'Card number', 'Please enter the card number')
  await expectError(page, 'Expiry date', 'Please enter the expiry date as MM/YY')
  await expectError(page, 'Security code', 'Please enter the 3-digit security code')
  await expect(field(page, 'Full Name')).toBeFocused()
  await expectAccessible(page)

  for (const [label, , tooShort, enough, message] of fields) {
    await field(page, label).fill(enough)
    await expect(page.getByText(message)).toHaveCount(0)
    await expect(field(page, label)).not.toHaveAttribute('aria-invalid')
    await field(page, label).fill(tooShort)
    await expectError(page, label, message)
  }
  expect(orders).toHaveLength(0)
})

/** Expects an error below its field, as the field's description and in a live region. */
async function expectError(page: Page, label: string, message: string) {
  const input = field(page, label)
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  await expect(input).toHaveAccessibleDescription(new RegExp(`${message}$`))
  const region = page.locator('[aria-live=polite]').filter({ hasText: message })
  await expect(region).toBeVisible()
}

test('the state field has two letters, and a full state name becomes its code', async ({
  page,
}) => {
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  const state = field(page, 'State')
  await expect(state).toHaveAttribute('maxlength', '2')

  await state.pressSequentially('njx')
  await expect(state).toHaveValue('NJ')
  await state.fill('')
  await state.pressSequentially('New York')
  await expect(state).toHaveValue('NY')
  await state.fill('West Virginia')
  await expect(state).toHaveValue('WV')
})

test("the earliest delivery is tomorrow in the shop's time zone, wherever the buyer is", async ({
  page,
}) => {
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  const date = field(page, 'Delivery Date')
  await expect(date).toHaveAttribute('type', 'date')
  const tomorrow = earliestDelivery(defaultCalendar('America/New_York'), new Date())
  await expect(date).toHaveAttribute('min', tomorrow)

  // Late evening in New York, noon of the next day in the browser's Tokyo.
  await page.clock.setFixedTime('2027-03-05T03:30:00Z')
  await page.reload()
  await expect(date).toHaveAttribute('min', '2027-03-05')
  await date.fill('2027-03-04')
  await placeOrderButton(page).click()
  await expectError(page, 'Delivery Date', dateMessage)
  await date.fill('2027-03-05')
  await expect(page.getByText(dateMessage)).toHaveCount(0)
})

test('AU1: a date too far in the future, or a missing one, shows an error at its field', async ({
  page,
}) => {
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  const date = field(page, 'Delivery Date')
  const latest = latestOrderDate(dateIn('America/New_York', new Date()))
  await expect(date).toHaveAttribute('max', latest)
  await page.getByRole('switch', { name: /Recurring/ }).click()

  await date.fill('9999-12-31')
  await expect(
    page.getByText("Choose a delivery date to see when you'll be charged."),
  ).toBeVisible()
  await placeOrderButton(page).click()
  await expectError(page, 'Delivery Date', farDateMessage(latest))
  await expectAccessible(page)

  await date.fill('')
  await placeOrderButton(page).click()
  await expectError(page, 'Delivery Date', dateMessage)
})

test('focusing a field scrolls at once, so that the next click hits its target', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  const place = () => page.evaluate(() => window.scrollY)

  await field(page, 'Security code').evaluate((input) => input.focus())

  const there = await place()
  expect(there).toBeGreaterThan(0)
  await page.waitForTimeout(300)
  expect(await place()).toBe(there)
})

test('checkout without a cart redirects to the home page', async ({ page }) => {
  const started = watchCalls(page, '/api/create-payment-intent')
  for (const stored of [null, '[]', 'not a cart']) {
    await page.goto('/privacy-policy')
    await page.evaluate((text) => {
      if (text !== null) localStorage.setItem('cart', text)
    }, stored)
    await page.goto('/checkout')
    await expect(page).toHaveURL('/')
  }
  expect(started).toHaveLength(0)
})

test('a payment that cannot be started redirects to the home page and keeps the cart', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/, /The payment could not be started/)
  const failure = { status: 500, json: { message: 'Something went wrong' } }
  await page.route('/api/create-payment-intent', (route) => route.fulfill(failure))
  await fillCart(page, bottle, 2)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()

  await expect(page.getByRole('button', { name: 'Cart 2 items' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('form input survives a reload, except for the card', async ({ page }) => {
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  await field(page, 'Full Name').fill(customer.name)
  await field(page, 'City').fill(customer.city)
  await field(page, 'Card number').fill('4242424242424242')

  await page.reload()

  await expect(field(page, 'Full Name')).toHaveValue(customer.name)
  await expect(field(page, 'City')).toHaveValue(customer.city)
  await expect(field(page, 'Card number')).toHaveValue('')
})
