import { addDays } from '#contract/dates/calendar.ts'
import {
  customer,
  expectAccessible,
  expectNoOverflowAtAnyWidth,
  freshEmail,
} from '#tests/support/e2e/base-test.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

test('rule 39: a subscription on invoice starts without a card, is invoiced and paid by check', async ({
  page,
  time,
  browser,
}) => {
  const email = freshEmail('office')
  const firstDate = addDays(time.today(), 3)
  const office = await (await browser.newContext({ baseURL: time.url })).newPage()
  await signIn(office, email)
  await signInAsStaff(page)
  await page.goto(`/admin/customers?q=${encodeURIComponent(email)}`)
  await page.getByText(email).first().click()
  const panel = page.locator('[data-side-panel]')
  await choose(page, panel.getByLabel('Payment by invoice'), 'Invoice, net 15')
  await expectToast(page, 'Invoice terms updated')

  await page.goto('/admin/orders/new')
  await page.getByLabel('Find customer').click()
  await page.getByPlaceholder('Name, phone or email').fill(email)
  await page.getByRole('option').filter({ hasText: email }).click()
  await page.getByLabel('Full name').fill('Hollis Law Office')
  await page.getByLabel('Phone', { exact: true }).fill(customer.phone)
  await page.getByRole('region', { name: 'Products' }).getByRole('spinbutton').first().fill('2')
  await page.getByLabel('Delivery date').fill(firstDate)
  await page.getByLabel('Street Address').fill(customer.street)
  await page.getByLabel('City').fill(customer.city)
  await page.getByLabel('State').fill(customer.state)
  await page.getByLabel('ZIP Code').fill(customer.zip)
  await page.getByRole('switch', { name: 'Recurring delivery' }).click()
  await choose(page, page.getByLabel('Frequency'), /^Weekly$/)
  await page.getByRole('radio', { name: /^Invoice, net 15/ }).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  const link = await page.getByLabel('Terms link').inputValue()

  await office.goto(new URL(link).pathname)
  await expect(office.getByRole('heading', { name: 'Start your subscription' })).toBeVisible()
  await expect(office.getByLabel('Card number')).toHaveCount(0)
  await expectAccessible(office)
  await expectNoOverflowAtAnyWidth(office)
  await office.getByRole('button', { name: 'Accept the terms' }).click()
  await expect(office).toHaveURL(/\/order-confirmation/)

  await time.advanceToMorning(addDays(firstDate, 7))
  await signInAsStaff(page)
  await page.goto(`/admin/customers?q=${encodeURIComponent(email)}`)
  await page.getByText(email).first().click()
  await expect(panel.getByText('Open balance')).toBeVisible()
  // Two invoices of two bottles at 15 % off.
  await expect(panel).toContainText('$30.56')
  await expectAccessibleInBothThemes(page)
  await panel.getByRole('list', { name: 'Open invoices' }).getByRole('link').first().click()
  await panel.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await choose(page, dialog.getByLabel('Method'), 'Check')
  await dialog.getByLabel('Check number or note').fill('1042')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expectToast(page, 'Payment recorded')

  await page.goto(`/admin/customers?q=${encodeURIComponent(email)}`)
  await page.getByText(email).first().click()
  await panel.getByRole('link', { name: 'View statement' }).click()
  const statement = page.getByRole('region', { name: /^Statement for/ })
  await expect(statement.getByRole('row', { name: /^Closing balance/ })).toContainText('$15.28')
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)

  await signIn(office, email)
  await office.goto('/customer/invoices')
  await expect(office.getByRole('heading', { name: /^Statement for/ })).toBeVisible()
  await expectAccessible(office)
  await expectNoOverflowAtAnyWidth(office)
  await office.context().close()
})
