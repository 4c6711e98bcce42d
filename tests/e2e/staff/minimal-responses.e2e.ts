import { expect, expectAccessible, expectNoOverflow, test } from '#tests/support/e2e/base-test.ts'
import { choose, expectToast, rowWith } from '#tests/support/e2e/staff.ts'

/** A backend with only what the spec requires: full arrays, no headers, ids of any format. */
const responses: Record<string, unknown> = {
  '/api/auth/me': { user: { role: 'admin', email: 'staff@shop.test' } },
  '/api/admin/customers': [
    { id: 'c1', email: 'ana@example.com', createdAt: '2026-03-01T02:00:00.000Z' },
    { id: 'c2', email: 'bo@example.com', name: 'Bo Lind', phone: '1', createdAt: '2026-03-02' },
  ],
  '/api/admin/orders': [
    {
      id: 'order-one',
      createdAt: '2026-03-01T10:00:00Z',
      status: 'delivered',
      deliveryStatus: 'in_transit',
      deliveryDate: '2026-03-05',
      total: '7.5',
      customerEmail: 'bo@example.com',
      customerName: 'Bo Lind',
      deliveryAddress: '4 Elm Road',
    },
    { id: 'o2', status: 'pending', total: '20', customer: { email: 'ana@example.com' } },
  ],
  '/api/admin/trucks': [
    { id: 't1', name: 'Blue', licensePlate: 'B 1', capacity: 10, status: 'available' },
    { id: 't2', name: 'Red', licensePlate: 'R 1', capacity: 20, status: 'in-use' },
  ],
  '/api/admin/schedules': [
    {
      id: 's1',
      orderId: 'order-one',
      truckId: 't2',
      scheduledDate: '2026-03-05',
      status: 'pending',
    },
    {
      id: 's2',
      orderId: 'missing-order',
      truckId: 'tx',
      scheduledDate: '2026-03-06',
      status: 'odd',
    },
    { id: 's3', orderId: 'o2', truckId: null, scheduledDate: '2026-03-07', status: 'completed' },
  ],
}

type Change = { method: string; path: string; body: unknown }
let changes: Change[] = []

test.beforeEach(async ({ page }) => {
  changes = []
  await page.route('/api/**', (route) => {
    const request = route.request()
    const path = new URL(request.url()).pathname
    if (request.method() === 'GET') return route.fulfill({ json: responses[path] ?? {} })
    changes.push({ method: request.method(), path, body: request.postDataJSON() })
    return route.fulfill({ json: {} })
  })
})

test('the stat cards count the rows of full lists', { tag: '@core' }, async ({ page }) => {
  await page.goto('/admin/dashboard')

  await expect(page.getByRole('region', { name: 'Total Customers' })).toContainText('2')
  await expect(page.getByRole('region', { name: 'Total Orders' })).toContainText('2')
  await expect(page.getByRole('region', { name: 'Active Trucks' })).toContainText('1')
  await expect(page.getByRole('region', { name: 'Pending Deliveries' })).toContainText('1')
})

test('the page of imported subscriptions survives counts that leave out states', async ({
  page,
}) => {
  const list = { rows: [], counts: { sent: 2 }, next: null }
  await page.route('/api/admin/imported-subscriptions*', (route) => route.fulfill({ json: list }))
  await page.goto('/admin/import')

  await expect(page.getByText('0 of 2 agreed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send reminders' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send .* links?$/ })).toBeHidden()
})

test('search and filter work even if the backend ignores them', async ({ page }) => {
  await page.goto('/admin/customers')
  await page.getByRole('searchbox').fill('LIND')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowWith(page, 'bo@example.com')).toBeVisible()

  await page.goto('/admin/orders?status=completed')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowWith(page, 'order-on')).toContainText('$7.50')
  await expect(rowWith(page, 'order-on')).toContainText('Delivered')
  await expect(rowWith(page, 'order-on')).toContainText('In transit')
})

test('an update sends the fields of the spec and no version', async ({ page }) => {
  await page.goto('/admin/orders')
  await rowWith(page, 'bo@example.com').getByRole('button', { name: 'Edit', exact: true }).click()
  await choose(page, page.getByLabel('Delivery Status'), 'Delivered')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated successfully')

  await page.goto('/admin/schedules')
  await rowWith(page, 'Bo Lind').getByRole('button', { name: 'Edit', exact: true }).click()
  await choose(page, page.getByRole('dialog').getByLabel('Status'), 'Completed')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Schedule updated successfully')

  expect(changes).toEqual([
    {
      method: 'PATCH',
      path: '/api/admin/orders/order-one',
      body: { status: 'completed', deliveryStatus: 'delivered' },
    },
    {
      method: 'PATCH',
      path: '/api/admin/schedules/s1',
      body: {
        orderId: 'order-one',
        truckId: 't2',
        scheduledDate: '2026-03-05',
        scheduledTime: null,
        status: 'completed',
        notes: null,
      },
    },
  ])
})

test('schedules get their labels from the other lists, and one is added', async ({ page }) => {
  await page.goto('/admin/schedules')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Order',
    'Truck',
    'Date',
    'Time',
    'Status',
    'Notes',
    'Actions',
  ])
  const cells = (text: string) => rowWith(page, text).getByRole('cell')
  await expect(cells('Bo Lind - 4 Elm Road')).toContainText(['Bo', 'Red', 'Mar 5, 2026', '-'])
  await expect(cells('missing-')).toContainText(['missing-', 'Unknown', 'Mar 6, 2026', '-', 'odd'])
  await expect(cells('o2')).toContainText(['o2', 'Unassigned', 'Mar 7, 2026', '-', 'Completed'])

  await page.getByRole('button', { name: 'Add Schedule' }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog.getByLabel('Order'), /Bo Lind - 4 Elm Road/)
  await dialog.getByLabel('Truck').click()
  await expect(page.getByRole('option')).toHaveText(['Unassigned', 'Blue (B 1)'])
  await page.getByRole('option', { name: 'Blue (B 1)' }).click()
  await dialog.getByLabel('Date').fill('2026-03-09')
  await dialog.getByRole('button', { name: 'Create' }).click()

  await expectToast(page, 'Schedule created successfully')
  expect(changes).toEqual([
    {
      method: 'POST',
      path: '/api/admin/schedules',
      body: {
        orderId: 'order-one',
        truckId: 't1',
        scheduledDate: '2026-03-09',
        scheduledTime: null,
        status: 'pending',
        notes: null,
      },
    },
  ])
})

test('the panel shows the data of the list row, which can be edited', async ({ page }) => {
  await page.goto('/admin/orders?order=order-one')
  const panel = page.getByRole('complementary', { name: 'Order order-on' })
  await expect(panel).toContainText('4 Elm Road')
  await expect(panel).toContainText('$7.50')
  await choose(page, panel.getByLabel('Delivery Status'), 'Failed')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated successfully')
  await page.goto('/admin/customers?customer=c2')
  await expect(page.getByRole('complementary').getByLabel('Name')).toHaveValue('Bo Lind')

  expect(changes).toEqual([
    {
      method: 'PATCH',
      path: '/api/admin/orders/order-one',
      body: { status: 'completed', deliveryStatus: 'failed' },
    },
  ])
})

test('on a phone every page fits and is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  for (const path of ['dashboard', 'customers', 'orders', 'trucks', 'schedules']) {
    await page.goto(`/admin/${path}`)
    if (path !== 'dashboard') await expect(page.getByRole('row')).not.toHaveCount(0)
    await expectAccessible(page)
    await expectNoOverflow(page)
  }
})

test('a schedule is edited with the keyboard alone', async ({ page }) => {
  await page.goto('/admin/schedules')
  await page.getByRole('button', { name: 'Add Schedule' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  // The first key opens the search field; no character may be lost.
  await dialog.getByLabel('Order').focus()
  await page.keyboard.type('4 elm')
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await expect(dialog.getByRole('searchbox')).toHaveValue('4 elm')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Order')).toContainText('Bo Lind - 4 Elm Road')
  await expect(dialog.getByLabel('Order')).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option').first()).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Schedule' })).toBeFocused()
})
