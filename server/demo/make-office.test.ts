import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

test('rules 39, 41: an office of the demo shop pays by invoice, one is overdue, and it pays no tax', async () => {
  const shop = await openShop({ env: { SEED: 'demo' } })
  const staff = await staffBrowser(shop)

  const payments = await shop.sql(
    `select status, due_on < $1::date as is_late, sum(amount_cents)::int as cents,
            count(*)::int as count
     from payments where kind = 'tender' group by 1, 2 order by 1, 2`,
    [shop.clock.now()],
  )
  const listed = await staff.call<{ id: string; name: string }[]>(
    'GET',
    `${apiPaths.adminCustomers}?q=hollis&limit=5`,
  )

  const cents = 12 * 899
  expect(payments).toEqual([
    { status: 'due', is_late: false, cents, count: 1 },
    { status: 'due', is_late: true, cents, count: 1 },
    { status: 'paid', is_late: true, cents: 3 * cents, count: 3 },
  ])
  expect(listed.body).toMatchObject([{ name: 'Hollis & Crane Law Office' }])
  const [account] = await shop.sql<{ owed: number }>(
    'select sum(cents)::int as owed from invoice_entries',
  )
  expect(account).toEqual({ owed: 2 * cents })
  expect(await shop.sql('select certificate from tax_exemptions')).toHaveLength(1)
})
