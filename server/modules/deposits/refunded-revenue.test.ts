import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Insights } from '#contract/staff/insights.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { chargeTax, quoted } from '#tests/support/sales-tax.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

/**
 * Three bottles at $8.99 with a taxable deposit of $6.00 each, at 8.875 %: 26.97 + 18.00 + 3.99. The
 * tax is $2.39 on the water and $1.60 on the deposit.
 */
async function paidOrder({ credit = '' } = {}) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeTax(staff, { rate: '8.875' })
  await staff.call('PATCH', apiPaths.adminSettings, { depositCents: 600, isDepositTaxable: true })
  const ana = await customerBrowser(shop)
  if (credit) {
    const [customer] = await shop.sql<{ id: string }>('select id from customers')
    const path = fillPath(apiPaths.adminCustomerCredit, { id: customer?.id ?? '' })
    await staff.call('POST', path, { amount: credit, reason: 'Sorry' })
  }
  const [product] = shop.products
  const submission = {
    ...(product && { lines: [[product, 3] as [typeof product, number]] }),
    ...(credit && { credit }),
  }
  const { orderId } = await ana.buy(await quoted(ana, submission))
  await shop.deliverPending()
  const path = fillPath(apiPaths.adminOrderRefund, { id: orderId })
  const refund = async (body: object) => {
    const { status } = await staff.call('POST', path, { reason: 'Damaged', ...body })
    expect(status).toBe(200)
    await shop.runJob('refund.send')
    await shop.deliverPending()
    shop.clock.advance(1000)
  }
  const revenue = async () => {
    const { body } = await staff.call<Insights>('GET', apiPaths.adminInsights)
    return body.days.reduce((sum, { revenueCents }) => sum + revenueCents, 0)
  }
  /** The totals, computed again. */
  const rebuilt = async () => {
    await shop.sql('select rebuild_rollups()')
    return revenue()
  }
  return { shop, staff, refund, revenue, rebuilt }
}

const water = (quantity: number) => ({ items: [{ line: 0, quantity }] })
const deposit = (quantity: number) => ({ items: [{ line: 1, quantity }] })

test('rule 42: an order whose water was refunded leaves no revenue, only its deposit', async () => {
  const { refund, revenue, rebuilt } = await paidOrder()
  expect(await revenue()).toBe(2697)

  await refund(water(1))
  // One of 29.36 is 9.78, of which 8.98 is the price.
  expect(await revenue()).toBe(2697 - 898)
  await refund(water(2))

  expect(await revenue()).toBe(0)
  expect(await rebuilt()).toBe(0)
})

test('rule 42: refunding the deposit leaves the revenue as it was', async () => {
  const { refund, revenue, rebuilt } = await paidOrder()

  await refund(deposit(2))
  expect(await revenue()).toBe(2697)
  await refund(deposit(1))

  expect(await revenue()).toBe(2697)
  expect(await rebuilt()).toBe(2697)
})

test('rule 44: an amount takes the goods with their tax first, then the deposit', async () => {
  const { refund, revenue, rebuilt } = await paidOrder()

  // Half of the water with its tax of 29.36.
  await refund({ amount: '14.68' })
  expect(await revenue()).toBe(Math.round(2697 / 2))
  await refund({ amount: '20.00' })
  expect(await revenue()).toBe(0)
  await refund({})

  expect(await revenue()).toBe(0)
  expect(await rebuilt()).toBe(0)
})

test('an item refunded as credit leaves the revenue; the card then gets back the deposit', async () => {
  const { refund, revenue, rebuilt } = await paidOrder()

  await refund({ ...water(3), destination: 'credit' })
  expect(await revenue()).toBe(2697)
  await refund({ amount: '19.60' })

  // The card keeps the price of the water and its tax, which is now the customer's credit.
  expect(await revenue()).toBe(2936 - 239)
  expect(await rebuilt()).toBe(2936 - 239)
})

test('of an order that credit paid in part, revenue is never more than what the card keeps', async () => {
  const { shop, refund, revenue, rebuilt } = await paidOrder({ credit: '10.00' })
  const captured = async () =>
    (
      await shop.sql<{ cents: number }>(
        'select (amount_cents - refunded_cents)::int as cents from payments',
      )
    )[0]?.cents ?? 0
  const steps = [deposit(1), water(1), deposit(2), {}]

  for (const step of steps) {
    await refund(step)
    const cents = await revenue()
    expect(cents).toBeGreaterThanOrEqual(0)
    expect(cents).toBeLessThanOrEqual(await captured())
    expect(await rebuilt()).toBe(cents)
  }
  expect(await revenue()).toBe(0)
})
