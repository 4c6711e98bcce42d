import { delayResponses, expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { INSIGHTS, insights } from '#tests/support/e2e/insights.ts'
import { signInAsStaff } from '#tests/support/e2e/staff.ts'

test.beforeEach(({ page }) => signInAsStaff(page))

test('cards use their full width, and each shows its number first', async ({ page }) => {
  const recurring = { ...insights.recurring, failed: [{ state: 'unpaid', count: 0 }] }
  const json = { ...insights, recurring }
  await page.route(INSIGHTS, (route) => route.fulfill({ json }))
  for (const width of [1100, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin/dashboard')
    const failed = page.getByRole('region', { name: 'Failed payments' })
    await expect(failed).toContainText('No failed payments.')
    // A card without a chart must not be as tall as one with a chart.
    expect((await failed.boundingBox())?.height).toBeLessThan(120)
    const attention = page.getByRole('region', { name: 'Needs attention' })
    const frame = await attention.boundingBox()
    const last = await attention.getByRole('link', { name: 'Delivered, not charged' }).boundingBox()
    const right = (last?.x ?? 0) + (last?.width ?? 0)
    expect((frame?.x ?? 0) + (frame?.width ?? 0) - right).toBeLessThan(40)
    await expect(attention.getByRole('link').first()).toHaveText(/^3/)
  }
})

test('the dashboard shows the metrics of the shop', { tag: '@core' }, async ({ page }) => {
  await page.goto('/admin/dashboard')

  await expect(page.getByRole('region', { name: 'Orders and revenue by day' })).toContainText(
    /\d+ orders\$[\d,.]+ revenue/,
  )
  await expect(page.getByRole('region', { name: 'Needs attention' }).getByRole('link')).toHaveCount(
    12,
  )
})

test('the stat cards do not wait for the reports, which show a loading state', async ({ page }) => {
  const release = await delayResponses(page, INSIGHTS)
  await page.goto('/admin/dashboard')

  await expect(page.getByRole('region', { name: 'Total Orders' })).toContainText(/\d/)
  const loading = page.getByRole('status', { name: 'Loading reports' })
  await expect(loading).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page)
  release()
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(loading).toBeHidden()
})

for (const [problem, response] of [
  ['has no reports', { status: 404, json: { message: 'Not found' } }],
  ['returns an unknown format', { json: {} }],
  ['is unavailable', { status: 503, body: '' }],
] as const) {
  test(`the stat cards work with a backend that ${problem}`, async ({ page }) => {
    await page.route(INSIGHTS, (route) => route.fulfill(response))
    await page.goto('/admin/dashboard')

    await expect(page.getByText("We couldn't load your reports.")).toBeVisible()
    for (const label of [
      'Total Customers',
      'Total Orders',
      'Active Trucks',
      'Pending Deliveries',
    ]) {
      await expect(page.getByRole('region', { name: label })).toContainText(/\d/)
    }
    await expectAccessible(page)
    await page.unroute(INSIGHTS)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  })
}

test('a new shop shows empty states instead of charts', async ({ page }) => {
  await page.route(INSIGHTS, (route) =>
    route.fulfill({
      json: {
        days: insights.days.map(({ date }) => ({ date, orders: 0, revenueCents: 0 })),
        bottles: insights.bottles.map(({ date }) => ({ date, bottles: 0 })),
        deliveries: insights.deliveries.map(({ status }) => ({ status, count: 0 })),
        needsAttention: {
          unscheduled: 0,
          failedDeliveries: 0,
          failedPayments: 0,
          failedRefunds: 0,
          disputed: 0,
          fraudWarnings: 0,
          withoutTruck: 0,
        },
      },
    }),
  )
  await page.goto('/admin/dashboard')

  await expect(page.getByText('No orders in the last 30 days.')).toBeVisible()
  await expect(page.getByText('No deliveries in the next 14 days.')).toBeVisible()
  await expect(page.getByText('No deliveries scheduled.')).toBeVisible()
  await expect(page.getByText("You're all caught up.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'View table' })).toHaveCount(0)
  await expectAccessible(page)
})
