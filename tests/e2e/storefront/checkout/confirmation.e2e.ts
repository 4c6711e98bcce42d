import { addDays, dateIn, formatDate } from '#contract/dates/calendar.ts'
import {
  expect,
  expectAccessible,
  freshEmail,
  test,
  watchCalls,
} from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import {
  paidOrder,
  refundAsStaff,
  unpaidOrder,
  updateOrderAsStaff,
} from '#tests/support/e2e/orders.ts'

test('the confirmation shows the order, clears the carts and links to the shop', {
  tag: '@core',
}, async ({ page }) => {
  const email = freshEmail('confirmation')
  const orderId = await paidOrder(page, { customerEmail: email })
  await page.goto('/terms-of-service')
  await page.evaluate(() => {
    const line = { product: { id: 'a', name: 'A', price: '1.00' }, quantity: 1 }
    for (const key of ['cart', 'tempCart', 'lastCart'])
      localStorage.setItem(key, JSON.stringify([line]))
  })

  await page.goto(`/order-confirmation?orderId=${orderId}`)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed')
  await expect(page.getByText(/^Thank you for your order!/)).toBeVisible()
  await expect(page.getByText(orderId.slice(0, 8), { exact: true })).toBeVisible()
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await expect(delivery).toContainText('Delivery Address')
  await expect(delivery).toContainText('12 Main Street')
  await expect(delivery).toContainText('Kingston, NY 12401')
  // The selected day, although the browser is half a day ahead of the shop.
  const day = addDays(dateIn('America/New_York', new Date()), 3)
  await expect(delivery).toContainText(`Delivery Date${formatDate(day)}`)
  await expect(delivery).not.toContainText('Recurring')
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await expect(summary).toContainText('Spring Water 5 Gallon$8.99 × 2$17.98')
  await expect(summary).toContainText('Subtotal$17.98')
  await expect(summary).toContainText('DeliveryFREE')
  await expect(summary).toContainText('Total Paid$17.98')
  await expect(summary).not.toContainText('Discount')
  await expect(page.getByText(`A confirmation email was sent to ${email}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
  await expectAccessible(page)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)

  await page.getByRole('button', { name: 'Continue Shopping' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test("payment parameters are removed from the bank's return URL", async ({ page }) => {
  const orderId = await paidOrder(page)
  const secrets = '&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2'
  const response = await page.goto(
    `/order-confirmation?orderId=${orderId}${secrets}&redirect_status=succeeded`,
  )

  await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible()
  await expect(page).toHaveURL(`/order-confirmation?orderId=${orderId}`)
  expect(response?.headers()['referrer-policy']).toBe('no-referrer')
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
})

test('a confirmation without an order id redirects home, and an unknown order is not found', async ({
  page,
}) => {
  const requests = watchCalls(page, '/api/orders/')
  await page.goto('/order-confirmation')
  await expect(page).toHaveURL('/')
  await page.goto('/order-confirmation?orderId=')
  await expect(page).toHaveURL('/')
  expect(requests).toHaveLength(0)

  await page.goto(`/order-confirmation?orderId=${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order not found')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue Shopping' }).click()
  await expect(page).toHaveURL('/')
})

test('an order that fails to load shows an error and can be retried', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  const orderId = await paidOrder(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`/api/orders/${orderId}`, async (route) => {
    await promise
    await route.fulfill({ status: 500, body: '' })
  })
  await page.goto(`/order-confirmation?orderId=${orderId}`)
  await expect(page.getByRole('status', { name: 'Loading your order' })).toBeVisible()
  await expectAccessible(page)
  resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("We couldn't load your order")
  await expectAccessible(page)

  await page.unroute(`/api/orders/${orderId}`)
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed')
})

test('a cancelled order is not shown as confirmed', async ({ page }) => {
  const orderId = await paidOrder(page)
  await updateOrderAsStaff(orderId, { status: 'cancelled' })

  await page.goto(`/order-confirmation?orderId=${orderId}`)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Cancelled')
  await expect(page.getByText('Total Paid')).toHaveCount(0)
  await expect(page.getByText('confirmation email')).toHaveCount(0)
  await expectAccessible(page)
})

test('a processing payment is shown, with a link to pay another way', async ({ page, baseURL }) => {
  const orderId = await unpaidOrder(page)
  await setPayment(baseURL, orderId, 'processing')

  await page.goto(`/order-confirmation?orderId=${orderId}`)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed')
  await expect(page.getByText("We haven't received your payment yet")).toBeVisible()
  await expect(page.getByText('Your bank is still processing it.')).toBeVisible()
  await expect(page.getByText("we'll send a confirmation email to")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveAttribute(
    'href',
    `/pay/${orderId}`,
  )
  await expectAccessible(page)
})

test('a failed payment is in the heading, and can still be paid', async ({ page, baseURL }) => {
  const orderId = await unpaidOrder(page)
  await setPayment(baseURL, orderId, 'failed')

  await page.goto(`/order-confirmation?orderId=${orderId}`)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Failed')
  await expect(page.getByText("We couldn't charge your card for this order.")).toBeVisible()
  await expect(page.getByText('Total Paid')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(`/pay/${orderId}`)
  await expect(page.getByLabel('Card number')).toBeVisible()
})

test('a refunded order is shown as refunded, without a payment request', async ({ page }) => {
  const orderId = await paidOrder(page)
  await refundAsStaff(orderId)

  await page.goto(`/order-confirmation?orderId=${orderId}`)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Refunded')
  await expect(page.getByText("We've refunded this order to your card.")).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(
    'Total Refunded$17.98',
  )
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
  await expectAccessible(page)
})

/** Sets a payment status that only a bank or weeks of retries would cause. */
async function setPayment(baseURL: string | undefined, orderId: string, status: string) {
  const statement = 'update payments set status = $2 where order_id = $1'
  expect(await queryE2eDatabase(baseURL, statement, [orderId, status])).toBe(1)
}
