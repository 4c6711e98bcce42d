import type { Page } from '@playwright/test'
import { addDays } from '#contract/dates/calendar.ts'
import {
  expectConfirmation,
  expectNoOverflowAtAnyWidth,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  placeOrderButton,
} from '#tests/support/e2e/base-test.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })

/** The worker's other tests expect a shop without a deposit. */
test.afterEach(async ({ page }) => {
  await signInAsStaff(page)
  await page.request.patch('/api/admin/settings', { data: { depositCents: 0 } })
})

test('rule 42: the owner charges a deposit, a guest pays it, and returned bottles become credit', async ({
  page,
  time,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 400/)
  await signInAsStaff(page)
  await page.goto('/admin/settings')
  const form = page.getByRole('form', { name: 'Bottle deposit' })
  await form.getByLabel('Deposit per bottle').fill('1000')
  await form.getByRole('button', { name: 'Save deposit' }).click()
  await expect(form).toContainText('Enter an amount from 0.00 to 100.00')
  await form.getByLabel('Deposit per bottle').fill(' 6')
  await form.getByRole('button', { name: 'Save deposit' }).click()
  await expectToast(page, 'Bottle deposit saved')
  await expectAccessibleInBothThemes(page)

  await fillCart(page, 'Spring Water 5 Gallon', 2)
  await goToCheckout(page)
  const email = freshEmail('deposit')
  await fillDelivery(page, { email, date: addDays(time.today(), 3) })
  await expect(summary(page)).toContainText('Bottle deposit$12.00')
  await expect(summary(page)).toContainText('Total$29.98')
  await fillCard(page, '4242424242424242')
  await placeOrderButton(page).click()
  const orderId = await expectConfirmation(page)
  await expect(summary(page)).toContainText('Total Paid$29.98')
  await signIn(page, email)
  await page.goto(`/customer/invoices/${orderId}`)
  await expect(page.getByRole('main')).toContainText('Bottle deposit')
  await expect(page.getByRole('main')).toContainText('$29.98')

  await page.goto(`/admin/customers?q=${encodeURIComponent(email)}`)
  await page.getByText(email).first().click()
  const panel = page.getByRole('complementary', { name: email })
  await expect(panel).toContainText('2 bottles on deposit, $12.00 in total.')
  await expectNoOverflowAtAnyWidth(page)
  await panel.getByRole('button', { name: 'Return bottles' }).click()
  const dialog = page.getByRole('dialog', { name: 'Return bottles' })
  await dialog.getByLabel('Bottles').fill('3')
  await dialog.getByRole('button', { name: 'Return bottles' }).click()
  await expect(dialog).toContainText('This customer has 2 on deposit')
  await expectAccessibleInBothThemes(page)
  await dialog.getByLabel('Bottles').fill('1')
  await dialog.getByRole('button', { name: 'Return bottles' }).click()
  await expectToast(page, 'Bottles returned')
  await expect(panel).toContainText('1 bottle on deposit, $6.00 in total.')

  await page.goto('/admin/dashboard')
  const deposits = page.getByRole('region', { name: 'Bottle deposits' })
  await expect(deposits).toContainText('Owed to customers for')
  await expectAccessibleInBothThemes(page)

  // The bottle that came back cannot be refunded; the other one can.
  await page.goto(`/admin/orders?order=${orderId}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await expect(refund).toContainText('You can refund up to $23.98.')
  await refund.getByRole('radio', { name: 'Items' }).click()
  await expect(refund).toContainText('Bottle deposit')
})
