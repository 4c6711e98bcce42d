import { addDays, dateIn, formatDate } from '#contract/dates/calendar.ts'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { INSIGHTS, insights } from '#tests/support/e2e/insights.ts'
import { placeOrder, rowWith, signInAsStaff, uniqueWord } from '#tests/support/e2e/staff.ts'

test.beforeEach(({ page }) => signInAsStaff(page))

test('charts have a text summary and link to their rows', { tag: '@core' }, async ({ page }) => {
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
    [/^3 Unscheduled orders/, '/admin/orders?attention=unscheduled'],
    [/^0 Failed deliveries$/, '/admin/orders?attention=failedDelivery'],
    [/^1 Failed payments/, '/admin/orders?attention=failedPayment'],
    [/^1 Failed refunds/, '/admin/orders?attention=failedRefund'],
    [/^2 Disputed payments/, '/admin/orders?attention=disputed'],
    [/^1 Fraud warnings/, '/admin/orders?attention=fraudWarning'],
    [/^1,000\+ Truck deleted/, '/admin/schedules?attention=truck'],
    [/^2 On hold, unpaid/, '/admin/subscriptions?attention=onHold'],
    [/^1 Delivered, not charged/, '/admin/subscriptions?attention=uncharged'],
    [/^March 2026: \$5,000\.00$/, '/admin/subscriptions?status=active'],
    [/^March 2026: 5 of 100 cancelled$/, '/admin/subscriptions?status=cancelled'],
    [/^3 Retrying card/, '/admin/subscriptions?attention=unpaid'],
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
