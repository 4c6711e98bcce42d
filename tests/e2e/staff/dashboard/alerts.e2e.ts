import { expect, expectNoOverflowAtAnyWidth, test } from '#tests/support/e2e/base-test.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'

const ALERTS = '/api/admin/alerts'
const orderId = '0a1b2c3d-0000-4000-8000-000000000000'

const alert = (change: object) => ({
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'refunds_blocked',
  subject: '',
  title: 'Refunds aren’t going through',
  message: 'Stripe rejects our API key. Refunds wait and are sent as soon as it works again.',
  openedAt: '2026-03-04T13:00:00.000Z',
  endedAt: null,
  ...change,
})

const open = [
  alert({}),
  alert({
    id: '22222222-2222-4222-8222-222222222222',
    kind: 'dispute_opened',
    subject: orderId,
    title: 'A customer disputes a payment',
    message: 'Order 0a1b2c3d, $25.50: submit evidence at the payment provider by March 12.',
  }),
  alert({
    id: '33333333-3333-4333-8333-333333333333',
    title: 'Ended',
    endedAt: '2026-03-04T14:00:00.000Z',
  }),
]

test.beforeEach(({ page }) => signInAsStaff(page))

test('open alerts are shown on the dashboard, link to their order and can be resolved', {
  tag: '@core',
}, async ({ page }) => {
  let alertRows = open
  await page.route(ALERTS, (route) => route.fulfill({ json: alertRows }))
  await page.route(`${ALERTS}/*/resolve`, (route) => {
    alertRows = open.slice(1)
    return route.fulfill({ json: alert({ endedAt: '2026-03-04T15:00:00.000Z' }) })
  })
  await page.goto('/admin/dashboard')

  const alerts = page.getByRole('region', { name: 'Alerts' })
  await expect(alerts.getByRole('listitem')).toHaveCount(2)
  await expect(alerts).toContainText('Refunds aren’t going through')
  await expect(alerts.getByRole('link', { name: 'View order 0a1b2c3d' })).toHaveAttribute(
    'href',
    `/admin/orders?order=${orderId}`,
  )
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)

  await alerts.getByRole('button', { name: 'Resolve: Refunds aren’t going through' }).press('Enter')
  await expectToast(page, 'Alert resolved')
  await expect(alerts.getByRole('listitem')).toHaveCount(1)
})

test('an alert that cannot be resolved shows an error and stays', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  await page.route(ALERTS, (route) => route.fulfill({ json: open.slice(0, 1) }))
  await page.route(`${ALERTS}/*/resolve`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/admin/dashboard')

  await page.getByRole('button', { name: /^Resolve/ }).click()

  await expectToast(page, 'Failed to resolve the alert')
  await expect(page.getByRole('region', { name: 'Alerts' })).toBeVisible()
})

test('without open alerts nothing is shown', async ({ page }) => {
  let alertRows = open.slice(0, 1)
  await page.route(ALERTS, (route) => route.fulfill({ json: alertRows }))
  await page.route(`${ALERTS}/*/resolve`, (route) => {
    alertRows = open.slice(2)
    return route.fulfill({ json: open[2] })
  })
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('region', { name: 'Alerts' })).toBeVisible()

  await page.getByRole('button', { name: /^Resolve/ }).click()

  await expect(page.getByRole('region', { name: 'Alerts' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})
