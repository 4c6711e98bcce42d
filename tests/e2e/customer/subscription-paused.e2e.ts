import { pageRoutes } from '#contract/pages.ts'
import { expect, expectAccessible, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  rowWith,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'

test('a pause by staff without an end date lasts until the customer resumes', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = freshEmail('paused')
  const input = { customerEmail: email, isRecurring: true, recurringFrequency: 'weekly' } as const
  const id = await paidOrder(page, input)
  await signInAsStaff(page)
  await page.goto(`/admin/subscriptions?q=${email}`)
  await page.getByRole('link', { name: id.slice(0, 8) }).click()
  const panel = page.getByRole('complementary', { name: /^Subscription/ })
  await panel.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation).toContainText('No deliveries or charges until someone resumes it.')
  await confirmation.getByRole('button', { name: 'Pause deliveries' }).click()
  await expectToast(page, 'Deliveries paused')
  await expect(panel).toContainText('No upcoming deliveries.')
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeHidden()
  await choose(page, page.getByLabel('Filter subscriptions'), 'Paused')
  await expect(page).toHaveURL(/status=paused/)
  await expect(rowWith(page, id.slice(0, 8))).toContainText('Paused')
  await expectAccessibleInBothThemes(page)

  const customerContext = await browser.newContext({ ...(baseURL && { baseURL }) })
  const customer = await customerContext.newPage()
  await signIn(customer, email)
  await customer.goto(pageRoutes.customerSubscriptions)
  const card = customer.getByRole('region', { name: `Subscription #${id.slice(0, 8)}` })
  await expect(card.getByText('Paused', { exact: true }).first()).toBeVisible()
  await expectAccessible(customer)
  await card.getByRole('button', { name: 'Resume' }).click()
  const dialog = customer.getByRole('dialog', { name: 'Resume deliveries?' })
  await expect(dialog).toContainText('Your next charge is $15.28')
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await customerContext.close()
})
