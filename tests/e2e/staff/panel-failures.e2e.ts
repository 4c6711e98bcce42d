import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  placeOrder,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** The sidebar has the same role, but no name. */
const getPanel = (page: Page) => page.getByRole('complementary', { name: /./ })

/** Creates a customer with one order. */
async function createCustomer(page: Page) {
  const email = `${uniqueWord('panel')}@example.com`
  const orderId = await placeOrder(page.request, { name: 'Ana', email })
  await signInAsStaff(page)
  const [{ id }] = await (await page.request.get(`/api/admin/customers?q=${email}`)).json()
  return { id, email, orderId }
}

test('the customer panel has a not-found state and an error state', async ({ page }) => {
  await signInAsStaff(page)
  await page.goto(`/admin/customers?customer=${UNKNOWN_ID}`)
  const alert = getPanel(page).getByRole('alert')
  await expect(alert).toContainText('Customer not found')
  await expectAccessibleInBothThemes(page)

  await page.route(`/api/admin/customers/${UNKNOWN_ID}`, (route) =>
    route.fulfill({ status: 503, body: '' }),
  )
  await page.reload()
  await expect(alert).toContainText('Failed to load this customer')
  await page.unroute(`/api/admin/customers/${UNKNOWN_ID}`)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText('Customer not found')
})

test('a customer whose details fail to load shows the list data and can be retried', async ({
  page,
}) => {
  const { id, email, orderId } = await createCustomer(page)
  await page.route(`/api/admin/customers/${id}`, (route) =>
    route.fulfill({ status: 503, body: '' }),
  )
  await page.goto(`/admin/customers?q=${email}`)
  await page.getByRole('link', { name: email }).click()
  const panel = getPanel(page)
  await expect(panel.getByLabel('Name')).toHaveValue('Ana')
  await expect(panel.getByRole('alert')).toContainText("We couldn't load all the details")
  await expectAccessibleInBothThemes(page)

  await page.unroute(`/api/admin/customers/${id}`)
  await panel.getByRole('button', { name: 'Try again' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('link', { name: orderId.slice(0, 8) })).toBeVisible()
  await expect(panel.getByRole('alert')).toBeHidden()
  await expect(panel).toBeFocused()
})

test('a failed change in the customer panel shows an error and keeps the input', async ({
  page,
}) => {
  const { id, email } = await createCustomer(page)
  await page.goto(`/admin/customers?q=${email}&customer=${id}`)
  const panel = getPanel(page)
  await panel.getByLabel('Name').fill('Unsaved name')
  await page.route(`/api/admin/customers/${id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, body: '' })
      : route.fallback(),
  )
  await panel.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to update customer')
  await expect(panel.getByLabel('Name')).toHaveValue('Unsaved name')
  await expect(panel.getByRole('button', { name: 'Save' })).toBeFocused()

  await page.unroute(`/api/admin/customers/${id}`)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Customer updated successfully')
})

test("editing a customer shows a colleague's change and keeps the user's own", async ({ page }) => {
  const { id, email } = await createCustomer(page)
  await page.goto(`/admin/customers?q=${email}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone').fill('845-555-0177')
  await page.request.patch(`/api/admin/customers/${id}`, { data: { name: 'Anna' } })
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog.getByRole('alert')).toContainText('Name is now Anna (was Ana)')
  await expect(dialog.getByLabel('Name')).toHaveValue('Anna')
  await expect(dialog.getByLabel('Phone')).toHaveValue('845-555-0177')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Customer updated successfully')
})

test('an order whose details fail to load shows the list data and can be retried', async ({
  page,
}) => {
  const { orderId } = await createCustomer(page)
  const path = `/api/admin/orders/${orderId}`
  await page.route(path, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(`/admin/orders?q=${orderId.slice(0, 8)}&order=${orderId}`)
  const panel = getPanel(page)
  await expect(panel.getByLabel('Order Status')).toHaveText('Pending')
  await expect(panel.getByRole('alert')).toContainText("We couldn't load all the details")
  await expectAccessibleInBothThemes(page)

  await choose(page, panel.getByLabel('Order Status'), 'Cancelled')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to update order')
  await expect(panel.getByLabel('Order Status')).toHaveText('Cancelled')
  await page.unroute(path)
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel).toContainText('No changes yet.')
  await expect(panel.getByLabel('Order Status')).toHaveText('Cancelled')
  await expect(panel.getByRole('alert')).toBeHidden()
})

test('a failed refund shows an error and keeps the input', async ({ page }) => {
  const orderId = await paidOrder(page)
  await signInAsStaff(page)
  await page.route(`/api/admin/orders/${orderId}/refund`, (route) =>
    route.fulfill({ status: 503, body: '' }),
  )
  await page.goto(`/admin/orders?order=${orderId}`)
  await getPanel(page).getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessibleInBothThemes(page)
  await dialog.getByLabel('Reason').fill('Not at home')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Refund $17.98' }).click()
  await expectToast(page, 'Failed to refund')
  await expect(dialog.getByLabel('Reason')).toHaveValue('Not at home')
})

test('a subscription that fails to load can be retried', async ({ page }) => {
  await signInAsStaff(page)
  const path = `/api/admin/subscriptions/${UNKNOWN_ID}`
  await page.route(path, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(`/admin/subscriptions?subscription=${UNKNOWN_ID}`)
  const alert = getPanel(page).getByRole('alert')
  await expect(alert).toContainText('Failed to load this subscription')
  await expectAccessibleInBothThemes(page)
  await page.unroute(path)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText('Subscription not found')
})
