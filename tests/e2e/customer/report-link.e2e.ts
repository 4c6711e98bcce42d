import type { Page } from '@playwright/test'
import { formatOrderNumber } from '#contract/order-number.ts'
import { expect, expectAccessible, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { paidOrder, updateOrderAsStaff } from '#tests/support/e2e/orders.ts'
import { readSignInEmail, signIn } from '#tests/support/e2e/sign-in.ts'

/** Delivers a guest's order and returns the link in the email about it. */
async function deliverOrder(page: Page, email: string) {
  const orderId = await paidOrder(page, { customerEmail: email })
  await updateOrderAsStaff(orderId, { deliveryStatus: 'delivered' })
  const path = `/customer/orders?report=${orderId}`
  await expect(async () => {
    const mailbox = await (await page.request.get('/dev/mailbox')).text()
    const emails = mailbox.split('<details').filter((html) => html.includes(`to ${email},`))
    const delivered = emails.find((html) =>
      html.includes(`Order ${formatOrderNumber(orderId)} was delivered`),
    )
    expect(delivered).toContain(path)
    expect(delivered).toContain('Report a problem')
  }).toPass()
  return { orderId, path }
}

test('rule 66: a guest reports a problem by the link in the delivery email, after the login', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  const email = freshEmail('report-link')
  const { orderId, path } = await deliverOrder(page, email)
  await page.goto(path)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const { code } = await readSignInEmail(page, email)
  await page.getByLabel('6-digit code').fill(code)
  await page.getByRole('button', { name: 'Log in with code' }).click()

  await expect(page).toHaveURL(path)
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const sheet = page.getByRole('dialog', { name: `Order ${formatOrderNumber(orderId)}` })
  await expect(sheet).toBeVisible()
  await page.reload()
  await expect(sheet).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.goto(path)
  await dialog.getByLabel('Damaged').check()
  await dialog.getByLabel('What happened?').fill('One bottle leaks at the cap')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(sheet.getByRole('article', { name: 'Problem: Damaged' })).toContainText('leaks')
})

test('rule 66: after 48 hours the link shows the order and the phone number', async ({
  page,
  baseURL,
}) => {
  const email = freshEmail('late-report')
  const { orderId, path } = await deliverOrder(page, email)
  await queryE2eDatabase(
    baseURL,
    `update orders set delivered_at = delivered_at - interval '48 hours' where id = $1`,
    [orderId],
  )
  await signIn(page, email)
  await page.goto(path)
  const sheet = page.getByRole('dialog', { name: `Order ${formatOrderNumber(orderId)}` })
  await expect(sheet).toContainText(
    /The 48 hours to report a problem here are over. Call us at .+ and we'll help./,
  )
  await expect(sheet.getByRole('button', { name: 'Report a problem' })).toHaveCount(0)
  await expectAccessible(page)
})

test("a link to someone else's order shows a message and no data of the order", async ({
  page,
}) => {
  const { path } = await deliverOrder(page, freshEmail('owner'))
  const email = freshEmail('visitor')
  await paidOrder(page, { customerEmail: email })
  await signIn(page, email)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: "We couldn't find this order" })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'View all orders' }).click()
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
})
