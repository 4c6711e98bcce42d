import { expect, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import {
  fillInOrder,
  findCustomer,
  openFilledForm,
  openForm,
  placed,
  radio,
  section,
} from '#tests/support/e2e/phone-order-form.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  placeOrder,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'

test('an order on delivery is due; payments are recorded, rejected above the total and reversed', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/409/)
  await openFilledForm(page)
  await radio(page, /^On delivery/).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('The order is confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'View order' }).click()

  const panel = page.getByRole('complementary')
  await expect(panel.getByText('Payment due').first()).toBeVisible()
  await expect(panel.getByText('Due on delivery')).toBeVisible()
  await panel.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await expectAccessibleInBothThemes(page)
  await dialog.getByLabel('Amount').fill('20')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByText('This is more than the $17.98 still due.')).toBeVisible()
  await dialog.getByLabel('Amount').fill('17.98')
  await choose(page, dialog.getByLabel('Method'), 'Check')
  await dialog.getByLabel('Check number or note').fill('1042')
  await dialog.getByRole('button', { name: 'Record payment' }).click()

  await expectToast(page, 'Payment recorded')
  const received = panel.getByRole('list', { name: 'Payments received' })
  await expect(received).toContainText('Check · 1042')
  await expect(panel.getByText('Still due')).toHaveCount(0)
  await received.getByRole('button', { name: 'Reverse payment' }).click()
  const reverse = page.getByRole('dialog', { name: 'Reverse $17.98?' })
  await reverse.getByLabel('Reason').fill('Wrong order')
  await reverse.getByRole('button', { name: 'Reverse $17.98' }).click()
  await expectToast(page, 'Payment reversed')
  await expect(received).toContainText('-$17.98')
  await expect(panel.getByText('Still due: $17.98')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('a known customer is found with past addresses and pays by invoice once a manager allows it', async ({
  page,
}) => {
  const email = freshEmail('phone')
  await signInAsStaff(page)
  await placeOrder(page.request, { email, street: '77 Invoice Road' })
  await page.goto(`/admin/customers?q=${encodeURIComponent(email)}`)
  await page.locator('[data-row-link]').first().click()
  const panel = page.getByRole('complementary')
  await choose(page, panel.getByLabel('Payment by invoice'), 'Invoice, net 15')
  await expectToast(page, 'Invoice terms updated')

  await openForm(page)
  await findCustomer(page, email)
  await expect(page.getByRole('textbox', { name: 'Email' })).not.toBeEditable()
  await page.getByRole('button', { name: /77 Invoice Road/ }).click()
  await expect(page.getByLabel('Street Address')).toHaveValue('77 Invoice Road')
  await fillInOrder(page)
  await expect(section(page, 'Total')).toContainText(/\$\d/)
  await radio(page, /^Invoice, net 15/).check()
  await page.getByRole('button', { name: 'Place order' }).click()

  await expect(page.getByText('The order is confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(panel.getByText(/^Net 15, due /)).toBeVisible()
})

test('the saved card of a subscriber is charged, and the next order starts empty', async ({
  page,
}) => {
  const email = freshEmail('phone')
  await paidOrder(page, { customerEmail: email, isRecurring: true, recurringFrequency: 'weekly' })
  await signInAsStaff(page)
  await openForm(page)
  await findCustomer(page, email)
  await page.getByRole('list', { name: 'Past addresses' }).getByRole('button').click()
  await fillInOrder(page)
  await expect(section(page, 'Total')).toContainText(/\$\d/)
  await radio(page, /^Saved card/).check()
  await page.getByRole('button', { name: 'Place order' }).click()

  await expect(page.getByText('We charged the saved card and emailed the customer.')).toBeVisible()
  await page.getByRole('button', { name: 'New order' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('')
})

test('a recurring order is paid by link only, and the pay page shows its terms', async ({
  page,
}) => {
  await openFilledForm(page)
  await radio(page, /^On delivery/).check()
  await page.getByRole('switch', { name: 'Recurring delivery' }).click()
  await expect(radio(page, /^On delivery/)).toHaveCount(0)
  await expect(radio(page, /^Pay link/)).toBeChecked()
  await choose(page, page.getByLabel('Frequency'), /^Weekly$/)
  await expect(section(page, 'Total')).toContainText('$15.28')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(placed(page)).toBeVisible()

  await page.goto(new URL(await page.getByLabel('Pay link').inputValue()).pathname)
  await expect(page.getByText(/we'll charge your card every week/)).toBeVisible()
})
