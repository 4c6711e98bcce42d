import type { Page, Route } from '@playwright/test'
import {
  expect,
  expectAccessible,
  fillCard,
  fillCart,
  fillDelivery,
  goToCheckout,
  placeOrderButton,
  test,
} from '#tests/support/e2e/base-test.ts'

/** A backend that replies with only the spec's fields. Other requests fail. */
async function fakeApi(page: Page, replies: Record<string, unknown>): Promise<Route[]> {
  const calls: Route[] = []
  await page.route('**/api/**', async (route) => {
    calls.push(route)
    const path = decodeURIComponent(new URL(route.request().url()).pathname)
    const json = replies[`${route.request().method()} ${path}`]
    await (json === undefined ? route.fulfill({ status: 418 }) : route.fulfill({ json }))
  })
  return calls
}

const product = {
  id: 'p1',
  name: 'Well Water',
  size: '5-gallon',
  description: 'From a well.',
  price: '7.5',
}

const order = {
  id: 'ord_1',
  createdAt: '2027-02-27T10:00:00.000Z',
  status: 'pending',
  deliveryStatus: 'scheduled',
  deliveryDate: '2027-03-05T00:00:00.000Z',
  total: '12.75',
  subtotal: '15',
  isRecurring: true,
  recurringFrequency: 'bi-weekly',
  customer: null,
  customerEmail: 'ana@example.com',
  customerName: 'Ana Ruiz',
  deliveryAddress: '12 Main Street',
  deliveryCity: 'Kingston',
  deliveryState: 'NY',
  deliveryZip: '12401',
  items: [{ id: 1, price: '7.5', quantity: 2, product: { name: 'Well Water' } }],
}

test('a purchase works with only the fields of the spec, and ids and amounts of any form', {
  tag: '@core',
}, async ({ page }) => {
  const calls = await fakeApi(page, {
    'GET /api/products': [product, { ...product, id: 'p/2 #?', name: 'Rain', imageUrl: null }],
    'POST /api/create-payment-intent': { clientSecret: 'cs_test_123' },
    'POST /api/orders': { orderId: 'ord_1' },
    'POST /api/sandbox/payment-intents/cs_test_123/confirm': { status: 'succeeded' },
    'GET /api/orders/ord_1': order,
  })
  await fillCart(page, 'Well Water', 2)
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart).toContainText('$7.50 each')
  await expect(cart.getByText('$15.00')).toHaveCount(3)
  await expectAccessible(page)
  await goToCheckout(page)
  await fillDelivery(page)
  await fillCard(page, '4242424242424242')

  await placeOrderButton(page).click()

  await expect(page).toHaveURL('/order-confirmation?orderId=ord_1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed')
  await expect(page.getByText('ord_1', { exact: true })).toBeVisible()
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await expect(delivery).toContainText('Friday, March 5, 2027')
  await expect(delivery).toContainText('Recurring· Bi-weekly')
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await expect(summary).toContainText('Well Water$7.50 × 2$15.00')
  await expect(summary).toContainText('Discount-$2.25')
  await expect(summary).toContainText('Total Paid$12.75')
  await expect(page.getByText('A confirmation email was sent to ana@example.com')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
  await expectAccessible(page)
  const submitted = calls.find((call) => call.request().url().endsWith('/api/orders'))
  expect(submitted?.request().postDataJSON()).toMatchObject({
    items: [{ productId: 'p1', quantity: 2, price: '7.5' }],
    subtotal: '15.00',
    total: '15.00',
  })
})

test('products of any form can be bought, and one without an image has a placeholder', async ({
  page,
}) => {
  await fakeApi(page, {
    'GET /api/products': [
      { ...product, id: 'p/2 #?', imageUrl: null },
      { ...product, id: '3', name: 'Sparkling', price: '1234.5', imageUrl: '' },
      { id: '4', name: 'Bare', price: '10' },
    ],
  })
  await page.goto('/')
  await expect(page.getByRole('article', { name: 'Well Water' })).toContainText('$7.50')
  await expect(page.getByRole('article', { name: 'Sparkling' })).toContainText('$1234.50')
  await expect(page.getByRole('article', { name: 'Bare' })).toContainText('$10.00')
  for (const productImage of await page.getByRole('article').locator('img').all()) {
    await productImage.scrollIntoViewIfNeeded()
    await expect
      .poll(() => productImage.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  }
  await expectAccessible(page)
})

test("an order shows its customer's email if the reply has one, whatever its id", async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 418/)
  const id = 'order/no 7?&#'
  const minimalOrder = {
    ...order,
    id,
    total: '7.5',
    subtotal: '7.5',
    isRecurring: false,
    items: [],
  }
  await fakeApi(page, {
    [`GET /api/orders/${id}`]: { ...minimalOrder, customer: { email: 'bea@example.com' } },
    'GET /api/products': [product],
  })
  await page.goto(`/order-confirmation?orderId=${encodeURIComponent(id)}`)
  await expect(page.getByText('A confirmation email was sent to bea@example.com')).toBeVisible()
  await expect(page.getByText('order/no', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('Paid$7.50')
  await page.getByRole('button', { name: 'Track Order' }).click()

  await expect(page).toHaveURL('/')
  const panel = page.getByRole('dialog', { name: 'Track Order' })
  await expect(panel.locator('[aria-current=step]')).toContainText('Ordered')
  await expectAccessible(page)
})
