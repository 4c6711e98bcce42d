import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import {
  deliveryDay,
  expectAccessibleInBothThemes,
  expectToast,
  formattedDeliveryDay,
  placeOrder,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

test('a list is sorted by column header or menu, and the URL stores the sort', {
  tag: '@core',
}, async ({ page }) => {
  await signInAsStaff(page)
  await page.goto('/admin/orders')
  const heading = page.getByRole('columnheader', { name: 'Delivery Date', exact: true })
  await expect(heading).not.toHaveAttribute('aria-sort')
  await page.getByRole('button', { name: 'Delivery Date', exact: true }).click()
  await expect(page).toHaveURL('/admin/orders?sort=delivery')
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Delivery Date', exact: true }).click()
  await expect(page).toHaveURL('/admin/orders?sort=delivery-desc')
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await page.goBack()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  // The column header must not be found by label, which is reserved for form fields.
  await expect(page.getByLabel('Delivery Date', { exact: true })).toHaveCount(0)

  const menu = page.getByRole('button', { name: 'Sort: Delivery date, soonest' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio')).toHaveText([
    'Newest first',
    'Oldest first',
    'Delivery date, soonest',
    'Delivery date, latest',
  ])
  await page.getByRole('menuitemradio', { name: 'Oldest first' }).click()
  await expect(page).toHaveURL('/admin/orders?sort=oldest')
  await expect(page.getByRole('button', { name: 'Sort: Oldest first' })).toBeFocused()
  const [oldest] = await (await page.request.get('/api/admin/orders?sort=oldest&limit=1')).json()
  await expect(page.getByRole('row').nth(1)).toContainText(oldest.id.slice(0, 8))
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/sort=oldest&cursor=/)
})

test('customers, trucks and schedules can be sorted', async ({ page }) => {
  await signInAsStaff(page)
  for (const [path, column, sort] of [
    ['customers', 'Name', 'name'],
    ['customers', 'Email', 'email'],
    ['customers', 'Created', 'oldest'],
    ['trucks', 'Name', 'name'],
    ['schedules', 'Date', 'date'],
  ]) {
    await page.goto(`/admin/${path}`)
    await page.getByRole('button', { name: column, exact: true }).click()
    await expect(page).toHaveURL(`/admin/${path}?sort=${sort}`)
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  }
  await page.goto('/admin/trucks?sort=name')
  await page.getByRole('button', { name: 'Sort: Name, A to Z' }).click()
  await expect(page.getByRole('menuitemradio')).toHaveCount(4)
  await expectAccessible(page)
})

test('rows that need attention are listed, and removing the chip shows all', async ({
  page,
  request,
}) => {
  const orderId = await placeOrder(request, { email: `${uniqueWord('needs')}@example.com` })
  await signInAsStaff(page)
  await page.request.patch(`/api/admin/orders/${orderId}`, { data: { deliveryStatus: 'failed' } })
  await page.goto('/admin/orders?attention=failedDelivery')
  await expect(rowWith(page, orderId.slice(0, 8))).toContainText('Failed')
  await expect(page.getByText('Needs attention: failed delivery')).toBeVisible()
  await page
    .getByRole('button', { name: 'Remove filter: Needs attention: failed delivery' })
    .click()
  await expect(page).toHaveURL('/admin/orders')

  await page.goto('/admin/orders?attention=unscheduled')
  await expect(page.getByText('Needs attention: unscheduled')).toBeVisible()
  await page.goto('/admin/orders?attention=failedPayment')
  await expect(page.getByText('Needs attention: failed payment')).toBeVisible()
  await page.goto('/admin/orders?attention=failedRefund')
  await expect(page.getByText('Needs attention: failed refund')).toBeVisible()
  await page.goto('/admin/subscriptions?attention=unpaid')
  await expect(page.getByText('Needs attention: retrying card')).toBeVisible()
  await page.goto('/admin/subscriptions?attention=uncharged')
  await expect(page.getByText('Needs attention: delivered, not charged')).toBeVisible()
  await page.goto(`/admin/orders?due=${deliveryDay}`)
  await expect(page.getByText(`Delivery on ${formattedDeliveryDay}`)).toBeVisible()
  await expect(rowWith(page, orderId.slice(0, 8))).toBeVisible()
})

test('a schedule whose truck was deleted is listed', async ({ page, request }) => {
  const name = uniqueWord('Deleted')
  const orderId = await placeOrder(request, { name, email: `${name}@example.com` })
  await signInAsStaff(page)
  const truck = await page.request.post('/api/admin/trucks', {
    data: { name, licensePlate: 'X', capacity: 1 },
  })
  const { id: truckId } = await truck.json()
  await page.request.post('/api/admin/schedules', {
    data: { orderId, truckId, scheduledDate: deliveryDay },
  })
  await page.request.delete(`/api/admin/trucks/${truckId}`)

  await page.goto('/admin/schedules?attention=truck')
  await expect(rowWith(page, name)).toContainText('Unknown')
  await expect(page.getByText('Needs attention: truck deleted')).toBeVisible()
  await expectAccessible(page)
})

test('a customer opens in a panel with all orders and is edited there', async ({
  page,
  request,
}) => {
  const word = uniqueWord('panel')
  const email = `${word}@example.com`
  const orderId = await placeOrder(request, { name: 'Ana', email })
  await signInAsStaff(page)
  await page.goto(`/admin/customers?q=${word}`)
  await page.getByRole('link', { name: email }).click()
  const panel = page.getByRole('complementary', { name: email })
  await expect(panel).toBeFocused()
  await expect(panel).toContainText('Orders (1)')
  await expectAccessibleInBothThemes(page)
  await panel.getByLabel('Name').fill('Anna')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Customer updated successfully')
  await expect(panel).toContainText('Name: Ana → Anna')
  await expect(rowWith(page, email)).toContainText('Anna')

  const [{ id }] = await (await page.request.get(`/api/admin/customers?q=${word}`)).json()
  await panel.getByLabel('Phone').fill('1')
  await page.request.patch(`/api/admin/customers/${id}`, { data: { name: 'Annie' } })
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('alert')).toContainText('Name is now Annie (was Anna)')
  await expect(panel.getByLabel('Phone')).toHaveValue('1')
  await panel.getByRole('button', { name: 'Discard changes' }).click()

  await panel.getByRole('link', { name: orderId.slice(0, 8) }).click()
  await expect(page).toHaveURL(`/admin/orders?order=${orderId}`)
  const order = page.getByRole('complementary', { name: `Order ${orderId.slice(0, 8)}` })
  await order.getByRole('link', { name: email }).click()
  await expect(page).toHaveURL(`/admin/customers?customer=${id}`)
  await expect(page.getByRole('complementary', { name: email })).toBeVisible()
})

test('five thousand rows are virtualized and can be scrolled', async ({ page }) => {
  await signInAsStaff(page)
  const rows = Array.from({ length: 5000 }, (_, n) => ({
    id: `o${String(n).padStart(7, '0')}`,
    status: 'pending',
    deliveryStatus: 'scheduled',
    total: '9.00',
    customerEmail: `c${n}@example.com`,
  }))
  await page.route('/api/admin/orders?*', (route) => route.fulfill({ json: rows }))
  await page.goto('/admin/orders')
  await expect(page.getByText('5000 orders')).toBeAttached()
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '5001')
  const renderedRows = () => page.getByRole('row').count()
  await expect.poll(renderedRows).toBeLessThan(200)
  for (const [depth, email] of [
    [0.25, 'c1250@example.com'],
    [0.5, 'c2500@example.com'],
    [0.75, 'c3750@example.com'],
    [1, 'c4999@example.com'],
  ] as const) {
    await page.evaluate((part) => window.scrollTo(0, document.body.scrollHeight * part), depth)
    await expect(rowWith(page, email)).toBeVisible()
  }
  const last = rowWith(page, 'c4999@example.com')
  await expect(last).toHaveAttribute('aria-rowindex', '5001')
  await expect.poll(renderedRows).toBeLessThan(200)
})
