import type { Page } from '@playwright/test'
import { bookColumns } from '#contract/staff/books.ts'
import { ImportState } from '#contract/staff/subscription-imports.ts'
import { expect, expectNoOverflow, test } from '#tests/support/e2e/base-test.ts'
import { expectAccessibleInBothThemes, signInAsStaff } from '#tests/support/e2e/staff.ts'

/** The longest address that is valid, and a name without a place to break. */
const email = `${'l'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(56)}.com`
const name = 'W'.repeat(200)
const id = '00000000-0000-4000-8000-000000000001'
const at = '2026-11-16T15:00:00.000Z'
const total = '1234567.89'

const order = {
  id,
  customerEmail: email,
  customerName: name,
  deliveryAddress: name,
  deliveryDate: '2026-12-01',
  status: 'pending',
  deliveryStatus: 'scheduled',
  total,
  createdAt: at,
}
const problem = {
  id,
  orderId: id,
  kind: 'wrong_count',
  text: name,
  photo: null,
  state: 'answered',
  createdAt: at,
  outcome: 'refund',
  message: name,
  amount: total,
  redeliveryDate: null,
  answeredAt: at,
  customer: { id, name, email },
  order: { deliveryDate: '2026-12-01', total },
  deliveredAt: at,
  isRefunding: false,
  problem: null,
  answeredBy: email,
  scheduleId: null,
}
const imported = {
  id,
  customerId: id,
  state: 'sent',
  name,
  email,
  phone: '845-555-0100',
  address: name,
  items: `999 × ${name}`,
  frequency: 'bi-weekly',
  nextDate: '2026-12-01',
  bottlesHeld: 99_999,
  notes: name,
  importedAt: at,
  sentAt: at,
  expiresAt: at,
  answeredAt: null,
  subscriptionId: null,
}
const noImports = Object.fromEntries(ImportState.options.map((state) => [state, 0]))
const amounts = Object.fromEntries(bookColumns.map((column) => [column, `-${total}`]))

const pages = {
  customers: ['/api/admin/customers', [{ id, email, name, phone: '8'.repeat(40), createdAt: at }]],
  orders: ['/api/admin/orders', [order]],
  cases: ['/api/admin/cases', [problem]],
  staff: [
    '/api/admin/staff',
    [
      {
        id,
        email,
        role: 'dispatcher',
        status: 'disabled',
        createdAt: at,
        hasTwoStep: true,
        lastLoginAt: at,
        expiresAt: null,
      },
    ],
  ],
  import: [
    '/api/admin/imported-subscriptions',
    { rows: [imported], next: null, counts: { ...noImports, sent: 1 } },
  ],
  books: [
    '/api/admin/books',
    {
      from: '2026-11-01',
      to: '2026-11-16',
      readUntil: at,
      openingBalance: total,
      closingBalance: `-${total}`,
      totals: amounts,
      days: [{ date: '2026-11-01', balance: total, ...amounts }],
      payouts: [{ id: `po_${name}`, amount: total, status: 'failed', arrivesOn: '2026-11-16' }],
      differences: [
        { kind: 'payout_amount', id: `po_${name}`, orderId: id, amount: total, message: name },
      ],
    },
  ],
} as const

const answer = (page: Page, path: string, json: unknown) =>
  page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ json }),
  )

for (const [list, [path, rows]] of Object.entries(pages)) {
  test(`one row of ${list} with the longest texts and amounts fits on a phone`, async ({
    page,
  }) => {
    await signInAsStaff(page)
    await answer(page, path, rows)
    for (const width of [375, 800, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`/admin/${list}`)
      const row = page.getByRole('row').nth(1)
      await expect(row).toBeVisible()
      await expectNoOverflow(page)
      const hidden = await page
        .getByRole('row')
        .evaluateAll((found) => found.map((element) => element.scrollWidth - element.clientWidth))
      expect(Math.max(...hidden), `at ${width} px`).toBeLessThanOrEqual(0)
      if (width === 375 && list !== 'orders' && list !== 'customers')
        await expectAccessibleInBothThemes(page)
    }
    if (list === 'books') await expect(page.getByText('-$1,234,567.89').first()).toBeVisible()
  })
}

for (const [list, path, empty, failed] of [
  ['cases', '/api/admin/cases', 'No problems reported yet.', 'Error Loading Cases'],
  [
    'import',
    '/api/admin/imported-subscriptions',
    'No imported subscriptions yet',
    "We couldn't load the imported subscriptions",
  ],
  [
    'books',
    '/api/admin/books',
    'No sales or payments in these dates.',
    "We couldn't load the books",
  ],
] as const) {
  test(`${list} without rows, and ${list} that fail to load, are accessible`, async ({ page }) => {
    await signInAsStaff(page)
    const books = { ...pages.books[1], days: [], payouts: [], differences: [] }
    const none = { cases: [], import: { rows: [], next: null, counts: noImports }, books }
    await page.setViewportSize({ width: 375, height: 800 })
    await answer(page, path, none[list])
    await page.goto(`/admin/${list}`)
    await expect(page.getByText(empty)).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessibleInBothThemes(page)

    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ status: 503, body: '' }),
    )
    await page.reload()
    await expect(page.getByRole('heading', { name: failed })).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessibleInBothThemes(page)
    await answer(page, path, none[list])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(empty)).toBeVisible()
  })
}
