import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addDays, dateIn, formatDate } from '#contract/dates/calendar.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectNoOverflowAtAnyWidth,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'
import { paidOrder, updateOrderAsStaff } from '#tests/support/e2e/orders.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  rowWith,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'

const phone = { width: 375, height: 740 }
const desktop = { width: 1280, height: 900 }

const photo = async () => ({
  name: 'leak.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#9db8d3' } })
    .jpeg()
    .toBuffer(),
})

/** A delivered order of two bottles, open in its customer's portal. */
async function openDeliveredOrder(page: Page): Promise<{ email: string; orderId: string }> {
  const email = freshEmail('case')
  const orderId = await paidOrder(page, { customerEmail: email })
  await updateOrderAsStaff(orderId, { deliveryStatus: 'delivered' })
  await signIn(page, email)
  await page.goto(`/customer/orders?order=${orderId}`)
  return { email, orderId }
}

async function report(page: Page, kind: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Report a problem' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await dialog.getByLabel(kind).check()
  await dialog.getByLabel('What happened?').fill(text)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expectToast(page, 'Report sent')
}

/** Opens the case of this customer in the queue. */
async function startAnswer(page: Page, email: string, kind: string) {
  await page.setViewportSize(desktop)
  await signInAsStaff(page)
  await page.goto(`/admin/cases?q=${encodeURIComponent(email)}`)
  await rowWith(page, 'Open').getByRole('link').click()
  const panel = page.getByRole('complementary', { name: kind })
  await panel.getByRole('button', { name: 'Answer case' }).click()
  return { panel, dialog: page.getByRole('dialog', { name: 'Answer case' }) }
}

const expectEmail = (page: Page, email: string, text: string) =>
  expect(async () => {
    const mailbox = await (await page.request.get('/dev/mailbox')).text()
    const emails = mailbox.split('<details').filter((html) => html.includes(`to ${email},`))
    expect(emails.some((html) => html.includes(text))).toBe(true)
  }).toPass()

test('rule 66: a customer reports damage with a photo on a phone, and staff answer with credit', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize(phone)
  const { email, orderId } = await openDeliveredOrder(page)
  await page.getByRole('button', { name: 'Report a problem' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog).toContainText('Choose what is wrong')
  await expect(dialog).toContainText('Describe the problem')
  await expectAccessible(page)
  await dialog.getByLabel('Damaged').check()
  await dialog.getByLabel('What happened?').fill('One bottle leaks at the cap')
  await dialog.getByLabel('Photo (optional)').setInputFiles(await photo())
  await expectNoOverflow(page)
  await page.screenshot({ path: 'test-results/cases-report-375.png' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expectToast(page, 'Report sent')
  const card = page.getByRole('article', { name: 'Problem: Damaged' })
  await expect(card).toContainText('One bottle leaks at the cap')
  const image = card.getByRole('img', { name: 'Sent with your report' })
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBe(900)
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/cases-portal-375.png' })
  await expectEmail(page, email, `We got your report about order ${formatOrderNumber(orderId)}`)

  await page.setViewportSize(desktop)
  await signInAsStaff(page)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('link', { name: /^\d+ Open cases/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Staff' })).toContainText(/Cases\d+ open/)
  await page.goto(`/admin/cases?q=${encodeURIComponent(email)}`)
  await rowWith(page, 'Damaged').getByRole('link').click()
  const panel = page.getByRole('complementary', { name: 'Damaged' })
  await expect(panel.getByRole('img', { name: 'Sent by the customer' })).toBeVisible()
  await expect(panel).toContainText('Spring Water')
  await expectAccessibleInBothThemes(page)
  await page.screenshot({ path: 'test-results/cases-panel-1280.png' })
  await panel.getByRole('button', { name: 'Answer case' }).click()
  const answer = page.getByRole('dialog', { name: 'Answer case' })
  await answer.getByRole('button', { name: 'Send answer' }).click()
  await expect(answer).toContainText('Choose an answer')
  await expect(answer).toContainText('Write to the customer')
  await answer.getByLabel('Account credit').check()
  await answer.getByLabel('Amount').fill('8.99')
  await answer.getByLabel('Message to the customer').fill('Sorry about the leak.')
  await expectAccessibleInBothThemes(page)
  await answer.getByRole('button', { name: 'Send answer' }).click()
  await expectToast(page, 'Case answered')
  await expect(panel).toContainText('$8.99 of account credit')
  await expectNoOverflowAtAnyWidth(page)
  await page.setViewportSize({ width: 800, height: 900 })
  await page.screenshot({ path: 'test-results/cases-answered-800.png' })

  await expectEmail(page, email, 'We added $8.99 of credit to your account.')
  await page.goto(`/customer/orders?order=${orderId}`)
  await expect(card).toContainText('Answered')
  await expect(card).toContainText('$8.99 of account credit')
  await expect(card).toContainText('Sorry about the leak.')
  await page.goto('/customer/billing')
  await expect(page.getByRole('region', { name: 'Account credit' })).toContainText('$8.99')
  await page.setViewportSize(desktop)
  await page.goto(`/admin/orders?order=${orderId}`)
  const order = page.getByRole('complementary', { name: /^Order/ })
  await expect(order).toContainText('Case answered')
  await expect(order.getByRole('link', { name: /Damaged/ })).toBeVisible()
})

test('rule 66: a case is answered with a refund of one bottle, which needs a second step', async ({
  page,
}) => {
  test.slow()
  const { email, orderId } = await openDeliveredOrder(page)
  await report(page, 'Missing', 'Only one bottle came')
  const { panel, dialog } = await startAnswer(page, email, 'Missing')
  await dialog.getByLabel('Refund', { exact: true }).check()
  await dialog.getByLabel('Message to the customer').fill('We refund the missing bottle.')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('Choose at least one item')
  await dialog.getByLabel('Spring Water 5 Gallon').fill('1')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Refund $8.99?' })
  await expectAccessibleInBothThemes(page)
  await confirm.getByRole('button', { name: /^Refund \$/ }).click()
  await expectToast(page, 'Case answered')
  await expectEmail(page, email, 'We refunded $8.99.')
  await page.reload()
  await expect(panel).toContainText('Refund of $8.99')
  await page.goto(`/customer/orders?order=${orderId}`)
  await expect(page.getByRole('article', { name: 'Problem: Missing' })).toContainText(
    'Refund of $8.99',
  )
})

test('rule 66: a redelivery is a stop of the order, and its date is emailed', {
  tag: '@core',
}, async ({ page }) => {
  test.slow()
  const { email, orderId } = await openDeliveredOrder(page)
  await report(page, 'Wrong count', 'One bottle too few')
  const { panel, dialog } = await startAnswer(page, email, 'Wrong count')
  const date = addDays(dateIn('America/New_York', new Date()), 2)
  await dialog.getByLabel('Redelivery', { exact: true }).check()
  await dialog.getByLabel('Redelivery date').fill(date)
  await dialog.getByLabel('Message to the customer').fill('We bring the bottle.')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expectToast(page, 'Case answered')
  await expect(panel).toContainText('Redelivery on')
  await expectEmail(
    page,
    email,
    `We’ll deliver a replacement on ${formatDate(date)}, at no charge.`,
  )
  await page.goto(`/admin/orders?order=${orderId}`)
  const order = page.getByRole('complementary', { name: /^Order/ })
  await expect(order).toContainText('Redelivery (wrong count)')
})
