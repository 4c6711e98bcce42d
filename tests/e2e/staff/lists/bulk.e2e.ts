import type { Page } from '@playwright/test'
import { addDays } from '#contract/dates/calendar.ts'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import {
  choose,
  deliveryDay,
  expectAccessibleInBothThemes,
  expectToast,
  placeOrder,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

type Requests = Parameters<typeof placeOrder>[0]

/** Places three orders, filters the list to them and selects all. */
async function selectOrders(page: Page, request: Requests) {
  const email = `${uniqueWord('bulk')}@example.com`
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push(await placeOrder(request, { email }))
  await signInAsStaff(page)
  await page.goto(`/admin/orders?q=${email}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  return ids
}

/** Opens the dialog for the selected orders and chooses their order status. */
async function chooseStatus(page: Page, status: string) {
  await page.getByRole('button', { name: 'Set status' }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog.getByLabel('Order Status'), status)
  return dialog
}

/** The focus pauses the toast's ten-second timeout. */
async function freezeUndo(page: Page) {
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.focus()
  return undo
}

const badges = (page: Page, text: string) =>
  page.getByRole('table').getByText(text, { exact: true })

test('rows are selected one by one or all at once, without an extra column', {
  tag: '@core',
}, async ({ page, request }) => {
  const [id = ''] = await selectOrders(page, request)
  await expect(page.getByRole('columnheader')).toHaveCount(7)
  await expect(rowWith(page, id.slice(0, 8)).getByRole('cell')).toHaveCount(7)
  await page.getByRole('checkbox', { name: `Select order ${id.slice(0, 8)}` }).uncheck()
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(page.getByRole('complementary', { name: /^Order/ })).toBeHidden()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('2 selected')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Set status' })).toBeHidden()
})

test('the status of several orders is set and undone', async ({ page, request }) => {
  await selectOrders(page, request)
  await page.getByRole('button', { name: 'Set status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set status of 3 orders' })
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toContainText('Select at least one status')
  await choose(page, dialog.getByLabel('Order Status'), 'Confirmed')
  await choose(page, dialog.getByLabel('Delivery Status'), 'In transit')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Update' }).click()

  await expectToast(page, '3 orders updated')
  const undo = await freezeUndo(page)
  await expect(dialog).toBeHidden()
  await expect(badges(page, 'Confirmed')).toHaveCount(3)
  await expect(badges(page, 'In transit')).toHaveCount(3)
  await expectAccessibleInBothThemes(page)
  await undo.click()
  await expectToast(page, 'Change undone')
  await expect(badges(page, 'Pending')).toHaveCount(3)
  await expect(badges(page, 'Scheduled')).toHaveCount(3)
})

test('an undo skips orders that a colleague has changed since, and reports them', async ({
  page,
  request,
}) => {
  const [id] = await selectOrders(page, request)
  const dialog = await chooseStatus(page, 'Completed')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, '3 orders updated')
  const undo = await freezeUndo(page)
  const colleague = await page.request.patch(`/api/admin/orders/${id}`, {
    data: { deliveryStatus: 'delivered' },
  })
  expect(colleague.ok()).toBe(true)
  await undo.click()

  await expectToast(page, 'Some changes undone')
  await expectToast(page, "1 of 3 wasn't undone because it has changed since.")
  await expect(badges(page, 'Pending')).toHaveCount(2)
  await expect(badges(page, 'Delivered')).toHaveCount(1)
})

test("a colleague's change rejects the whole bulk update and refreshes the rows", async ({
  page,
  request,
}) => {
  const [id] = await selectOrders(page, request)
  const dialog = await chooseStatus(page, 'Completed')
  await page.request.patch(`/api/admin/orders/${id}`, { data: { status: 'cancelled' } })
  await dialog.getByRole('button', { name: 'Update' }).click()

  await expectToast(
    page,
    'Someone else changed one of these orders. No orders were changed. Review them and try again.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(badges(page, 'Cancelled')).toHaveCount(1)
  await expect(badges(page, 'Pending')).toHaveCount(2)
  await expect(page.getByText('3 selected')).toBeVisible()
})

test('a missing order or a server error leaves all orders unchanged', async ({ page, request }) => {
  await selectOrders(page, request)
  const message = 'One of these orders no longer exists. No orders were changed.'
  await page.route('/api/admin/orders/bulk', (route) =>
    route.fulfill({ status: 404, json: { message, code: 'not_found' } }),
  )
  const dialog = await chooseStatus(page, 'Completed')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, message)
  await page.unroute('/api/admin/orders/bulk')
  await page.route('/api/admin/orders/bulk', (route) => route.fulfill({ status: 503, body: '' }))
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Failed to update orders')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(badges(page, 'Pending')).toHaveCount(3)
})

test('several orders are scheduled on one truck and date, and the schedules are undone', async ({
  page,
  request,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 400/)
  const [id = ''] = await selectOrders(page, request)
  const name = uniqueWord('Truck')
  const truck = await page.request.post('/api/admin/trucks', {
    data: { name, licensePlate: 'NY 1', capacity: 10 },
  })
  await page.getByRole('link', { name: id.slice(0, 8) }).click()
  const panel = page.getByRole('complementary', { name: /^Order/ })
  await expect(panel).toContainText('Not scheduled on a truck yet.')
  await page.getByRole('button', { name: 'Schedule', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Schedule 3 orders' })
  await expect(dialog.getByLabel('Date')).toHaveValue(deliveryDay)
  await dialog.getByLabel('Date').fill('')
  await dialog.getByRole('button', { name: 'Add schedules' }).click()
  await expect(dialog).toContainText('Date is required')
  await dialog.getByLabel('Date').fill(addDays(deliveryDay, 1))
  await choose(page, dialog.getByLabel('Truck'), `${name} (NY 1)`)
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Add schedules' }).click()
  await expectToast(page, '3 orders scheduled')
  const undo = await freezeUndo(page)
  await expect(panel.getByRole('list', { name: 'Schedules' })).toContainText(name)
  await undo.click()
  await expectToast(page, 'Change undone')
  await expect(panel).toContainText('Not scheduled on a truck yet.')

  await panel.getByRole('button', { name: 'Schedule' }).click()
  const single = page.getByRole('dialog', { name: 'Schedule 1 order' })
  await choose(page, single.getByLabel('Truck'), `${name} (NY 1)`)
  await page.request.delete(`/api/admin/trucks/${(await truck.json()).id}`)
  await single.getByRole('button', { name: 'Add schedules' }).click()
  await expectToast(page, 'This truck no longer exists. Nothing was scheduled.')
})

test('an order that changed after the dialog was opened is not scheduled', async ({
  page,
  request,
}) => {
  const [id] = await selectOrders(page, request)
  await page.getByRole('button', { name: 'Schedule', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Schedule 3 orders' })
  await page.request.patch(`/api/admin/orders/${id}`, { data: { status: 'cancelled' } })
  await dialog.getByRole('button', { name: 'Add schedules' }).click()

  await expectToast(
    page,
    'One of these orders has changed. Nothing was scheduled. Review them and try again.',
  )
  await expect(dialog).toBeHidden()
  await expect(badges(page, 'Cancelled')).toHaveCount(1)
  await expect(page.getByText('3 selected')).toBeVisible()
})

test('an order that changed after it was chosen in Add Schedule is chosen again', async ({
  page,
  request,
}) => {
  const email = `${uniqueWord('chosen')}@example.com`
  const id = await placeOrder(request, { email })
  await signInAsStaff(page)
  await page.goto('/admin/schedules')
  await page.getByRole('button', { name: 'Add Schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Schedule' })
  const order = dialog.getByLabel('Order')
  const option = page.getByRole('option').filter({ hasText: id.slice(0, 8) })
  await order.click()
  await page.getByRole('searchbox').fill(email)
  await option.click()
  await dialog.getByLabel('Date').fill(deliveryDay)
  await page.request.patch(`/api/admin/orders/${id}`, { data: { status: 'confirmed' } })
  await dialog.getByRole('button', { name: 'Create' }).click()

  await expectToast(page, 'Select it again to see its current date.')
  await expect(order).toContainText('Select an order')
  await expect(dialog.getByLabel('Date')).toHaveValue(deliveryDay)
  await order.click()
  await page.getByRole('searchbox').fill(email)
  await option.click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Schedule created successfully')
})
