import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  placeOrder,
  rowWith,
  signInWithRole,
  staffPages,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

const entries = (page: Page) => page.getByRole('navigation', { name: 'Staff' }).getByRole('link')

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

test('rule 35: a viewer reads every list and finds nothing to change or export', {
  tag: '@core',
}, async ({ page, baseURL }) => {
  const name = uniqueWord('Reader')
  const orderId = await placeOrder(page.request, { name })
  await signInWithRole(page, baseURL, 'viewer')

  await open(page, '/admin/dashboard')
  await expect(entries(page)).toHaveText(staffPages)
  for (const list of ['customers', 'orders', 'trucks', 'schedules', 'subscriptions']) {
    await open(page, `/admin/${list}`)
    await expect(page.getByRole('table')).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Edit|Delete|Import|Add )/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Export' })).toHaveCount(0)
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: /^(Actions|Edit)$/ })).toHaveCount(0)
  }

  await open(page, `/admin/orders?order=${orderId}`)
  const panel = page.getByRole('complementary').or(page.getByRole('dialog'))
  await expect(panel.getByRole('heading', { name: 'Status' })).toBeVisible()
  await expect(panel.getByText('Pending').first()).toBeVisible()
  await expect(panel.getByRole('button', { name: /Save|Refund|Resend/ })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  const exported = await page.request.get(apiPaths.adminOrdersCsv)
  expect(exported.status()).toBe(403)
})

test('rule 35: a dispatcher edits orders, but cannot refund, export or read the activity log', async ({
  page,
  baseURL,
}) => {
  const customerEmail = `${uniqueWord('payer')}@example.com`
  await paidOrder(page, { customerEmail })
  await signInWithRole(page, baseURL, 'dispatcher')

  await open(page, '/admin/audit')
  await expect(page.getByText("You don't have access to this page")).toBeVisible()
  await expect(entries(page).filter({ hasText: 'Activity log' })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)

  await open(page, `/admin/orders?q=${customerEmail}`)
  await expect(page.getByRole('link', { name: 'Export' })).toHaveCount(0)
  await rowWith(page, customerEmail).getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog.getByLabel('Order Status'), 'Cancelled')
  await expect(
    dialog.getByText('Keep the payment: only a manager or an owner can refund.'),
  ).toBeVisible()
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated successfully')
  await rowWith(page, customerEmail).getByRole('link').first().click()
  const panel = page.getByRole('complementary').or(page.getByRole('dialog'))
  await expect(panel.getByRole('heading', { name: 'Payment' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Refund' })).toHaveCount(0)
})
