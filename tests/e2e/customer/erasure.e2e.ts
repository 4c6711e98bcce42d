import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  expect,
  expectAccessible,
  expectToast,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'
import { paidOrder, updateOrderAsStaff } from '#tests/support/e2e/orders.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'

test('the erasure dialog names the order that is cancelled and refunded', { tag: '@core' }, async ({
  page,
}) => {
  const email = freshEmail('erase')
  const orderId = await paidOrder(page, { customerEmail: email })
  await signIn(page, email)
  await page.goto(pageRoutes.customerDashboard)
  await page.getByRole('button', { name: 'Delete my account' }).click()

  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText(`We'll cancel order ${orderId.slice(0, 8)} for`)
  await expect(dialog).toContainText('refund $17.98 to your card within 5-7 business days.')
  await expect(dialog).toContainText("We'll delete your saved cards at our payment provider.")
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete account' }).click()

  await expectToast(page, 'Account deleted', 'Your personal data has been deleted.')
  expect((await page.request.get(apiPaths.me)).status()).toBe(401)
})

test('on a phone, an order that is in transit blocks the erasure', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const email = freshEmail('blocked')
  const orderId = await paidOrder(page, { customerEmail: email })
  await updateOrderAsStaff(orderId, { deliveryStatus: 'in-transit' })
  await signIn(page, email)
  await page.goto(pageRoutes.customerDashboard)
  await page.getByRole('button', { name: 'Delete my account' }).click()

  const dialog = page.getByRole('alertdialog', { name: "You can't delete your account yet" })
  await expect(dialog).toContainText(`Order ${orderId.slice(0, 8)} for`)
  await expect(dialog).toContainText("hasn't been delivered yet.")
  await expect(dialog.getByRole('button')).toHaveText(['Close'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused()
  expect((await page.request.get(apiPaths.me)).status()).toBe(200)
})

test('without a preview, the server still rejects a blocked erasure', async ({ page }) => {
  const email = freshEmail('unknown')
  const orderId = await paidOrder(page, { customerEmail: email })
  await signIn(page, email)
  await page.route(apiPaths.erasurePreview, (route) => route.fulfill({ status: 404 }))
  await page.goto(pageRoutes.customerDashboard)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText("We'll cancel your subscriptions.")
  await updateOrderAsStaff(orderId, { deliveryStatus: 'in-transit' })
  await dialog.getByRole('button', { name: 'Delete account' }).click()

  await expect(page.getByText(/We can’t delete your account yet: order/).first()).toBeVisible()
  expect((await page.request.get(apiPaths.me)).status()).toBe(200)
})
