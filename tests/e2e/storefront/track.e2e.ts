import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { paidOrder, updateOrderAsStaff } from '#tests/support/e2e/orders.ts'

test("'Track Order' opens live tracking on the home page, at exactly '/'", {
  tag: '@core',
}, async ({ page }) => {
  const orderId = await paidOrder(page)
  await page.goto(`/order-confirmation?orderId=${orderId}`)
  await page.getByRole('button', { name: 'Track Order' }).click()

  await expect(page).toHaveURL('/')
  const panel = page.getByRole('dialog', { name: 'Track Order' })
  await expect(panel).toContainText(`Order number ${orderId.slice(0, 8)}`)
  await expect(panel.getByText('Live', { exact: true })).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveText([
    /^Ordered/,
    /^Confirmed/,
    /^Out for delivery/,
    /^Delivered/,
  ])
  const current = panel.locator('[aria-current=step]')
  await expect(current).toContainText('Confirmed')
  await expectAccessible(page)

  await updateOrderAsStaff(orderId, { deliveryStatus: 'in-transit' })
  await expect(current).toContainText('Out for delivery')
  await updateOrderAsStaff(orderId, { deliveryStatus: 'failed' })
  await expect(panel).toContainText('Delivery failed')
  await expectAccessible(page)
  await updateOrderAsStaff(orderId, { status: 'completed', deliveryStatus: 'delivered' })
  await expect(current).toContainText('Your water has been delivered.')
  await expect(panel).not.toContainText('Delivery failed')

  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(panel).toHaveCount(0)
})

test('a tracked order that fails to load can be retried, and a reload keeps tracking', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  const orderId = await paidOrder(page)
  await page.goto(`/order-confirmation?orderId=${orderId}`)
  await page.getByRole('button', { name: 'Track Order' }).click()
  const panel = page.getByRole('dialog', { name: 'Track Order' })
  await expect(panel.getByText('Live', { exact: true })).toBeVisible()

  await page.route(`/api/orders/${orderId}`, (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(panel).toContainText("We couldn't load this order")
  await expectAccessible(page)
  await page.unroute(`/api/orders/${orderId}`)
  await panel.getByRole('button', { name: 'Try again' }).click()

  await expect(panel.locator('[aria-current=step]')).toContainText('Confirmed')
})
