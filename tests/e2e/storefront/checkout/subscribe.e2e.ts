import {
  expect,
  expectAccessible,
  expectConfirmation,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  placeOrderButton,
  test,
  watchCalls,
} from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { findProduct } from '#tests/support/e2e/orders.ts'

const spring = 'Spring Water 5 Gallon'

test('a guest subscribes for every two weeks and pays 15% less', { tag: '@core' }, async ({
  page,
  baseURL,
}) => {
  const product = await findProduct(page, spring)
  const orders = watchCalls(page, '/api/orders')
  await fillCart(page, spring, 2)
  await goToCheckout(page)
  const email = freshEmail('subscribe')
  const date = await fillDelivery(page, { email })
  const recurring = page.getByRole('switch', { name: /^Recurring/ })
  const frequency = page.getByRole('combobox', { name: 'Frequency' })
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await expect(recurring).not.toBeChecked()
  await expect(frequency).toHaveCount(0)

  await recurring.click()
  await expect(summary).toContainText('Subtotal$17.98')
  await expect(summary).toContainText('Subscription discount (15%)-$2.70')
  await expect(summary).toContainText('Total$15.28')
  await frequency.click()
  await expect(page.getByRole('option')).toHaveText(['Weekly', 'Bi-weekly', 'Monthly'])
  await expectAccessible(page)
  await page.getByRole('option', { name: 'Bi-weekly' }).click()
  await expect(frequency).toHaveText('Bi-weekly')
  const consent = summary.getByRole('region', { name: 'Subscription terms' })
  await expect(consent).toContainText('charge your card every two weeks')
  const consentText = (await consent.getByRole('listitem').allTextContents()).join(' ')
  await fillCard(page, '4242424242424242')
  await expectAccessible(page)
  await placeOrderButton(page).click()

  const orderId = await expectConfirmation(page)
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await expect(delivery.getByText('Recurring', { exact: true })).toBeVisible()
  await expect(delivery).toContainText('Bi-weekly')
  const bought = page.getByRole('region', { name: 'Order Summary' })
  await expect(bought).toContainText('Subtotal$17.98')
  await expect(bought).toContainText('Discount-$2.70')
  await expect(bought).toContainText('Total Paid$15.28')
  await expectAccessible(page)

  expect(orders[0]?.postDataJSON()).toEqual({
    customerName: 'Ana Ruiz',
    customerEmail: email,
    customerPhone: '845-555-0100',
    deliveryAddress: '12 Main Street',
    deliveryCity: 'Kingston',
    deliveryState: 'NY',
    deliveryZip: '12401',
    deliveryDate: date,
    isRecurring: true,
    recurringFrequency: 'bi-weekly',
    items: [{ productId: product.id, quantity: 2, price: '8.99' }],
    subtotal: '17.98',
    total: '15.28',
  })
  const order = await (await page.request.get(`/api/orders/${orderId}`)).json()
  expect(order).toMatchObject({ paymentStatus: 'paid', total: '15.28', isRecurring: true })
  // The stored consent is exactly the displayed text.
  const consentSql = 'select 1 from consents where order_id = $1 and text = $2'
  expect(await queryE2eDatabase(baseURL, consentSql, [orderId, consentText])).toBe(1)
})

test('the discount depends on the switch, and no frequency means monthly', async ({ page }) => {
  await fillCart(page, spring, 1)
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('monthly') })
  const recurring = page.getByRole('switch', { name: /^Recurring/ })
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await recurring.click()
  await expect(summary).toContainText('Total$7.64')
  await recurring.click()
  await expect(page.getByRole('combobox', { name: 'Frequency' })).toHaveCount(0)
  await expect(summary).toContainText('Total$8.99')
  await expect(summary).not.toContainText('discount')
  await recurring.click()
  await fillCard(page, '4242424242424242')

  await placeOrderButton(page).click()

  const orderId = await expectConfirmation(page)
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('Monthly')
  const order = await (await page.request.get(`/api/orders/${orderId}`)).json()
  expect(order).toMatchObject({ recurringFrequency: 'monthly', total: '7.64' })
})
