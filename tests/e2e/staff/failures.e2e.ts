import type { Page } from '@playwright/test'
import { addDays } from '#contract/dates/calendar.ts'
import { delayResponses, expect, test } from '#tests/support/e2e/base-test.ts'
import {
  choose,
  deliveryDay,
  expectAccessibleInBothThemes,
  expectToast,
  formattedDeliveryDay,
  placeOrder,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

const serverError = { status: 503, body: '' }

test.beforeEach(({ page }) => signInAsStaff(page))

/** Writes fail, reads succeed. */
async function failChanges(page: Page, path: RegExp): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill(serverError),
  )
}

async function createSchedule(page: Page) {
  const name = uniqueWord('Ida')
  const orderId = await placeOrder(page.request, { name, email: `${name}@example.com` })
  const response = await page.request.post('/api/admin/schedules', {
    data: { orderId, scheduledDate: deliveryDay },
  })
  return { name, id: (await response.json()).id }
}

for (const list of ['customers', 'trucks', 'schedules'] as const) {
  test(`${list} that fail to load show an error and can be loaded again`, async ({ page }) => {
    await page.route(`/api/admin/${list}?*`, (route) => route.fulfill(serverError))
    await page.goto(`/admin/${list}`)
    await expect(page.getByText(`Failed to load ${list}`)).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.unroute(`/api/admin/${list}?*`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('table')).toBeVisible()
  })
}

test('a schedule that cannot be created shows an error and keeps the input', async ({ page }) => {
  const { name } = await createSchedule(page)
  await page.goto(`/admin/schedules?q=${name}`)
  await expect(rowWith(page, name)).toBeVisible()
  await page.getByRole('button', { name: 'Add Schedule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Order').click()
  await dialog.getByRole('searchbox').fill(name)
  await page.getByRole('option', { name: `${name} - 12 Main Street` }).click()
  await dialog.getByLabel('Date').fill(addDays(deliveryDay, 4))
  await failChanges(page, /\/api\/admin\/schedules/)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Failed to create schedule')
  await expect(dialog.getByLabel('Date')).toHaveValue(addDays(deliveryDay, 4))
  await expect(dialog.getByLabel('Order')).toContainText(name)
})

test('a schedule that cannot be changed or deleted shows an error and stays unchanged', async ({
  page,
}) => {
  const { name } = await createSchedule(page)
  await page.goto(`/admin/schedules?q=${name}`)
  const row = rowWith(page, name)
  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Date is required')).toBeVisible()
  await dialog.getByLabel('Date').fill(addDays(deliveryDay, 3))
  await failChanges(page, /\/api\/admin\/schedules/)
  const release = await delayResponses(page, '/api/admin/schedules/*')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  release()
  await expectToast(page, 'Failed to update schedule')
  await expect(dialog.getByLabel('Date')).toHaveValue(addDays(deliveryDay, 3))
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await row.getByRole('button', { name: 'Delete', exact: true }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Delete schedule?' })
  await expect(confirmation).toContainText('Are you sure you want to delete this schedule?')
  await expectAccessibleInBothThemes(page)
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Failed to delete schedule')
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toContainText(formattedDeliveryDay)
})

test("editing a schedule or truck shows a colleague's change and keeps the user's own", async ({
  page,
}) => {
  const { name, id } = await createSchedule(page)
  await page.goto(`/admin/schedules?q=${name}`)
  await rowWith(page, name).getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Notes').fill('Ring twice')
  await page.request.patch(`/api/admin/schedules/${id}`, { data: { status: 'in-progress' } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Status is now In progress (was Pending)')
  await expect(dialog.getByLabel('Notes')).toHaveValue('Ring twice')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Schedule updated successfully')
  await expect(rowWith(page, name)).toContainText('In progress')

  const truck = await page.request.post('/api/admin/trucks', {
    data: { name, licensePlate: name, capacity: 10 },
  })
  await page.goto('/admin/trucks')
  await rowWith(page, name).getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Capacity').fill('12')
  await page.request.patch(`/api/admin/trucks/${(await truck.json()).id}`, {
    data: { status: 'maintenance' },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Status is now Maintenance (was Available)')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Truck updated successfully')
  await expect(rowWith(page, name)).toContainText('12 bottles')
})

test('an order that cannot be changed shows an error and keeps its dialog open', async ({
  page,
  request,
}) => {
  const orderId = await placeOrder(request, { email: `${uniqueWord('fail')}@example.com` })
  await page.goto(`/admin/orders?q=${orderId.slice(0, 8)}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog.getByLabel('Order Status'), 'Completed')
  await failChanges(page, /\/api\/admin\/orders/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to update order')
  await expect(dialog.getByLabel('Order Status')).toHaveText('Completed')
})

test('a failed bulk schedule and a failed undo show errors', async ({ page, request }) => {
  const orderId = await placeOrder(request, { email: `${uniqueWord('undo')}@example.com` })
  await page.goto(`/admin/orders?q=${orderId.slice(0, 8)}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.route('/api/admin/schedules/bulk', (route) => route.fulfill(serverError))
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule 1 order' })
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Add schedules' }).click()
  await expectToast(page, 'Failed to schedule orders')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Set status' }).click()
  const status = page.getByRole('dialog', { name: 'Set status of 1 order' })
  await expectAccessibleInBothThemes(page)
  await choose(page, status.getByLabel('Order Status'), 'Completed')
  await page.route('/api/admin/orders/bulk/undo', (route) => route.fulfill(serverError))
  await status.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, '1 order updated')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Failed to undo')
  await expect(page.getByRole('table').getByText('Completed', { exact: true })).toBeVisible()
})

test('an import shows an error if its preview or its commit fails', async ({ page }) => {
  const plate = uniqueWord('FAIL')
  await page.goto('/admin/trucks')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const file = dialog.getByLabel(/CSV file|different file/)
  const buffer = Buffer.from(`Name,License Plate\nFailing,${plate}\n`)
  const content = { name: 'fleet.csv', mimeType: 'text/csv', buffer }
  await page.route('/api/admin/imports/trucks**', (route) => route.fulfill(serverError))
  await file.setInputFiles(content)
  await expect(dialog.getByRole('alert')).toContainText("We couldn't read this file.")
  await expectAccessibleInBothThemes(page)
  await page.unroute('/api/admin/imports/trucks**')
  await file.setInputFiles(content)
  await expect(dialog.getByText('1 new')).toBeVisible()

  await page.route('/api/admin/imports/trucks**', (route) => route.fulfill(serverError))
  const release = await delayResponses(page, '/api/admin/imports/trucks')
  await dialog.getByRole('button', { name: 'Import 1 truck' }).click()
  await expect(dialog.getByRole('button', { name: 'Importing...' })).toBeDisabled()
  release()
  await expectToast(page, 'Failed to import trucks')
  await expect(dialog.getByRole('button', { name: 'Import 1 truck' })).toBeEnabled()
})

test('stat cards show a loading state, and a dash if their count fails', async ({ page }) => {
  await page.route('/api/admin/insights', () => {})
  const release = await delayResponses(page, '/api/admin/orders?*')
  await page.route('/api/admin/trucks?*', (route) => route.fulfill(serverError))
  await page.goto('/admin/dashboard')
  const orders = page.getByRole('region', { name: 'Total Orders' })
  await expect(orders).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('region', { name: 'Active Trucks' })).toContainText('–')
  await expectAccessibleInBothThemes(page)
  release()
  await expect(orders).toContainText(/\d/)
})

test('a palette that fails to load shows an error and loads at the next click', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR_FAILED|Failed to fetch dynamically/)
  await page.route('**/assets/palette-*.js', (route) => route.abort())
  await page.goto('/admin/trucks')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expectToast(page, "We couldn't load search")
  await page.unroute('**/assets/palette-*.js')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Search the portal' })).toBeVisible()
})

test('a failed session check shows an error and can be retried', async ({ page }) => {
  await page.route('/api/auth/me', (route) => route.fulfill(serverError))
  await page.goto('/admin/trucks')
  await expect(page.getByText("We couldn't load your account")).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.unroute('/api/auth/me')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Trucks', level: 1 })).toBeVisible()
})
