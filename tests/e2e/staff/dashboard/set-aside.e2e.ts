import type { Page } from '@playwright/test'
import { expect, expectNoOverflowAtAnyWidth, test } from '#tests/support/e2e/base-test.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'

const SET_ASIDE = '/api/admin/payments/set-aside'

const payment = (change: object = {}) => ({
  orderId: '0a1b2c3d-0000-4000-8000-000000000000',
  customerName: 'Ana Ruiz',
  amount: '25.50',
  isRecurring: true,
  reason: 'Database error 23505 (subscriptions, subscriptions_pkey).',
  attempts: 7,
  setAsideAt: '2026-03-04T13:00:00.000Z',
  ...change,
})

const other = payment({
  orderId: '9f8e7d6c-0000-4000-8000-000000000000',
  customerName: null,
  amount: '7.5',
  reason: 'the calendar has no such day.',
})

/** Mocks the list and the responses to retries and refunds. */
async function serve(page: Page, responses: { retry?: object; refund?: object } = {}) {
  const state = { rows: [payment(), other] }
  await page.route(SET_ASIDE, (route) => route.fulfill({ json: state.rows }))
  await page.route(`${SET_ASIDE}/*/*`, (route) => {
    const isRetry = route.request().url().endsWith('/retry')
    state.rows = [other]
    const json = isRetry ? { outcome: 'confirmed' } : { amount: '25.50' }
    return route.fulfill({ json, ...(isRetry ? responses.retry : responses.refund) })
  })
  await page.goto('/admin/dashboard')
  return page.getByRole('region', { name: 'Payments set aside' })
}

test.beforeEach(({ page }) => signInAsStaff(page))

test('AU2: payments set aside are listed with order, amount and reason, on every screen size', {
  tag: '@core',
}, async ({ page }) => {
  const list = await serve(page)

  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list).toContainText('Ana Ruiz')
  await expect(list).toContainText('$25.50')
  await expect(list).toContainText('$7.50')
  await expect(list).toContainText('the calendar has no such day.')
  await expect(list.getByRole('link', { name: 'Order 0a1b2c3d' })).toHaveAttribute(
    'href',
    '/admin/orders?order=0a1b2c3d-0000-4000-8000-000000000000',
  )
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
})

test('AU2: one click or key press retries and removes the row', async ({ page }) => {
  const list = await serve(page)

  await list.getByRole('button', { name: 'Try again: order 0a1b2c3d' }).press('Enter')

  await expectToast(page, 'Order confirmed')
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

test('AU2: an order confirmed without its subscription shows a notice', async ({ page }) => {
  const list = await serve(page, { retry: { json: { outcome: 'confirmed_without_subscription' } } })

  await list.getByRole('button', { name: 'Try again: order 0a1b2c3d' }).click()

  await expectToast(page, 'Order confirmed without its subscription')
})

test('AU2: a payment that fails again shows the reason and stays', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 409/)
  const message = 'It failed again: the calendar has no such day.'
  const list = await serve(page, {
    retry: { status: 409, json: { code: 'still_failing', message } },
  })

  await list.getByRole('button', { name: 'Try again: order 9f8e7d6c' }).click()

  await expectToast(page, message)
  await expect(list).toContainText('Order 9f8e7d6c')
})

test('AU2: a refund is confirmed once, then requested', async ({ page }) => {
  const list = await serve(page)

  await list.getByRole('button', { name: 'Refund: order 0a1b2c3d' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Refund $25.50?' })
  await expect(dialog).toContainText("We'll cancel order 0a1b2c3d")
  await expect(dialog).toContainText('This action cannot be undone.')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)

  await list.getByRole('button', { name: 'Refund: order 0a1b2c3d' }).click()
  await dialog.getByRole('button', { name: 'Refund $25.50' }).click()
  await expectToast(page, 'Refund requested')
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

test('AU2: a list that fails to load can be reloaded; an empty one shows nothing', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  let isBroken = true
  await page.route(SET_ASIDE, (route) =>
    isBroken ? route.fulfill({ status: 500, json: {} }) : route.fulfill({ json: [] }),
  )
  await page.goto('/admin/dashboard')
  await expect(page.getByText('Failed to load the payments set aside')).toBeVisible()

  isBroken = false
  await page.getByRole('button', { name: 'Reload' }).click()

  await expect(page.getByText('Failed to load the payments set aside')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Payments set aside' })).toHaveCount(0)
})
