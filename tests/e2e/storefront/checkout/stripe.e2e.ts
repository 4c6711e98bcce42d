import {
  expect,
  expectConfirmation,
  expectToast,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  placeOrderButton,
  test,
  watchCalls,
} from '#tests/support/e2e/base-test.ts'
import {
  blockStripe,
  expectStripeAllowed,
  installFakeStripe,
  stripeCalls,
} from '#tests/support/e2e/fake-stripe.ts'

const bottle = 'Spring Water 3 Gallon'

test('AU6: with Stripe an empty form sends nothing, a declined card shows an error, a valid one pays', {
  tag: '@core',
}, async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/foreign request: https:\/\/(js|b\.js|hooks|api)\.stripe\.com\//)
  const orders = watchCalls(page, '/api/orders')
  await installFakeStripe(page)
  await fillCart(page, bottle, 2)
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('stripe') })
  const number = page.getByLabel('Number in Stripe’s frame')
  await expectStripeAllowed(page)

  await placeOrderButton(page).click()
  await expect(placeOrderButton(page)).toBeEnabled()

  await number.fill('4000000000000002')
  await placeOrderButton(page).click()
  await expectToast(page, 'Payment Failed', 'Your card was declined.')
  // The empty form sent none.
  expect(orders).toHaveLength(1)
  await expect(number).toHaveValue('4000000000000002')

  await page.getByRole('switch', { name: 'Recurring delivery' }).click()
  await number.fill('4242424242424242')
  await expect(placeOrderButton(page)).toBeEnabled()
  const [first, ...later] = await stripeCalls(page)
  expect(first).toMatchObject({
    mode: 'payment',
    amount: 1398,
    currency: 'usd',
    setupFutureUsage: null,
    allowedPaymentMethodTypes: ['card'],
  })
  expect(Object.assign({}, ...later)).toMatchObject({
    amount: 1188,
    setupFutureUsage: 'off_session',
  })

  await placeOrderButton(page).click()
  const orderId = await expectConfirmation(page)
  const order = await (await page.request.get(`/api/orders/${orderId}`)).json()
  expect(order).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', total: '11.88' })
})

test("if Stripe's script cannot be loaded, checkout shows an error and no order can be placed", async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/foreign request: https:\/\/js\.stripe\.com\//, /ERR_FAILED/)
  await blockStripe(page)
  await fillCart(page, bottle, 1)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()

  await expect(page.getByRole('alert')).toContainText("We couldn't load the card form")
  await expect(placeOrderButton(page)).toBeDisabled()
})
