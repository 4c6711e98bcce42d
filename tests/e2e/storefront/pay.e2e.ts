import {
  expect,
  expectAccessible,
  expectConfirmation,
  expectToast,
  fillCard,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'
import { payOutsideShop, unpaidOrder, updateOrderAsStaff } from '#tests/support/e2e/orders.ts'

test('an unpaid order is shown as unpaid, and can be paid on its own page', {
  tag: '@core',
}, async ({ page }) => {
  const email = freshEmail('pay')
  const input = { customerEmail: email, isRecurring: true, recurringFrequency: 'weekly' } as const
  const orderId = await unpaidOrder(page, input)
  await page.goto(`/order-confirmation?orderId=${orderId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed')
  await expect(page.getByText("We haven't received your payment yet")).toBeVisible()
  await expect(page.getByText(`we'll send a confirmation email to ${email}`)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(`/pay/${orderId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
  await expect(page.getByText(orderId.slice(0, 8), { exact: true })).toBeVisible()
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await expect(summary).toContainText('Spring Water 5 Gallon$8.99 × 2$17.98')
  await expect(summary).toContainText('Total$15.28')
  await expect(summary).toContainText('charge your card every week')
  await expectAccessible(page)

  const payNow = page.getByRole('button', { name: 'Pay now' })
  await payNow.click()
  await expect(page.getByText('Please enter the card number')).toBeVisible()
  await fillCard(page, '4000000000000002')
  await payNow.click()
  await expectToast(page, 'Payment Failed', 'Your card was declined.')
  await fillCard(page, '4242424242424242')
  await payNow.click()

  expect(await expectConfirmation(page)).toBe(orderId)
  await expect(page.getByText('Total Paid')).toBeVisible()
  await expect(page.getByText("We haven't received your payment yet")).toHaveCount(0)
  await expect(page.getByText(`A confirmation email was sent to ${email}`)).toBeVisible()
})

test('the confirmation updates automatically when the payment succeeds', async ({ page }) => {
  const orderId = await unpaidOrder(page)
  await page.goto(`/order-confirmation?orderId=${orderId}`)
  await expect(page.getByRole('link', { name: 'Pay now' })).toBeVisible()

  await payOutsideShop(orderId)

  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
  await expect(page.getByText(/^A confirmation email was sent to/)).toBeVisible()
})

test('a paid, cancelled or unknown order shows no card form', async ({ page }) => {
  const orderId = await unpaidOrder(page)
  await payOutsideShop(orderId)
  await page.goto(`/pay/${orderId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Already paid')
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View your order' }).click()
  await expectConfirmation(page)

  const cancelled = await unpaidOrder(page)
  await updateOrderAsStaff(cancelled, { status: 'cancelled' })
  await page.goto(`/pay/${cancelled}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order cancelled')

  await page.goto('/pay/no-such-order')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order not found')
  await expectAccessible(page)
})
