import {
  delayResponses,
  expect,
  expectAccessible,
  expectConfirmation,
  expectToast,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  notifications,
  placeOrderButton,
  test,
  watchCalls,
} from '#tests/support/e2e/base-test.ts'

const bottle = 'Purified Water 5 Gallon'

test('a declined card shows an error and keeps the form, and a second card pays the same order', {
  tag: '@core',
}, async ({ page }) => {
  const orders = watchCalls(page, '/api/orders')
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('declined') })
  await fillCard(page, '4000000000000002')
  const release = await delayResponses(page, '/api/orders')

  await placeOrderButton(page).dblclick()
  const busy = page.getByRole('button', { name: 'Processing...' })
  await expect(busy).toBeDisabled()
  release()

  await expectToast(page, 'Payment Failed', 'Your card was declined.')
  await expectAccessible(page)
  await expect(page).toHaveURL('/checkout')
  await expect(placeOrderButton(page)).toBeEnabled()
  await expect(placeOrderButton(page)).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ana Ruiz')
  expect(orders).toHaveLength(1)
  const first = await (await orders[0]?.response())?.json()

  await page.getByLabel('Card number').fill('4242424242424242')
  await placeOrderButton(page).click()

  expect(await expectConfirmation(page)).toBe(first.orderId)
  await expect(page.getByText('Total Paid')).toBeVisible()
})

test('after three declines the checkout ends, and a new one starts', async ({ page }) => {
  const orders = watchCalls(page, '/api/orders')
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('three-declines') })
  for (const [number, message] of [
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4000000000000127', "Your card's security code is incorrect."],
  ] as const) {
    await fillCard(page, number)
    await placeOrderButton(page).click()
    await expectToast(page, 'Payment Failed', message)
  }
  const first = await (await orders[0]?.response())?.json()
  await fillCard(page, '4242424242424242')

  await placeOrderButton(page).click()
  await expect(notifications(page)).toContainText('Your card was declined too many times.')
  await expect(placeOrderButton(page)).toBeEnabled()
  await placeOrderButton(page).click()

  const orderId = await expectConfirmation(page)
  expect(orderId).not.toBe(first.orderId)
  const cancelledOrder = await (await page.request.get(`/api/orders/${first.orderId}`)).json()
  expect(cancelledOrder).toMatchObject({ status: 'cancelled' })
})

test("an order that cannot be placed shows the server's message, or the spec's default", async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('not-placed') })
  await fillCard(page, '4242424242424242')

  await page.route('/api/orders', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await placeOrderButton(page).click()
  await expectToast(page, 'Error', 'Failed to process order')

  await page.unroute('/api/orders')
  const failure = { status: 500, json: { message: 'Out of stock today.' } }
  await page.route('/api/orders', (route) => route.fulfill(failure))
  await placeOrderButton(page).click()
  await expectToast(page, 'Error', 'Out of stock today.')
  await expect(notifications(page).getByRole('listitem')).toHaveCount(1)
  await expect(page).toHaveURL('/checkout')
})

test('an invalid card is never sent', async ({ page }) => {
  const orders = watchCalls(page, '/api/orders')
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('no-card') })
  for (const [label, typed, message] of [
    ['Card number', '424242424242', 'Your card number is incomplete'],
    ['Card number', '4242424242424241', 'Your card number is invalid'],
    ['Expiry date', '01/20', 'This card has expired'],
    ['Expiry date', '13/34', 'Please enter the expiry date as MM/YY'],
    ['Security code', '1', 'Please enter the 3-digit security code'],
  ] as const) {
    await fillCard(page, '4242424242424242')
    await page.getByLabel(label).fill(typed)
    await placeOrderButton(page).click()
    await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByLabel(label)).toBeFocused()
    await expect(placeOrderButton(page)).toBeEnabled()
  }
  await expectAccessible(page)
  expect(orders).toHaveLength(0)
  await expect(page).toHaveURL('/checkout')
})
