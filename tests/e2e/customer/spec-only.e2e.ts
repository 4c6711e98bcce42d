import type { Page } from '@playwright/test'
import { pageRoutes } from '#contract/pages.ts'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'

/** Responses with only the specified fields, and statuses in the alternative spelling. */
const orders = [
  {
    id: 'o1',
    createdAt: '2026-03-01',
    status: 'delivered',
    deliveryStatus: 'in_transit',
    deliveryDate: '2026-03-05',
    total: '12.75',
    subtotal: '15',
    isRecurring: true,
    recurringFrequency: 'weekly',
    customerEmail: 'ana@example.com',
    customerName: 'Ana',
    deliveryAddress: '12 Main Street',
    deliveryCity: 'Kingston',
    deliveryState: 'NY',
    deliveryZip: '12401',
    items: [{ id: 'i1', price: '7.5', quantity: 2, product: { name: 'Spring Water' } }],
  },
  { id: 'o2', status: 'on hold', deliveryStatus: 'cancelled', total: '7.5', isRecurring: false },
]
const invoice = {
  invoiceId: 'v1',
  invoiceNumber: 'INV-1',
  date: '2026-03-01',
  customerName: 'Ana',
  customerEmail: 'ana@example.com',
  deliveryAddress: '12 Main Street',
  deliveryDate: '2026-03-05',
  items: [
    { id: 'i1', price: '7.5', quantity: 2, product: { name: 'Spring Water', size: '5-gallon' } },
  ],
  subtotal: '15',
  total: '12.75',
  status: 'confirmed',
  isRecurring: true,
  recurringFrequency: 'weekly',
}

async function respondWith(page: Page, responses: Record<string, unknown>): Promise<void> {
  const session = { '/api/auth/me': { user: { role: 'customer', email: 'ana@example.com' } } }
  const all: Record<string, unknown> = { ...session, ...responses }
  await page.route('**/api/**', (route) => {
    const json = all[new URL(route.request().url()).pathname]
    if (json === 'failed') return route.fulfill({ status: 500, body: '' })
    return json ? route.fulfill({ json }) : route.fulfill({ status: 404, json: {} })
  })
}

test('every page works with a backend that implements only the specification', {
  tag: '@core',
}, async ({ page }) => {
  await respondWith(page, {
    '/api/customer/profile': { email: 'ana@example.com' },
    '/api/customer/orders': orders,
    '/api/customer/invoices': [invoice],
    '/api/customer/invoices/o1': invoice,
  })
  await page.goto(pageRoutes.customerDashboard)
  await expect(page.getByRole('region', { name: 'Total Orders' })).toContainText('2')
  await expect(page.getByRole('region', { name: 'Active Subscriptions' })).toContainText('1')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Orders' }).click()
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText('o1Mar 1, 2026Mar 5, 2026$12.75DeliveredIn transit')
  await expect(rows.nth(2)).toContainText('$7.50on holdCancelledOne-time')
  await page.getByRole('button', { name: 'o1' }).click()
  await expect(page.getByRole('dialog', { name: 'Order o1' })).toContainText('Spring Water')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await rows.nth(1).getByRole('button', { name: 'View Invoice' }).click()

  const card = page.getByRole('region', { name: 'Invoice INV-1' })
  await expect(card).toContainText('5-gallon x 2')
  await expect(card).toContainText('Subscription discount (15%)-$2.25')
  await expect(card.getByText('Recurring - Weekly')).toBeVisible()
  await page.getByRole('link', { name: 'Subscriptions' }).click()
  const subscription = page.getByRole('region', { name: 'Subscription #o1' })
  await expect(subscription).toContainText('Kingston, NY 12401')
  await expect(subscription.getByRole('button')).toHaveText(['Cancel Subscription'])
  await subscription.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('cannot be undone')
})

test('lists that fail to load show an error and can be retried', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  await respondWith(page, {
    '/api/customer/orders': 'failed',
    '/api/customer/invoices': 'failed',
    '/api/customer/profile': 'failed',
  })
  for (const [path, title, text] of [
    [pageRoutes.customerOrders, 'Error Loading Orders', 'Failed to load orders'],
    [pageRoutes.customerInvoices, 'Error Loading Invoices', 'Failed to load invoices'],
    [
      pageRoutes.customerSubscriptions,
      'Error Loading Subscriptions',
      'Failed to load subscriptions',
    ],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await expectAccessible(page)
  }
  await respondWith(page, { '/api/customer/orders': orders })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Subscription #o1' })).toBeVisible()
})

test('stats and lists show that they are loading', async ({ page }) => {
  await respondWith(page, {})
  await page.route('**/api/customer/**', () => {})
  await page.goto(pageRoutes.customerDashboard)
  const stat = page.getByRole('region', { name: 'Total Orders' })
  await expect(stat).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Orders' }).click()

  await expect(page.getByRole('region', { name: 'Loading orders' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await expectAccessible(page)
})

test('a staff session cannot open the portal', async ({ page }) => {
  await respondWith(page, { '/api/auth/me': { user: { role: 'admin', email: 'ana@example.com' } } })

  await page.goto(pageRoutes.customerOrders)

  await expect(page).toHaveURL(pageRoutes.customerLogin)
  await expect(page.getByLabel('Email')).toBeVisible()
})
