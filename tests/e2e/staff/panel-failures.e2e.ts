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

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** The sidebar is one too, but nameless. */
const getPanel = (page: Page) => page.getByRole('complementary', { name: /./ })

/** Somebody who has ordered once, and the id that the shop gave them. */
async function orderedOnce(page: Page) {
  const email = `${uniqueWord('panel')}@example.com`
  const orderId = await placeOrder(page.request, { name: 'Ana', email })
  await signInAsStaff(page)
  const [{ id }] = await (await page.request.get(`/api/admin/customers?q=${email}`)).json()
  return { id, email, orderId }
}

test('a customer who is not there, and one who cannot be had', async ({ page }) => {
  await signInAsStaff(page)
  await page.goto(`/admin/customers?customer=${NOBODY}`)
  const alert = getPanel(page).getByRole('alert')
  await expect(alert).toContainText('Customer not found')
  await expectAccessibleInBothThemes(page)

  await page.route(`/api/admin/customers/${NOBODY}`, (route) =>
    route.fulfill({ status: 503, body: '' }),
  )
  await page.reload()
  await expect(alert).toContainText('Failed to load this customer')
  await page.unroute(`/api/admin/customers/${NOBODY}`)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText('Customer not found')
})

test('a customer of whom only the list knows is shown as such, until the rest is had', async ({
  page,
}) => {
  const { id, email, orderId } = await orderedOnce(page)
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

test("a customer's change that fails is told in the panel, and nothing typed is lost", async ({
  page,
}) => {
  const { id, email } = await orderedOnce(page)
  await page.goto(`/admin/customers?q=${email}&customer=${id}`)
  const panel = getPanel(page)
  await panel.getByLabel('Name').fill('Typed with care')
  await page.route(`/api/admin/customers/${id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, body: '' })
      : route.fallback(),
  )
  await panel.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to update customer')
  await expect(panel.getByLabel('Name')).toHaveValue('Typed with care')
  await expect(panel.getByRole('button', { name: 'Save' })).toBeFocused()

  await page.unroute(`/api/admin/customers/${id}`)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Customer updated successfully')
})

test("who edits a customer in the dialog sees a colleague's change, and keeps their own", async ({
  page,
}) => {
  const { id, email } = await orderedOnce(page)
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

test('an order of which only the list knows is shown as such, until the rest is had', async ({
  page,
}) => {
  const { orderId } = await orderedOnce(page)
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

test('a refund that the shop does not answer is told, and can be tried again', async ({ page }) => {
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

test('a subscription that cannot be had can be asked for again', async ({ page }) => {
  await signInAsStaff(page)
  const path = `/api/admin/subscriptions/${NOBODY}`
  await page.route(path, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(`/admin/subscriptions?subscription=${NOBODY}`)
  const alert = getPanel(page).getByRole('alert')
  await expect(alert).toContainText('Failed to load this subscription')
  await expectAccessibleInBothThemes(page)
  await page.unroute(path)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText('Subscription not found')
})
