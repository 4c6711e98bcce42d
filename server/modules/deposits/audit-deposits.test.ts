import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Books } from '#contract/staff/books.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { quoted } from '#tests/support/sales-tax.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { applyFile, importFile } from '#tests/support/subscription-import.ts'
import { auditDeposits } from './audit-deposits.ts'

/** Two bottles on a deposit of $6.00 each, of which one came back. */
async function shopWithReturn() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', apiPaths.adminSettings, { depositCents: 600 })
  const ana = await customerBrowser(shop)
  await ana.buy(await quoted(ana))
  await shop.deliverPending()
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const id = customer?.id ?? ''
  await staff.call('POST', fillPath(apiPaths.adminDeposit, { id }), { bottles: 1 })
  return { shop, staff, ana, customerId: id }
}

test('rule 42: the deposit that customers can claim is a liability, apart from revenue', async () => {
  const { shop, staff, ana } = await shopWithReturn()
  const liability = { bottles: 1, cents: 600 }

  expect(await auditDeposits(shop.deps.db)).toEqual({ findings: [], liability })
  // Another customer's bottles count, an unpaid order's do not.
  const guest = shop.buyer()
  await guest.place(await quoted(guest))
  const other = shop.buyer()
  await other.buy({ ...(await quoted(other)), customerEmail: 'bea@example.com' })
  await shop.deliverPending()
  expect(await auditDeposits(shop.deps.db)).toEqual({
    findings: [],
    liability: { bottles: 3, cents: 1800 },
  })
  const { body } = await staff.call('GET', apiPaths.adminInsights)
  expect(body).toMatchObject({ deposits: { bottles: 3, cents: 1800 } })
  await shop.sql("update orders set delivery_status = 'delivered', status = 'completed'")
  expect((await ana.call('DELETE', apiPaths.personalData)).status).toBe(200)
  expect((await auditDeposits(shop.deps.db)).liability).toEqual({ bottles: 2, cents: 1200 })
})

test('rule 42: the audit finds more returns than paid orders carried', async () => {
  const { shop, customerId } = await shopWithReturn()
  await shop.sql('update orders set deposit_bottles = 0, deposit_cents = 0')

  expect((await auditDeposits(shop.deps.db)).findings).toEqual([
    {
      rule: 'rule 42',
      id: customerId,
      what: '1 bottles and 600 cents returned, but 0 and 0 on paid orders',
    },
  ])
})

test('rule 42: the audit finds a return without its credit', async () => {
  const { shop } = await shopWithReturn()
  const [row] = await shop.sql<{ id: string }>(
    'update deposit_returns set cents = 599 returning id',
  )

  expect((await auditDeposits(shop.deps.db)).findings).toEqual([
    {
      rule: 'rule 42',
      id: row?.id,
      what: '599 cents of deposit returned, 600 in the credit ledger',
    },
  ])
})

test('rules 42, 67: imported deposits are owed, and returning them is no finding', async () => {
  const { shop, staff } = await shopWithReturn()
  // Five bottles at $6.00 of Ben, who has no order here.
  await applyFile(staff, importFile())
  const imported = await auditDeposits(shop.deps.db)
  const [ben] = await shop.sql<{ id: string }>(
    `select id from customers where email = 'ben@example.com'`,
  )
  const path = fillPath(apiPaths.adminDeposit, { id: ben?.id ?? '' })
  await staff.call('POST', path, { bottles: 2 })

  expect(imported).toEqual({ findings: [], liability: { bottles: 6, cents: 3600 } })
  expect(await auditDeposits(shop.deps.db)).toEqual({
    findings: [],
    liability: { bottles: 4, cents: 2400 },
  })
  expect((await staff.call('GET', apiPaths.adminInsights)).body).toMatchObject({
    deposits: { bottles: 4, cents: 2400 },
  })
  const range = '?from=2026-03-01&to=2026-03-31'
  const { totals } = (await staff.call<Books>('GET', `${apiPaths.adminBooks}${range}`)).body
  expect(totals).toMatchObject({ depositOpenings: '30.00', depositReturns: '18.00' })
  const { body } = await staff.call<string>('GET', `${apiPaths.adminBookTransactionsCsv}${range}`)
  const rows = parse(body, { bom: true, columns: true, record_delimiter: '\r\n' })
  expect(rows).toContainEqual(
    expect.objectContaining({ Type: 'deposit_moved_in', Deposits: '30.00', Amount: '' }),
  )
})
