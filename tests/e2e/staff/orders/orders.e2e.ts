import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import {
  choose,
  expectToast,
  formattedDeliveryDay,
  placeOrder,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

test('orders are filtered by status, and a status is changed', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const email = `${uniqueWord('order')}@example.com`
  const orderId = await placeOrder(request, { email })
  await signInAsStaff(page)
  await page.goto(`/admin/orders?q=${email}`)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Order ID',
    'Customer',
    'Total',
    'Status',
    'Delivery Status',
    'Delivery Date',
    'Edit',
  ])
  const row = rowWith(page, orderId.slice(0, 8))
  await expect(row).toContainText(email)
  await expect(row).toContainText(formattedDeliveryDay)
  await expect(row).toContainText(/\$\d+\.\d\d/)
  await expectAccessible(page)

  const filter = page.getByRole('combobox', { name: 'Filter orders' })
  await filter.click()
  await expect(page.getByRole('option')).toHaveText([
    'All Orders',
    'Pending',
    'Confirmed',
    'Completed',
    'Cancelled',
  ])
  await expectAccessible(page)
  await page.getByRole('option', { name: 'Cancelled' }).click()
  await expect(page).toHaveURL(/&status=cancelled$/)
  await expect(row).toBeHidden()
  await choose(page, filter, 'Pending')
  await expect(row).toBeVisible()

  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Order Status')).toHaveText('Pending')
  await dialog.getByLabel('Order Status').click()
  await expectAccessible(page)
  await page.getByRole('option', { name: 'Confirmed' }).click()
  await choose(page, dialog.getByLabel('Delivery Status'), 'In transit')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expectToast(page, 'Order updated successfully')
  await expect(row).toBeHidden()
  await choose(page, filter, 'All Orders')
  await expect(page).not.toHaveURL(/status/)
  await expect(row).toContainText('Confirmed')
  await expect(row).toContainText('In transit')
  const order = await (await page.request.get(`/api/orders/${orderId}`)).json()
  expect(order).toMatchObject({ deliveryStatus: 'in-transit', paymentStatus: 'pending' })
})

test("editing an order shows a colleague's change", async ({ page, request }) => {
  const orderId = await placeOrder(request, { email: `${uniqueWord('stale')}@example.com` })
  await signInAsStaff(page)
  await page.goto(`/admin/orders?q=${orderId.slice(0, 8)}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog.getByLabel('Delivery Status'), 'Failed')

  const colleague = await page.request.patch(`/api/admin/orders/${orderId}`, {
    data: { status: 'cancelled' },
  })
  expect(colleague.ok()).toBe(true)
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog.getByRole('alert')).toContainText('Someone else edited this')
  await expect(dialog.getByRole('alert')).toContainText(
    'Order Status is now Cancelled (was Pending)',
  )
  await expect(dialog.getByLabel('Order Status')).toHaveText('Cancelled')
  await expect(dialog.getByLabel('Delivery Status')).toHaveText('Failed')
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated successfully')
  const order = await (await page.request.get(`/api/orders/${orderId}`)).json()
  expect(order).toMatchObject({ status: 'cancelled', deliveryStatus: 'failed' })
})

test('the orders page has an empty state and an error state', async ({ page }) => {
  await signInAsStaff(page)
  await page.goto('/admin/orders?q=no-such-order')
  await expect(page.getByText('No orders found')).toBeVisible()
  await expectAccessible(page)

  await page.route('/api/admin/orders*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/admin/orders')
  await expect(page.getByText('Failed to load orders')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('/api/admin/orders*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table')).toBeVisible()
})
