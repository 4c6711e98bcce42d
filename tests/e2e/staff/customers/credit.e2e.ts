import {
  expect,
  expectAccessible,
  expectNoOverflowAtAnyWidth,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  test,
} from '#tests/support/e2e/base-test.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  placeOrder,
  rowWith,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'

const spring = 'Spring Water 5 Gallon'

test('staff give credit, the customer orders with it, and two bottles of five are refunded', async ({
  page,
  request,
}) => {
  test.slow()
  const email = freshEmail('credit')
  await placeOrder(request, { email })
  await signInAsStaff(page)
  await page.goto(`/admin/customers?q=${email}`)
  await rowWith(page, email).click()
  const customer = page.getByRole('complementary', { name: email })
  await expect(customer).toContainText('No credit yet.')
  await customer.getByRole('button', { name: 'Add credit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('1000.01')
  await dialog.getByRole('button', { name: 'Add credit' }).click()
  await expect(dialog).toContainText('Enter an amount from $0.01 to $1,000.00')
  await expect(dialog).toContainText('Please give a reason')
  await dialog.getByLabel('Amount').fill('5.00')
  await dialog.getByLabel('Reason').fill('The truck was late')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Add credit' }).click()
  await expectToast(page, 'Credit added')
  await expect(customer).toContainText('Balance $5.00')
  await expect(customer).toContainText('The truck was late')
  await expectAccessibleInBothThemes(page)

  await page.context().clearCookies()
  await signIn(page, email)
  await page.goto('/customer/billing')
  const credit = page.getByRole('region', { name: 'Account credit' })
  await expect(credit).toContainText('$5.00')
  await expect(credit).toContainText('Goodwill credit')
  await expect(credit).not.toContainText('The truck was late')
  await expectAccessible(page)
  await expectNoOverflowAtAnyWidth(page)

  await fillCart(page, spring, 5)
  await goToCheckout(page)
  await fillDelivery(page, { email })
  const summary = page.getByRole('complementary')
  await expect(summary).toContainText('Account credit-$5.00')
  await expect(summary).toContainText('Amount due$39.95')
  await expectAccessible(page)
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible()
  await expect(page.getByText('Account credit')).toBeVisible()
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? ''

  await page.context().clearCookies()
  await signInAsStaff(page)
  await page.goto(`/admin/orders?order=${orderId}`)
  const panel = page.getByRole('complementary', { name: /^Order/ })
  await expect(panel).toContainText('Paid with credit')
  await panel.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByRole('radio', { name: 'Items' }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('Choose at least one item')
  await dialog.getByLabel(spring).fill('6')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('Enter 0 to 5')
  await dialog.getByLabel(spring).fill('2')
  await expect(dialog).toContainText('Refund$17.98')
  await dialog.getByLabel('Reason').fill('Two bottles were cracked')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText(`2 × ${spring}`)
  await dialog.getByRole('button', { name: 'Refund $17.98' }).click()
  await expectToast(page, 'Refund requested')
  const refunds = panel.getByRole('list', { name: 'Refunds' })
  await expect(refunds).toContainText(`2 × ${spring}`)
  await expect(refunds.getByText('Refunded', { exact: true })).toBeVisible()

  await page.context().clearCookies()
  await signIn(page, email)
  await page.goto('/customer/orders')
  await page.getByRole('row', { name: new RegExp(orderId.slice(0, 8)) }).click()
  const details = page.getByRole('region', { name: 'Order details' })
  await expect(details).toContainText('We refunded $17.98 to your card')
  await expect(details).toContainText('Account credit-$5.00')
})

test('an order that credit covers needs no card', async ({ page, request }) => {
  const email = freshEmail('covered')
  await placeOrder(request, { email })
  await signInAsStaff(page)
  const [found] = await (await page.request.get(`/api/admin/customers?q=${email}&limit=5`)).json()
  const grant = { amount: '50.00', reason: 'A year of loyalty' }
  await page.request.post(`/api/admin/customers/${found.id}/credit`, { data: grant })
  await page.context().clearCookies()
  await signIn(page, email)

  await fillCart(page, spring, 2)
  await goToCheckout(page)
  await fillDelivery(page, { email: 'someone-else@example.com' })
  await expect(page.getByLabel('Card number')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await expect(page.getByText('Your account credit pays for this order.')).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Place Order' }).click()

  await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible()
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? ''
  const order = await (await page.request.get(`/api/orders/${orderId}`)).json()
  expect(order).toMatchObject({ status: 'confirmed', paymentStatus: 'covered', due: '0.00' })
  await page.goto('/customer/billing')
  await expect(page.getByRole('region', { name: 'Account credit' })).toContainText('$32.02')
})
