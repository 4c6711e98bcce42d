import { dateIn, formatDate } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  expect,
  expectAccessible,
  expectToast,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'

test('the cancel dialog announces the refund before the customer confirms', {
  tag: '@core',
}, async ({ page }) => {
  const email = freshEmail('cancel')
  const orderId = await paidOrder(page, {
    customerEmail: email,
    isRecurring: true,
    recurringFrequency: 'bi-weekly',
  })
  await signIn(page, email)
  await page.goto(pageRoutes.customerSubscriptions)
  const card = page.getByRole('region', { name: `Subscription #${orderId.slice(0, 8)}` })
  await expect(card).toContainText('Bi-weekly')
  await expect(card).toContainText('$15.28')
  await expect(card).toContainText('Kingston, NY 12401')
  await expect(card.getByText('Confirmed', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Cancel Subscription' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Subscription?' })
  await expect(dialog).toContainText('cannot be undone')
  await expect(dialog).toContainText('refund $15.28 to your card')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep Subscription' }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByRole('button', { name: 'Cancel Subscription' })).toBeFocused()

  await card.getByRole('button', { name: 'Cancel Subscription' }).click()
  await dialog.getByRole('button', { name: 'Yes, Cancel Subscription' }).click()
  await expectToast(page, 'Subscription Cancelled', 'Your recurring delivery has been cancelled.')
  await expect(card.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Cancel Subscription' })).toHaveCount(0)

  await expect(async () => {
    const order = await page.request.get(fillPath(apiPaths.customerOrder, { id: orderId }))
    expect(await order.json()).toMatchObject({ status: 'cancelled', refunded: '15.28' })
  }).toPass()
  await page.reload()
  await expect(card.getByText('Cancelled', { exact: true })).toBeVisible()
  const today = formatDate(dateIn('America/New_York', new Date()), 'short')
  await expect(card).toContainText(`Ended${today}`)
  await expect(card).not.toContainText('Next delivery date')
  await expectAccessible(page)
})

test('a failed cancellation shows a toast and keeps the subscription', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  const email = freshEmail('stays')
  await paidOrder(page, { customerEmail: email, isRecurring: true })
  await signIn(page, email)
  await page.route('**/api/customer/orders/*/cancel', (route) =>
    route.fulfill({ status: 500, body: '' }),
  )
  await page.goto(pageRoutes.customerSubscriptions)

  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await page.getByRole('button', { name: 'Yes, Cancel Subscription' }).click()

  await expectToast(page, 'Error', 'Failed to cancel subscription')
  await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeVisible()
})
