import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { chargeTax, quoted } from '#tests/support/sales-tax.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { auditPrices } from './audit-prices.ts'

/** A paid subscription order with every kind of line: 15.28, tax of 1.22 and a deposit of 12.00. */
async function paidOrder() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeTax(staff, { rate: '8' })
  await staff.call('PATCH', apiPaths.adminSettings, { depositCents: 600 })
  const buyer = shop.buyer()
  const { orderId } = await buyer.buy(await quoted(buyer, { isRecurring: true }))
  await shop.deliverPending()
  return { shop, orderId }
}

/** Sets one field of the line at this position. */
const setLine = (position: number, field: string, value: number) =>
  `update orders set price_lines = jsonb_set(price_lines, '{${position},${field}}', '${value}')`

test('rules 40, 41: the audit reads the amounts of every kind of line', async () => {
  const { shop } = await paidOrder()

  expect(await auditPrices(shop.deps.db)).toEqual({ findings: [], taxCents: 122 })
})

test.each([
  ['total', ['rule 40', 'its lines do not add up to its total'], setLine(0, 'cents', 1799)],
  [
    'discount',
    ['rule 40', 'its discount is not allocated to its products exactly'],
    setLine(0, 'netCents', 1529),
  ],
  [
    'deposit in cents',
    ['rule 40', 'its deposit differs from its lines'],
    'update orders set deposit_cents = 1199',
  ],
  [
    'deposit in bottles',
    ['rule 40', 'its deposit differs from its lines'],
    'update orders set deposit_bottles = 1',
  ],
  [
    'tax of a line',
    ['rule 41', 'its tax is not allocated to its lines exactly'],
    setLine(0, 'taxCents', 121),
  ],
  [
    'tax',
    ['rule 41', 'its tax is not allocated to its lines exactly'],
    'update orders set tax_cents = 123',
  ],
  [
    'payment',
    ['rule 43', 'its payment and its credit do not add up to its total'],
    'update payments set credit_cents = 1',
  ],
])('the audit finds another %s', async (_, [rule, what], statement) => {
  const { shop, orderId } = await paidOrder()
  await shop.sql(statement)

  expect((await auditPrices(shop.deps.db)).findings).toContainEqual({ rule, id: orderId, what })
})
