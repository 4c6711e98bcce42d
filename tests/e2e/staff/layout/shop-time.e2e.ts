import { formatDateTime } from '#contract/dates/calendar.ts'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { placeOrder, signInAsStaff, uniqueWord } from '#tests/support/e2e/staff.ts'

const ZONE_NAMES = /\b(ET|EST|EDT|GMT|UTC|JST)\b/g

test("times are in the shop's time zone, which each page names once", async ({ page, request }) => {
  const orderId = await placeOrder(request, { email: `${uniqueWord('zone')}@example.com` })
  await signInAsStaff(page)
  await page.request.patch(`/api/admin/orders/${orderId}`, { data: { status: 'confirmed' } })

  const main = page.getByRole('main')
  const pages = [
    { path: `orders?order=${orderId}`, table: 'Orders' },
    { path: 'audit', table: 'Activity' },
    { path: 'schedules' },
    { path: 'dashboard' },
  ]
  for (const { path, table } of pages) {
    await page.goto(`/admin/${path}`)
    await expect(main).toContainText('Times are in ET.')
    if (table) await expect(page.getByRole('table', { name: table })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    expect((await main.textContent())?.match(ZONE_NAMES), path).toEqual(['ET'])
  }

  const order = await (await page.request.get(`/api/orders/${orderId}`)).json()
  const placed = formatDateTime('America/New_York', new Date(order.createdAt), { withZone: false })
  await page.goto(`/admin/orders?order=${orderId}`)
  await expect(page.getByText(`Placed on ${placed}`)).toBeVisible()
})
