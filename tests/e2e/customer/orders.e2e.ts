import { formatDate } from '#contract/dates/calendar.ts'
import { pageRoutes } from '#contract/pages.ts'
import {
  expect,
  expectAccessible,
  expectConfirmation,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  placeOrderButton,
  test,
} from '#tests/support/e2e/base-test.ts'
import { payOutsideShop, unpaidOrder, updateOrderAsStaff } from '#tests/support/e2e/orders.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import { paths } from '#web/paths.ts'

test('a guest logs in and sees their order and its invoice', { tag: '@core' }, async ({ page }) => {
  const email = freshEmail('guest')
  await fillCart(page, 'Spring Water 5 Gallon', 2)
  await goToCheckout(page)
  const date = await fillDelivery(page, { email })
  await fillCard(page, '4242424242424242')
  await placeOrderButton(page).click()
  const orderId = await expectConfirmation(page)
  await signIn(page, email)

  await page.goto(pageRoutes.customerDashboard)
  await expect(page.getByRole('region', { name: 'Total Orders' })).toContainText('1')
  await expect(page.getByRole('region', { name: 'Active Subscriptions' })).toContainText('0')
  await page.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Order ID',
    'Date',
    'Delivery Date',
    'Total',
    'Status',
    'Delivery Status',
    'Type',
  ])
  const row = page.getByRole('row').filter({ hasText: orderId.slice(0, 8) })
  await expect(row.getByRole('cell')).toHaveText([
    orderId.slice(0, 8),
    /\d{4}$/,
    formatDate(date, 'short'),
    '$17.98',
    'Confirmed',
    'Scheduled',
    'One-time',
    'View Invoice',
  ])
  await expectAccessible(page)

  await row.getByRole('button', { name: 'View Invoice' }).click()
  await expect(page).toHaveURL(paths.customerInvoice(orderId))
  const invoice = page.getByRole('region', { name: /^Invoice INV-\d+/ })
  await expect(invoice).toContainText('Ana Ruiz')
  await expect(invoice).toContainText(email)
  await expect(invoice).toContainText('12 Main Street')
  await expect(invoice).toContainText('5-gallon x 2')
  await expect(invoice).toContainText('Subtotal$17.98')
  await expect(invoice).toContainText('Total$17.98')
  await expect(invoice.getByText('Paid', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('an open order updates live through payment and delivery', async ({ page }) => {
  const email = freshEmail('live')
  const orderId = await unpaidOrder(page, { customerEmail: email })
  await signIn(page, email)
  await page.goto(pageRoutes.customerOrders)

  await page.getByRole('button', { name: orderId.slice(0, 8) }).click()
  const sheet = page.getByRole('dialog', { name: `Order ${orderId.slice(0, 8)}` })
  await expect(sheet.getByText('Live', { exact: true })).toBeVisible()
  await expect(sheet.getByText('Unpaid', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Pay now' })).toBeVisible()
  await expect(sheet).toContainText('12 Main Street')
  await expectAccessible(page)

  await payOutsideShop(orderId)
  await expect(sheet.getByText('Paid', { exact: true })).toBeVisible()
  await expect(sheet.getByText(/^Paid on /)).toBeVisible()
  await updateOrderAsStaff(orderId, { deliveryStatus: 'in-transit' })
  await expect(sheet.locator('[aria-current=step]')).toContainText('Out for delivery')
  await page.keyboard.press('Escape')
  const row = page.getByRole('row').filter({ hasText: orderId.slice(0, 8) })
  await expect(row).toContainText('In transit')
})

test('an invoice prints as one page without the portal around it', async ({ page }) => {
  const email = freshEmail('print')
  const orderId = await unpaidOrder(page, { customerEmail: email })
  await signIn(page, email)
  await page.goto(paths.customerInvoice(orderId))
  const invoice = page.getByRole('region', { name: /^Pro forma invoice PRO-/ })
  await expect(invoice).toBeVisible()
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', document.title)
  })
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.locator('html')).toHaveAttribute(
    'data-printed',
    `Invoice PRO-${orderId.slice(0, 8)}`,
  )

  await page.emulateMedia({ media: 'print' })
  await expect(invoice).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download' })).toBeHidden()
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  }
})

test('empty pages link to the shop', async ({ page }) => {
  await signIn(page, freshEmail('empty'))
  for (const [path, title] of [
    [pageRoutes.customerInvoices, 'No invoices yet'],
    [pageRoutes.customerSubscriptions, 'No active subscriptions'],
    [pageRoutes.customerOrders, 'No orders yet'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectAccessible(page)
  }
  await page.getByRole('link', { name: 'Browse Products' }).click()
  await expect(page).toHaveURL('/')
})

test("another customer's invoice is not found", async ({ page }) => {
  const orderId = await unpaidOrder(page, { customerEmail: freshEmail('owner') })
  await signIn(page, freshEmail('stranger'))

  await page.goto(paths.customerInvoice(orderId))

  await expect(page.getByRole('heading', { name: 'Invoice not found' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to Invoices' }).click()
  await expect(page).toHaveURL(pageRoutes.customerInvoices)
})
