import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { dateIn } from '#contract/dates/calendar.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { expect, expectAccessible, expectNoOverflow, test } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { expectToast, signInAsStaff } from '#tests/support/e2e/staff.ts'
import { createSubscriber, findEmail } from '#tests/support/e2e/subscriber.ts'

/** A subscriber got one of two bottles, and the route was closed: the other one becomes credit. */
async function shortDelivery(page: Page, baseURL: string | undefined) {
  const today = () => dateIn('America/New_York', new Date())
  const subscriber = await createSubscriber(page, { today })
  const { id, email } = subscriber
  const deliver = "update orders set delivery_status = 'delivered' where id = $1"
  await queryE2eDatabase(baseURL, deliver, [id])
  const items = [{ line: 0, label: 'Spring Water 5 Gallon', quantity: 1, cents: 764 }]
  const refund = `insert into refunds (id, order_id, destination, amount_cents, items, reason,
    dedupe_key, due_at, created_at, updated_at)
    values ($1, $2, 'credit', 764, $3, 'Not delivered', $4, now(), now(), now())`
  const values = [randomUUID(), id, JSON.stringify(items), `undelivered:${id}`]
  await queryE2eDatabase(baseURL, refund, values)
  await queryE2eDatabase(baseURL, "select pg_notify('carboy_refund', '')", [])
  return { ...subscriber, emailed: await findEmail(page, email, /We refunded \$7\.64/) }
}

test('rule 59: a customer has credit for undelivered bottles sent to the card', {
  tag: '@core',
}, async ({ page, baseURL }) => {
  const { id, email, emailed } = await shortDelivery(page, baseURL)
  expect(emailed).toContain('Send it to my card instead')
  expect(emailed).toContain(`/customer/orders?order=${id}`)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/customer/orders?order=${id}`)
  const sheet = page.getByRole('dialog', { name: `Order ${formatOrderNumber(id)}` })
  await expect(sheet.getByRole('heading', { name: 'Not delivered' })).toBeVisible()
  await expect(sheet.getByText('1 × Spring Water 5 Gallon')).toBeVisible()
  await expect(sheet).toContainText('$7.64 is account credit')
  await expectAccessible(page)

  const send = sheet.getByRole('button', { name: 'Send it to my card instead' })
  await send.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Send $7.64 to your card?' })
  await expect(dialog).toContainText('This action cannot be undone')
  await expectAccessible(page)
  await expectNoOverflow(page)
  await dialog.getByRole('button', { name: 'Send to my card' }).click()
  await expectToast(page, 'Refund requested')
  await expect(sheet).toContainText(/We('re refunding| refunded) \$7\.64 to the card you paid with/)
  await expect(send).toHaveCount(0)
  // The email about the credit has the same subject.
  await expect(async () => {
    const latest = await findEmail(page, email, /We refunded \$7\.64/)
    expect(latest).toContain('to the card you paid with')
  }).toPass()
  await page.goto('/customer/billing')
  await expect(page.getByText('$7.64').first()).toBeVisible()
})

test('rule 59: staff send it to the card for a customer who calls', async ({ page, baseURL }) => {
  const { id, email } = await shortDelivery(page, baseURL)
  await signInAsStaff(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/admin/orders?q=${email}&order=${id}`)
  const panel = page.getByRole('complementary', { name: `Order ${formatOrderNumber(id)}` })
  await panel.getByRole('button', { name: 'Send $7.64 to the card instead' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Send $7.64 to the card?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send to the card' }).click()
  await expectToast(page, 'Refund requested')
  await expect(panel.getByRole('list', { name: 'Refunds' })).not.toContainText('as credit')
  await expect(panel.getByRole('list', { name: 'Refunds' })).toContainText('Refunded')
})
