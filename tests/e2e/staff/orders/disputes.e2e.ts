import { expect, expectNoOverflow, test } from '#tests/support/e2e/base-test.ts'
import {
  expectAccessibleInBothThemes,
  placeOrder,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

const disputes = [
  {
    id: 'dp_open',
    amount: '17.98',
    reason: 'product_not_received',
    state: 'open',
    evidenceDueAt: '2026-03-09T15:00:00.000Z',
    openedAt: '2026-03-02T15:00:00.000Z',
    closedAt: null,
  },
  {
    id: 'dp_won',
    amount: '5.00',
    reason: 'fraudulent',
    state: 'won',
    evidenceDueAt: null,
    openedAt: '2026-02-02T15:00:00.000Z',
    closedAt: '2026-02-20T15:00:00.000Z',
  },
]
const fraudWarnings = [
  {
    id: 'issfr_1',
    fraudType: 'unauthorized_use_of_card',
    isActionable: true,
    warnedAt: '2026-03-01T15:00:00.000Z',
  },
]

test('AU20: an order shows its disputes and fraud warnings, on every screen size', async ({
  page,
  request,
}) => {
  const orderId = await placeOrder(request, { email: `${uniqueWord('dispute')}@example.com` })
  await signInAsStaff(page)
  await page.route(`/api/admin/orders/${orderId}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), disputes, fraudWarnings } })
  })
  for (const width of [1280, 800, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/admin/orders?order=${orderId}`)

    const list = page.getByRole('list', { name: 'Disputes' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list).toContainText('$17.98 disputed')
    await expect(list).toContainText('Reason: Product not received')
    await expect(list).toContainText(/Submit evidence at the payment provider by .*Mar 9/)
    await expect(list).toContainText('Won')
    const warnings = page.getByRole('list', { name: 'Fraud warnings' })
    await expect(warnings).toContainText('Unauthorized use of card')
    await expect(warnings).toContainText("Refund the payment before it's disputed")
    await list.scrollIntoViewIfNeeded()
    await expectNoOverflow(page)
  }
  await expectAccessibleInBothThemes(page)
})
