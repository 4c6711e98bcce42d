import type { Page } from '@playwright/test'
import { addDays } from '#contract/dates/calendar.ts'
import {
  expectAccessible,
  expectConfirmation,
  expectToast,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  placeOrderButton,
} from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { findProduct } from '#tests/support/e2e/orders.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

const bottle = 'Spring Water 5 Gallon'

/** Simulates many declined cards from many networks, until the test ends. */
async function withBreakerOpen(url: string, now: Date, act: () => Promise<void>) {
  const endsAt = new Date(now.getTime() + 600_000)
  const open = `insert into rate_limits (key, count, ends_at) values ('breaker:site', 1, $1)`
  await queryE2eDatabase(url, open, [endsAt])
  try {
    await act()
  } finally {
    await queryE2eDatabase(url, `delete from rate_limits where key = 'breaker:site'`, [])
  }
}

function recordStatuses(page: Page, path: string): number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === path) statuses.push(response.status())
  })
  return statuses
}

test('AU13: during a card-testing attack, the browser solves a proof of work and the buyer pays', async ({
  page,
  time,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/429/)
  await page.setViewportSize({ width: 375, height: 740 })
  const started = recordStatuses(page, '/api/create-payment-intent')
  const placed = recordStatuses(page, '/api/orders')
  await fillCart(page, bottle, 1)

  await withBreakerOpen(time.url, time.now(), async () => {
    await goToCheckout(page)
    await expect(placeOrderButton(page)).toBeEnabled({ timeout: 60_000 })
    await expectAccessible(page)
    await fillDelivery(page, { email: freshEmail('breaker'), date: addDays(time.today(), 3) })
    await fillCard(page, '4000000000000002')
    await placeOrderButton(page).click()
    const declined = page.getByText('Your card was declined.', { exact: true })
    await expect(declined).toBeVisible({ timeout: 60_000 })
    await expect(page).toHaveURL('/checkout')
    await expect(page.getByLabel('Full Name')).toHaveValue('Ana Ruiz')

    await page.getByLabel('Card number').fill('4242424242424242')
    await placeOrderButton(page).click()
    await page.waitForURL(/order-confirmation/, { timeout: 60_000 })
    await expectConfirmation(page)
  })

  expect(started).toEqual([429, 200])
  expect(placed).toEqual([429, 201, 429, 201])
})

test('AU13: an order can be paid by its link during a card-testing attack', async ({
  page,
  time,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/429/)
  const orderId = await unpaidOrderIn(page, addDays(time.today(), 3))
  const statuses = recordStatuses(page, `/api/orders/${orderId}/payment-intent`)

  await withBreakerOpen(time.url, time.now(), async () => {
    await page.goto(`/pay/${orderId}`)
    await fillCard(page, '4242424242424242')
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page.waitForURL(/order-confirmation/, { timeout: 60_000 })
    expect(await expectConfirmation(page)).toBe(orderId)
  })

  expect(statuses).toEqual([429, 200])
})

test('AU13: a network with too many declined cards sees how long to wait', async ({
  page,
  time,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/429/)
  await fillCart(page, bottle, 1)
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('blocked'), date: addDays(time.today(), 3) })
  await fillCard(page, '4242424242424242')
  const message = 'Too many cards were declined. Wait 10 minutes and try again.'
  await page.route('/api/orders', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '600' },
      json: { code: 'too_many', message },
    }),
  )

  await placeOrderButton(page).click()

  await expectToast(page, 'Error', message)
  await expect(page.getByLabel('Full Name')).toHaveValue('Ana Ruiz')
  await page.unroute('/api/orders')
  await placeOrderButton(page).click()
  await expectConfirmation(page)
})

test('AU13: a network that cannot start a checkout sees the reason on the home page', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/429/, /The payment could not be started/)
  const message = 'Too many cards were declined. Wait 7 minutes and try again.'
  await page.route('/api/create-payment-intent', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '400' },
      json: { code: 'too_many', message },
    }),
  )
  await fillCart(page, bottle, 1)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()

  await expectToast(page, 'Checkout unavailable', message)
  await expect(page).toHaveURL('/')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(message)).toHaveCount(0)
})

test('AU13: a cart from before a price increase opens at the new prices, with a notice', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/400/)
  const product = await findProduct(page, bottle)
  await page.addInitScript(
    (lines) => localStorage.setItem('cart', JSON.stringify(lines)),
    [{ product: { ...product, price: '2.00' }, quantity: 1 }],
  )

  await page.goto('/checkout')

  const summary = page.getByRole('region', { name: 'Order Summary' })
  await expect(summary.getByRole('alert')).toContainText(`${bottle}: $2.00 → $8.99`)
  await expect(summary).toContainText('Total$8.99')
  await expectAccessible(page)
})

/** Places an unpaid order of one bottle in this test's own shop. */
async function unpaidOrderIn(page: Page, deliveryDate: string): Promise<string> {
  const { id, price } = await findProduct(page, bottle)
  const response = await page.request.post('/api/orders', {
    data: {
      customerName: 'Ana Ruiz',
      customerEmail: freshEmail('breaker-pay'),
      customerPhone: '845-555-0100',
      deliveryAddress: '12 Main Street',
      deliveryCity: 'Kingston',
      deliveryState: 'NY',
      deliveryZip: '12401',
      deliveryDate,
      isRecurring: false,
      items: [{ productId: id, quantity: 1, price }],
      subtotal: price,
      total: price,
    },
  })
  const { orderId } = await response.json()
  return orderId
}
