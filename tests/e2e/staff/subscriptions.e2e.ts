import type { Page } from '@playwright/test'
import { expect, expectAccessible, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import {
  makeDeliveryDelivered,
  makeDeliveryMissed,
  makeDeliveryUnpaid,
} from '#tests/support/e2e/cycles.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import {
  choose,
  deliveryDay,
  expectAccessibleInBothThemes,
  expectToast,
  formattedDeliveryDay,
  ownerPages,
  rowWith,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'

const number = (id: string) => id.slice(0, 8)
const getPanel = (page: Page) => page.getByRole('complementary', { name: /^Subscription/ })
const getDialog = (page: Page) => page.getByRole('alertdialog')

/** Creates a weekly subscription of two bottles whose first order is paid. */
async function createSubscription(page: Page) {
  const email = freshEmail('weekly')
  const order = { customerEmail: email, isRecurring: true, recurringFrequency: 'weekly' } as const
  const id = await paidOrder(page, order)
  await signInAsStaff(page)
  await expect(async () => {
    expect((await page.request.get(`/api/admin/subscriptions/${id}`)).ok()).toBe(true)
  }).toPass()
  return { id, email }
}

async function open(page: Page, id: string) {
  await page.goto(`/admin/subscriptions?q=${number(id)}&subscription=${id}`)
  await expect(getPanel(page).getByRole('heading', { name: 'Subscription details' })).toBeVisible()
  return getPanel(page)
}

test('subscriptions are searched, filtered and sorted, and the URL stores the view', async ({
  page,
}) => {
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
  await expect(row).toContainText(number(id))
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

test('staff pause and resume, skip and restore, each confirmed and recorded in the history', async ({
  page,
}) => {
  const { id } = await createSubscription(page)
  const panel = await open(page, id)
  await expect(panel).toContainText('2 × Spring Water 5 Gallon')
  await expect(panel).toContainText('12 Main Street')
  await expect(panel).toContainText('No recurring deliveries yet.')
  await expect(panel.getByRole('heading', { name: 'What the customer agreed to' })).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await panel.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('dialog').getByLabel('Pause until').fill(deliveryDay)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(getDialog(page)).toContainText(`until ${formattedDeliveryDay}`)
  await expectAccessibleInBothThemes(page)
  await getDialog(page).getByRole('button', { name: 'Pause deliveries' }).click()
  await expectToast(page, `Deliveries paused until ${formattedDeliveryDay}`)
  await expect(rowWith(page, number(id))).toContainText(`Paused until ${formattedDeliveryDay}`)
  await expect(panel).toContainText('Subscription paused')
  await expect(panel).toContainText('Status: active → paused')

  await panel.getByRole('button', { name: 'Resume' }).click()
  await getDialog(page).getByRole('button', { name: 'Resume deliveries' }).click()
  await expectToast(page, 'Deliveries resumed')
  const next = panel.getByRole('list', { name: 'Next deliveries' })
  await expect(next.getByRole('listitem')).toHaveCount(6)
  await next.getByRole('button', { name: 'Skip' }).first().click()
  await getDialog(page).getByRole('button', { name: 'Skip delivery' }).click()
  await expectToast(page, /^Delivery on .+ skipped$/)
  await expect(next.getByRole('listitem').first()).toContainText('Skipped by staff.')
  await next.getByRole('button', { name: 'Restore' }).click()
  await getDialog(page).getByRole('button', { name: 'Restore delivery' }).click()
  await expectToast(page, /^Delivery on .+ restored$/)
  await expect(next.getByRole('listitem').first()).toContainText('changes close')
  await expect(panel).toContainText('Delivery: skipped → planned')
})

test('a cancellation lists the cancelled deliveries, and no actions are left afterwards', async ({
  page,
}) => {
  const { id } = await createSubscription(page)
  const panel = await open(page, id)
  const cancel = panel.getByRole('button', { name: 'Cancel subscription' })
  await cancel.click()
  await expect(getDialog(page)).toContainText(
    /We'll cancel \w+ \d+, \d{4} and all later deliveries/,
  )
  await expectAccessible(page)
  await getDialog(page).getByRole('button', { name: 'Keep subscription' }).click()
  await expect(cancel).toBeFocused()
  await cancel.click()
  await getDialog(page).getByRole('button', { name: 'Cancel subscription' }).click()
  await expectToast(page, 'Subscription cancelled')
  await expect(panel).toContainText('No upcoming deliveries.')
  await expect(cancel).toBeHidden()
  await expect(rowWith(page, number(id))).toContainText('Cancelled')
})

test('a delivery on hold is released, then its payment is retried', async ({ page, baseURL }) => {
  const { id } = await createSubscription(page)
  const orderId = await makeDeliveryUnpaid(baseURL, id)
  await page.goto('/admin/subscriptions?needs=held')
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('on hold, unpaid')
  await page.getByRole('link', { name: number(id) }).click()
  const panel = getPanel(page)
  const attention = panel.getByRole('list', { name: 'Needs attention' })
  await expect(attention).toContainText('$15.28 unpaid, on hold')
  await expect(attention).toContainText('1 attempt so far: insufficient funds.')
  await expect(panel.getByRole('list', { name: 'Payment attempts' })).toContainText('Declined')
  await expectAccessibleInBothThemes(page)

  await attention.getByRole('button', { name: 'Release delivery' }).click()
  await getDialog(page).getByRole('button', { name: 'Release delivery' }).click()
  await expect(attention).toContainText('unpaid, released')
  await expect(panel).toContainText('On hold: yes → no')
  await page.goto(`/admin/orders?order=${orderId}`)
  const order = page.getByRole('complementary', { name: /^Order/ })
  await expect(order).toContainText('Unpaid')
  await expect(order).toContainText('Next payment attempt:')
  await order.getByRole('link', { name: `Subscription #${number(id)}` }).click()

  await attention.getByRole('button', { name: 'Retry payment' }).click()
  await getDialog(page).getByRole('button', { name: 'Retry payment' }).click()
  await expectToast(page, 'Retrying payment')
  await expect(attention).toBeHidden()
  const deliveries = panel.getByRole('list', { name: 'Deliveries and payments' })
  await expect(deliveries.getByRole('listitem').first()).toContainText('Paid')
})

test('a delivery that was never charged is charged once', async ({ page, baseURL }) => {
  const { id } = await createSubscription(page)
  await makeDeliveryDelivered(baseURL, id)
  const panel = await open(page, id)
  const attention = panel.getByRole('list', { name: 'Needs attention' })
  await expect(attention).toContainText('$15.28, delivered, not charged')
  await attention.getByRole('button', { name: 'Charge' }).click()
  await getDialog(page).getByRole('button', { name: 'Charge $15.28' }).click()
  await expectToast(page, 'Charging card')
  await expect(attention).toBeHidden()
  const deliveries = panel.getByRole('list', { name: 'Deliveries and payments' })
  await expect(deliveries.getByRole('listitem').first()).toContainText('Paid')
})

test('AU24: a missed delivery that arrived is marked delivered and charged once', async ({
  page,
  baseURL,
}) => {
  const { id } = await createSubscription(page)
  await makeDeliveryMissed(baseURL, id)
  const panel = await open(page, id)
  const delivery = panel
    .getByRole('list', { name: 'Deliveries and payments' })
    .getByRole('listitem')
    .first()
  await expect(delivery).toContainText('Skipped')
  await expectAccessibleInBothThemes(page)
  await delivery.getByRole('button', { name: /^Mark delivered and charge/ }).press('Enter')
  await expect(getDialog(page)).toContainText('Only do this if the delivery on')
  await getDialog(page).getByRole('button', { name: 'Charge $15.28' }).click()
  await expectToast(page, 'Marked delivered. Charging card.')
  await expect(delivery).toContainText('Paid')
  await expect(delivery.getByRole('button')).toHaveCount(0)
})

test('a rejected and a failed change show an error in the dialog', async ({ page, baseURL }) => {
  const { id } = await createSubscription(page)
  const orderId = await makeDeliveryUnpaid(baseURL, id, { outcome: 'hard', code: 'stolen_card' })
  await page.goto(`/admin/orders?order=${orderId}`)
  await expect(page.getByText('On hold: unpaid')).toBeVisible()
  const panel = await open(page, id)
  await expect(panel).toContainText('Declined permanently (the card was reported stolen)')
  await panel.getByRole('button', { name: 'Retry payment' }).click()
  await getDialog(page).getByRole('button', { name: 'Retry payment' }).click()
  await expect(getDialog(page).getByRole('alert')).toHaveText(
    'The bank permanently declined this card. The customer needs to update it first.',
  )
  await expectAccessible(page)
  await page.route(`/api/admin/subscriptions/${id}`, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 503 }) : route.fallback(),
  )
  await getDialog(page).getByRole('button', { name: 'Retry payment' }).click()
  await expect(getDialog(page).getByRole('alert')).toHaveText('Failed to change the subscription')
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: 'Retry payment' })).toBeFocused()
})

test('an email about a delivery is resent from the subscription', async ({ page }) => {
  const { id } = await createSubscription(page)
  const panel = await open(page, id)
  const emails = panel.getByRole('list', { name: 'Emails' })
  await emails.getByRole('button', { name: 'Resend' }).first().click()
  await expectToast(page, 'Resending email')
})

test('on a phone and in dark mode the panel is an accessible sheet', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const { id } = await createSubscription(page)
  await makeDeliveryUnpaid(baseURL, id)
  await page.goto(`/admin/subscriptions?q=${number(id)}`)
  await page.getByRole('link', { name: number(id) }).click()
  const sheet = page.getByRole('dialog', { name: `Subscription #${number(id)}` })
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
