import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  formattedDeliveryDay,
  placeOrder,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

const getPanel = (page: Page) => page.getByRole('complementary', { name: /^Order/ })

const number = (orderId: string) => orderId.slice(0, 8)

test('an order opens in a panel by mouse or keyboard, and Back or Escape closes it', {
  tag: '@core',
}, async ({ page, request }) => {
  const email = `${uniqueWord('panel')}@example.com`
  const orderId = await placeOrder(request, { email })
  await signInAsStaff(page)
  await page.goto(`/admin/orders?q=${email}`)
  const link = page.getByRole('link', { name: number(orderId) })
  const panel = page.getByRole('complementary', { name: `Order ${number(orderId)}` })

  await expect(rowWith(page, email)).toContainText(formattedDeliveryDay)
  await rowWith(page, email).click()
  await expect(page).toHaveURL(`/admin/orders?q=${encodeURIComponent(email)}&order=${orderId}`)
  await expect(panel).toBeFocused()
  await expect(panel).toContainText('12 Main Street')
  await expect(panel).toContainText('Kingston, NY 12401')
  await expect(panel).toContainText('845-555-0100')
  await expect(panel).toContainText('Unpaid')
  await expect(panel).toContainText('Not scheduled on a truck yet.')
  await expect(panel).toContainText('No changes yet.')
  await expect(panel.getByRole('button', { name: 'Refund' })).toBeHidden()
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(link).toBeFocused()
  await expect(page).not.toHaveURL(/order=/)

  await page.goto(`/admin/orders?order=${orderId}`)
  await expect(panel).toContainText('12 Main Street')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/admin/orders')
})

test('on a phone the panel is a sheet, and closing it returns the focus to the row', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const orderId = await placeOrder(request, { email: `${uniqueWord('sheet')}@example.com` })
  await signInAsStaff(page)
  await page.goto(`/admin/orders?q=${number(orderId)}`)
  await page.getByRole('link', { name: number(orderId) }).click()
  const sheet = page.getByRole('dialog', { name: `Order ${number(orderId)}` })
  await expect(sheet).toContainText('12 Main Street')
  await expectAccessibleInBothThemes(page)

  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('link', { name: number(orderId) })).toBeFocused()
})

test("an order is edited in the panel, and a colleague's change is shown", async ({
  page,
  request,
}) => {
  const orderId = await placeOrder(request, { email: `${uniqueWord('edit')}@example.com` })
  await signInAsStaff(page)
  await page.goto(`/admin/orders?q=${number(orderId)}&order=${orderId}`)
  const panel = getPanel(page)
  await choose(page, panel.getByLabel('Delivery Status'), 'In transit')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated successfully')
  await expect(panel).toContainText('Delivery status: scheduled → in-transit')
  await expect(rowWith(page, number(orderId))).toContainText('In transit')
  await expect(panel.getByRole('button', { name: 'Save' })).toBeFocused()

  await choose(page, panel.getByLabel('Delivery Status'), 'Failed')
  const colleague = await page.request.patch(`/api/admin/orders/${orderId}`, {
    data: { status: 'cancelled' },
  })
  expect(colleague.ok()).toBe(true)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('alert')).toContainText(
    'Order Status is now Cancelled (was Pending)',
  )
  await expect(panel.getByLabel('Delivery Status')).toHaveText('Failed')
  await expectAccessibleInBothThemes(page)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated successfully')
  await expect(panel.getByRole('alert')).toBeHidden()

  await choose(page, panel.getByLabel('Order Status'), 'Confirmed')
  await panel.getByRole('button', { name: 'Discard changes' }).click()
  await expect(panel.getByLabel('Order Status')).toHaveText('Cancelled')
})

test('an order is refunded partly and then fully', async ({ page }) => {
  const orderId = await paidOrder(page)
  await signInAsStaff(page)
  await page.goto(`/admin/orders?order=${orderId}`)
  const panel = getPanel(page)
  await expect(panel).toContainText(/INV-\d{6}/)
  await panel.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Amount')).toHaveValue('17.98')
  await dialog.getByLabel('Amount').fill('nothing')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('Please enter an amount like 12.34')
  await expect(dialog).toContainText('Please give a reason')
  await dialog.getByLabel('Amount').fill('18')
  await expect(dialog).toContainText('You can refund up to $17.98')
  await expectAccessibleInBothThemes(page)
  await dialog.getByLabel('Amount').fill('5')
  await dialog.getByLabel('Reason').fill('One bottle was cracked')
  await dialog.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(dialog).toContainText("We'll refund $5.00 to the customer's card.")
  // A held Enter key must not reach the button that refunds.
  await page.keyboard.press('Enter')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click()

  await expectToast(page, 'Refund requested')
  const refunds = panel.getByRole('list', { name: 'Refunds' })
  await expect(refunds).toContainText('One bottle was cracked')
  await expect(refunds.getByText('Refunded', { exact: true })).toBeVisible()
  await expect(panel).toContainText('Order refunded')

  await panel.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('12.98')
  await dialog.getByLabel('Reason').fill('Refund the rest')
  await dialog.getByRole('button', { name: 'Continue' }).dblclick()
  await expect(dialog).toContainText("We'll refund $12.98 to the customer's card.")
  await dialog.getByRole('button', { name: 'Refund $12.98' }).click()
  await expect(panel).toContainText('Nothing left to refund.')
  await expect(panel.getByRole('button', { name: 'Refund' })).toBeHidden()
})

test('a refund rejected by the shop or the provider shows an error', async ({ page }) => {
  const orderId = await paidOrder(page)
  await signInAsStaff(page)
  await page.goto(`/admin/orders?order=${orderId}`)
  const panel = getPanel(page)
  await panel.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Also refunded by a colleague')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const colleague = await page.request.post(`/api/admin/orders/${orderId}/refund`, {
    data: { reason: 'First' },
  })
  expect(colleague.ok()).toBe(true)
  await dialog.getByRole('button', { name: 'Refund $17.98' }).click()
  await expectToast(page, 'This is more than the amount left to refund.')
  await expect(dialog.getByLabel('Reason')).toHaveValue('Also refunded by a colleague')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const path = `/api/admin/orders/${orderId}`
  const detail = await (await page.request.get(path)).json()
  const refunds = detail.refunds.map((refund: object) => ({ ...refund, status: 'failed' }))
  await page.route(path, (route) => route.fulfill({ json: { ...detail, refunds } }))
  await page.reload()
  await expect(panel).toContainText(
    "The payment provider rejected this refund. The customer hasn't been paid back.",
  )
})

test('an email is resent, and a failure shows an error', async ({ page }) => {
  const orderId = await paidOrder(page)
  await signInAsStaff(page)
  await page.goto(`/admin/orders?order=${orderId}`)
  const emails = getPanel(page).getByRole('list', { name: 'Emails' })
  await expect(emails.getByText('Sent', { exact: true })).toBeVisible()
  await emails.getByRole('button', { name: 'Resend' }).click()
  await expectToast(page, 'Resending email')
  await expect(getPanel(page)).toContainText('Email resent')
  await expect(emails.getByText('Sent', { exact: true })).toBeVisible()

  await page.route('/api/admin/emails/*/resend', (route) =>
    route.fulfill({ status: 503, body: '' }),
  )
  await emails.getByRole('button', { name: 'Resend' }).click()
  await expectToast(page, 'Failed to resend email')
})

test('the panel has a not-found state and an error state', async ({ page }) => {
  await signInAsStaff(page)
  await page.goto('/admin/orders?order=00000000-0000-4000-8000-000000000000')
  const panel = getPanel(page)
  await expect(panel.getByRole('alert')).toContainText('Order not found')
  await expectAccessibleInBothThemes(page)

  await page.route(/\/api\/admin\/orders\/0000/, (route) =>
    route.fulfill({ status: 503, body: '' }),
  )
  await page.reload()
  await expect(panel.getByRole('alert')).toContainText('Failed to load this order')
  await page.unroute(/\/api\/admin\/orders\/0000/)
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByRole('alert')).toContainText('Order not found')
})

test('the panel shows changes made elsewhere at once', async ({ page, request }) => {
  const orderId = await placeOrder(request, { email: `${uniqueWord('live')}@example.com` })
  await signInAsStaff(page)
  await page.goto(`/admin/orders?q=${number(orderId)}&order=${orderId}`)
  const panel = getPanel(page)
  await expect(panel.getByLabel('Delivery Status')).toHaveText('Scheduled')

  await page.request.patch(`/api/admin/orders/${orderId}`, {
    data: { deliveryStatus: 'in-transit' },
  })

  await expect(panel.getByLabel('Delivery Status')).toHaveText('In transit')
  await expect(rowWith(page, number(orderId))).toContainText('In transit')
})
