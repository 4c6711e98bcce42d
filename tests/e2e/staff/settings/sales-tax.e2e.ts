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
  watchCalls,
} from '#tests/support/e2e/base-test.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

const spring = 'Spring Water 5 Gallon'
const section = (page: Page) => page.getByRole('region', { name: 'Sales tax' })
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })

/** The worker's other tests expect a shop without tax. */
test.afterEach(async ({ page }) => {
  await signInAsStaff(page)
  await page.request.patch('/api/admin/settings', { data: { chargesTax: false } })
})

async function addRate(page: Page, zip: string, rate: string) {
  await section(page).getByRole('button', { name: 'Add rate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add rate' })
  await dialog.getByLabel('ZIP codes').fill(zip)
  await dialog.getByLabel('Label').fill('Ulster County')
  await dialog.getByLabel('Rate in percent').fill(rate)
  await dialog.getByRole('button', { name: 'Add rate' }).click()
  return dialog
}

test('rule 41: the owner charges tax, a guest sees and pays it, and the invoice shows it', async ({
  page,
  time,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 400/)
  await signInAsStaff(page)
  await page.goto('/admin/settings')
  await section(page)
    .getByRole('switch', { name: /Charge sales tax/ })
    .click()
  await expectToast(page, 'Sales tax saved')
  await expect(section(page)).toContainText('No tax is charged yet')

  const dialog = await addRate(page, '12401, 12402', '300')
  await expect(dialog).toContainText('Enter a rate from 0 to 25 percent')
  await expectAccessibleInBothThemes(page)
  await dialog.getByLabel('Rate in percent').fill('8.875')
  await dialog.getByRole('button', { name: 'Add rate' }).click()
  await expectToast(page, 'Tax rate added')
  await expect(section(page).getByRole('list', { name: 'Tax rates' })).toContainText(
    'ZIP code 12402, Ulster County 8.875%',
  )
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)

  await fillCart(page, spring, 2)
  await goToCheckout(page)
  await expect(summary(page)).toContainText('Enter your delivery address to see your total.')
  const email = freshEmail('tax')
  await fillDelivery(page, { email, zip: '12401', date: addDays(time.today(), 3) })
  await expect(summary(page)).toContainText('Sales tax (8.875%)$1.60')
  await expect(summary(page)).toContainText('Total$19.58')
  await expectNoOverflowAtAnyWidth(page)
  await fillCard(page, '4242424242424242')
  await placeOrderButton(page).click()
  const orderId = await expectConfirmation(page)
  await expect(summary(page)).toContainText('Sales tax (8.875%)$1.60')
  await expect(summary(page)).toContainText('Total Paid$19.58')

  await signIn(page, email)
  await page.goto(`/customer/invoices/${orderId}`)
  await expect(page.getByRole('main')).toContainText('Sales tax (8.875%)')
  await expect(page.getByRole('main')).toContainText('$19.58')
})

test('rule 41: a quote that fails can be retried, and nothing is ordered before', async ({
  page,
  time,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/ERR_FAILED/)
  await signInAsStaff(page)
  await page.request.patch('/api/admin/settings', { data: { chargesTax: true } })
  let isBroken = true
  await page.route('/api/quote', (route) => (isBroken ? route.abort() : route.continue()))
  await fillCart(page, spring, 2)
  await goToCheckout(page)
  await fillDelivery(page, {
    email: freshEmail('tax-retry'),
    zip: '10001',
    date: addDays(time.today(), 3),
  })
  await fillCard(page, '4242424242424242')
  await expect(summary(page).getByRole('alert')).toContainText("We couldn't calculate your total")
  await expect(placeOrderButton(page)).toBeDisabled()

  isBroken = false
  await summary(page).getByRole('button', { name: 'Try again' }).click()
  await expect(summary(page)).toContainText('Total$17.98')
  await placeOrderButton(page).click()
  await expectConfirmation(page)
})

test('without sales tax the checkout asks for no quote', async ({ page, time }) => {
  const quotes = watchCalls(page, '/api/quote')
  await fillCart(page, spring, 2)
  await goToCheckout(page)
  await fillDelivery(page, {
    email: freshEmail('no-tax'),
    zip: '12401',
    date: addDays(time.today(), 3),
  })
  await fillCard(page, '4242424242424242')
  await placeOrderButton(page).click()
  await expectConfirmation(page)
  expect(quotes).toEqual([])
})

test('rule 41: staff exempt a customer from tax until a certificate expires', async ({
  page,
  time,
}) => {
  const email = freshEmail('exempt')
  await signIn(page, email)
  await signInAsStaff(page)
  await page.request.patch('/api/admin/settings', { data: { chargesTax: true } })
  await page.goto(`/admin/customers?q=${encodeURIComponent(email)}`)
  await page.getByText(email).first().click()
  const panel = page.getByRole('complementary', { name: email })
  await expect(panel).toContainText('This customer pays sales tax.')
  await panel.getByRole('button', { name: 'Add exemption' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tax exemption' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Enter the certificate number')
  await dialog.getByLabel('Certificate number').fill('EX-4711')
  await dialog.getByLabel('Expires on').fill(time.today())
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Tax exemption saved')
  await expect(panel).toContainText('EX-4711')
  await panel.getByRole('button', { name: 'End exemption' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End exemption' }).click()
  await expect(panel).toContainText('This customer pays sales tax.')
})
