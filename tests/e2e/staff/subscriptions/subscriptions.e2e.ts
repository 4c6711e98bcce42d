import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { makeDeliveryUnpaid } from '#tests/support/e2e/cycles.ts'
import {
  choose,
  expectToast,
  ownerPages,
  rowWith,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'
import {
  createSubscription,
  getDialog,
  getPanel,
  openSubscription,
  orderNumber,
} from '#tests/support/e2e/staff-subscriptions.ts'

test('subscriptions are searched, filtered and sorted, and the URL stores the view', {
  tag: '@core',
}, async ({ page }) => {
  const { id, email } = await createSubscription(page)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('navigation', { name: 'Staff' }).getByRole('link')).toHaveText(
    ownerPages,
  )
  await page.getByRole('link', { name: 'Subscriptions', exact: true }).click()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Subscription',
    'Customer',
    'Status',
    'Frequency',
    'Next Delivery',
    'Amount',
  ])
  await page.getByRole('searchbox', { name: 'Search subscriptions' }).fill(email)
  await expect(page).toHaveURL(`/admin/subscriptions?q=${encodeURIComponent(email)}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = rowWith(page, email)
  await expect(row).toContainText(orderNumber(id))
  await expect(row).toContainText('Active')
  await expect(row).toContainText('Weekly')
  await expect(row).toContainText('$15.28')
  await expectAccessible(page)

  await choose(page, page.getByLabel('Filter subscriptions'), 'Past due')
  await expect(page.getByText('No subscriptions found')).toBeVisible()
  await choose(page, page.getByLabel('Filter subscriptions'), 'Active')
  await page.getByRole('button', { name: /^Sort/ }).click()
  await page.getByRole('menuitemradio', { name: 'Next delivery' }).click()
  await expect(page).toHaveURL(/status=active&sort=next/)
  await page.reload()
  await expect(page.getByLabel('Filter subscriptions')).toHaveText('Active')
  await row.click()
  await expect(page).toHaveURL(new RegExp(`subscription=${id}`))
  await expect(getPanel(page)).toBeFocused()
  await page.goBack()
  await expect(getPanel(page)).toBeHidden()
})

test('an email about a delivery is resent from the subscription', async ({ page }) => {
  const { id } = await createSubscription(page)
  const panel = await openSubscription(page, id)
  const emails = panel.getByRole('list', { name: 'Emails' })
  await emails.getByRole('button', { name: 'Resend' }).first().click()
  await expectToast(page, 'Resending email')
})

test('on a phone and in dark mode the panel is an accessible sheet', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const { id } = await createSubscription(page)
  await makeDeliveryUnpaid(baseURL, id)
  await page.goto(`/admin/subscriptions?q=${orderNumber(id)}`)
  await page.getByRole('link', { name: orderNumber(id) }).click()
  const sheet = page.getByRole('dialog', { name: `Subscription #${orderNumber(id)}` })
  await expect(sheet.getByRole('button', { name: 'Release delivery' })).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Release delivery' }).click()
  await expect(getDialog(page)).toContainText('will go out even though $15.28 is unpaid')
  await expectAccessible(page)
})

test('the subscriptions page has empty, error and not-found states', async ({ page }) => {
  await signInAsStaff(page)
  await page.goto('/admin/subscriptions?subscription=00000000-0000-4000-8000-000000000000')
  await expect(getPanel(page).getByRole('alert')).toContainText('Subscription not found')
  await page.route('/api/admin/subscriptions?*', (route) => route.fulfill({ status: 503 }))
  await page.goto('/admin/subscriptions')
  await expect(page.getByText('Failed to load subscriptions')).toBeVisible()
  await page.unroute('/api/admin/subscriptions?*')
  await page.route('/api/admin/subscriptions?*', (route) => route.fulfill({ json: [] }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No subscriptions yet.')).toBeVisible()
  await expectAccessible(page)
})
