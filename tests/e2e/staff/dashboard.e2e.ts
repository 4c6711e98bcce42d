import { addDays, dateIn, formatDate } from '#contract/dates/calendar.ts'
import { delayResponses, expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { placeOrder, rowWith, signInAsStaff, uniqueWord } from '#tests/support/e2e/staff.ts'

const INSIGHTS = '/api/admin/insights'

const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}`
const insights = {
  days: Array.from({ length: 30 }, (_, n) => ({
    date: day(n + 1),
    orders: n === 4 ? 12 : 1,
    revenueCents: n === 4 ? 123_450 : 1_000,
  })),
  bottles: Array.from({ length: 14 }, (_, n) => ({ date: day(n + 1), bottles: n === 2 ? 40 : 2 })),
  deliveries: [
    { status: 'pending', count: 4 },
    { status: 'in-progress', count: 1 },
    { status: 'completed', count: 1_250 },
    { status: 'cancelled', count: 0 },
  ],
  needsAttention: {
    unscheduled: 3,
    failedDeliveries: 0,
    failedPayments: 1,
    failedRefunds: 1,
    disputed: 2,
    fraudWarnings: 1,
    withoutTruck: 1_001,
    held: 2,
    uncharged: 1,
  },
  recurring: {
    active: 120,
    monthlyCents: 456_700,
    months: [10, 11, 12, 1, 2, 3].map((month, n) => ({
      month: `${month > 3 ? 2025 : 2026}-${String(month).padStart(2, '0')}`,
      revenueCents: 100_000 * n,
      cancelled: n,
      activeAtStart: 100,
    })),
    failed: [
      { state: 'unpaid', count: 3 },
      { state: 'past_due', count: 1 },
    ],
  },
}

test.beforeEach(({ page }) => signInAsStaff(page))

test('charts have a text summary and link to their rows', async ({ page }) => {
  await page.route(INSIGHTS, (route) => route.fulfill({ json: insights }))
  await page.goto('/admin/dashboard')

  const days = page.getByRole('region', { name: 'Orders and revenue by day' })
  await expect(days).toContainText('41 orders$1,524.50 revenue')
  await expect(days).toContainText('Last 30 days. Busiest day: Mar 5 (12).')
  const bottles = page.getByRole('region', { name: 'Bottles to deliver' })
  await expect(bottles).toContainText('66 bottlesNext 14 days. Busiest day: Mar 3 (40).')
  const deliveries = page.getByRole('region', { name: 'Deliveries by status' })
  await expect(deliveries).toContainText('1,255 deliveriesScheduled to date.')
  await expect(page.getByRole('region', { name: 'Recurring revenue' })).toContainText(
    "$4,567.00 per month120 active subscriptions at today's prices.",
  )
  await expect(page.getByRole('region', { name: 'Churn' })).toContainText(
    '5% this month5 of 100 subscriptions cancelled so far.',
  )
  await expect(page.getByRole('region', { name: 'Failed payments' })).toContainText(
    '4 subscriptions have an unpaid delivery.',
  )
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Churn' })).toBeVisible()
  await expectAccessible(page)

  for (const [name, href] of [
    [/^3 Unscheduled orders/, '/admin/orders?needs=unscheduled'],
    [/^0 Failed deliveries$/, '/admin/orders?needs=failedDelivery'],
    [/^1 Failed payments/, '/admin/orders?needs=failedPayment'],
    [/^1 Failed refunds/, '/admin/orders?needs=failedRefund'],
    [/^2 Disputed payments/, '/admin/orders?needs=disputed'],
    [/^1 Fraud warnings/, '/admin/orders?needs=fraudWarning'],
    [/^1,000\+ Truck deleted/, '/admin/schedules?needs=truck'],
    [/^2 On hold, unpaid/, '/admin/subscriptions?needs=held'],
    [/^1 Delivered, not charged/, '/admin/subscriptions?needs=uncharged'],
    [/^March 2026: \$5,000\.00$/, '/admin/subscriptions?status=active'],
    [/^March 2026: 5 of 100 cancelled$/, '/admin/subscriptions?status=cancelled'],
    [/^3 Retrying card/, '/admin/subscriptions?needs=unpaid'],
    [/^1 Past due/, '/admin/subscriptions?status=past_due'],
    [/^Completed 1,250 deliveries$/, '/admin/schedules?status=completed'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', href)
  }
  await page.getByRole('link', { name: 'Pending 4 deliveries' }).click()
  await expect(page).toHaveURL('/admin/schedules?status=pending')
  await expect(page.getByRole('combobox', { name: 'Filter schedules' })).toHaveText('Pending')
})

test('each chart can be viewed as a table with the same numbers', async ({ page }) => {
  await page.route(INSIGHTS, (route) => route.fulfill({ json: insights }))
  await page.goto('/admin/dashboard')
  for (const [title, columns, row] of [
    ['Orders and revenue by day', ['Day', 'Orders', 'Revenue'], 'Mar 5 12 $1,234.50'],
    ['Bottles to deliver', ['Day', 'Bottles'], 'Mar 3 40'],
    ['Deliveries by status', ['Status', 'Deliveries'], 'In progress 1'],
    ['Recurring revenue', ['Month', 'Revenue'], 'March 2026 $5,000.00'],
    ['Churn', ['Month', 'Active at start', 'Cancelled', 'Churn'], 'March 2026 100 5 5%'],
  ] as const) {
    const card = page.getByRole('region', { name: title })
    await card.getByRole('button', { name: 'View table' }).click()
    const table = card.getByRole('table', { name: title })
    await expect(table.getByRole('columnheader')).toHaveText([...columns])
    await expect(table.getByRole('row', { name: row, exact: true })).toBeVisible()
  }
  await expectAccessible(page)

  await page.getByRole('button', { name: 'View chart' }).first().click()
  await expect(page.getByRole('table', { name: 'Orders and revenue by day' })).toBeHidden()
})

test('the days are one tab stop, and the arrow keys move between them', async ({ page }) => {
  await page.route(INSIGHTS, (route) => route.fulfill({ json: insights }))
  await page.goto('/admin/dashboard')
  const days = page.getByRole('list', { name: 'Orders and revenue by day' })
  await expect(days.getByRole('link')).toHaveCount(30)
  await expect(days.locator('a[tabindex="0"]')).toHaveCount(1)

  await page.getByRole('button', { name: 'View table' }).first().focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Mar 30: 1 order, $10.00' })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByRole('link', { name: 'Mar 1: 1 order, $10.00' })).toBeFocused()
  for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('link', { name: 'Mar 5: 12 orders, $1,234.50' })).toBeFocused()
  await expect(page.getByText('Mar 5: 12 orders, $1,234.50')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/orders/)
})

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

test('the dashboard shows the metrics of the shop', async ({ page }) => {
  await page.goto('/admin/dashboard')

  await expect(page.getByRole('region', { name: 'Orders and revenue by day' })).toContainText(
    /\d+ orders\$[\d,.]+ revenue/,
  )
  await expect(page.getByRole('region', { name: 'Needs attention' }).getByRole('link')).toHaveCount(
    12,
  )
})

test("a day's bar links to the orders placed on that day in the shop's time zone", async ({
  page,
}) => {
  const email = `${uniqueWord('placed')}@example.com`
  const orderId = await placeOrder(page.request, { email })
  const today = dateIn('America/New_York', new Date())
  await page.goto('/admin/dashboard')
  const days = page.getByRole('list', { name: 'Orders and revenue by day' }).getByRole('link')
  await days.last().click()
  await expect(page).toHaveURL(`/admin/orders?placed=${today}`)
  const chip = `Placed on ${formatDate(today, 'short')}`
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText(chip)
  await page.getByRole('searchbox').fill(email)
  await expect(rowWith(page, orderId.slice(0, 8))).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/admin/orders?q=${email}&placed=${addDays(today, -1)}`)
  await expect(page.getByText('No orders found')).toBeVisible()
  await page.getByRole('button', { name: /^Remove filter: Placed on/ }).click()
  await expect(page).toHaveURL(`/admin/orders?q=${encodeURIComponent(email)}`)
  await expect(rowWith(page, orderId.slice(0, 8))).toBeVisible()
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
