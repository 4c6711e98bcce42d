import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { makeDeliveryUnpaid } from '#tests/support/e2e/cycles.ts'
import {
  deliveryDay,
  expectAccessibleInBothThemes,
  expectToast,
  formattedDeliveryDay,
  rowWith,
} from '#tests/support/e2e/staff.ts'
import {
  createSubscription,
  getDialog,
  openSubscription,
  orderNumber,
} from '#tests/support/e2e/staff-subscriptions.ts'

test('staff pause and resume, skip and restore, each confirmed and recorded in the history', {
  tag: '@core',
}, async ({ page }) => {
  const { id } = await createSubscription(page)
  const panel = await openSubscription(page, id)
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
  await expect(rowWith(page, orderNumber(id))).toContainText(`Paused until ${formattedDeliveryDay}`)
  await expect(panel).toContainText('Deliveries paused')
  await expect(panel).toContainText('Status: active → paused')

  await panel.getByRole('button', { name: 'Resume' }).click()
  await getDialog(page).getByRole('button', { name: 'Resume deliveries' }).click()
  await expectToast(page, 'Deliveries resumed')
  // Until the panel is read again, its first delivery is the first one after the pause.
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible()
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
  const panel = await openSubscription(page, id)
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
  await expect(rowWith(page, orderNumber(id))).toContainText('Cancelled')
})

test('a rejected and a failed change show an error in the dialog', async ({ page, baseURL }) => {
  const { id } = await createSubscription(page)
  const orderId = await makeDeliveryUnpaid(baseURL, id, { outcome: 'hard', code: 'stolen_card' })
  await page.goto(`/admin/orders?order=${orderId}`)
  await expect(page.getByText('On hold: unpaid')).toBeVisible()
  const panel = await openSubscription(page, id)
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
