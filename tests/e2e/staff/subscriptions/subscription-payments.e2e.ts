import { expect, test } from '#tests/support/e2e/base-test.ts'
import {
  makeDeliveryDelivered,
  makeDeliveryMissed,
  makeDeliveryUnpaid,
} from '#tests/support/e2e/cycles.ts'
import { expectAccessibleInBothThemes, expectToast } from '#tests/support/e2e/staff.ts'
import {
  createSubscription,
  getDialog,
  getPanel,
  openSubscription,
  orderNumber,
} from '#tests/support/e2e/staff-subscriptions.ts'

test('a delivery on hold is released, then its payment is retried', { tag: '@core' }, async ({
  page,
  baseURL,
}) => {
  const { id } = await createSubscription(page)
  const orderId = await makeDeliveryUnpaid(baseURL, id)
  await page.goto('/admin/subscriptions?attention=onHold')
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('on hold, unpaid')
  await page.getByRole('link', { name: orderNumber(id) }).click()
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
  await order.getByRole('link', { name: `Subscription #${orderNumber(id)}` }).click()

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
  const panel = await openSubscription(page, id)
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
  const panel = await openSubscription(page, id)
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
