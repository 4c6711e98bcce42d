import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Statement } from '#contract/payments/statements.ts'
import { auditCredit } from '#server/modules/credit/index.ts'
import { auditDeposits } from '#server/modules/deposits/audit-deposits.ts'
import { auditPrices } from '#server/modules/orders/audit-prices.ts'
import { auditCycles } from '#server/modules/renewals/index.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { closeDates } from '#tests/support/orders/closed-dates.ts'
import {
  accountCents,
  auditFindings,
  giveCredit,
  subscribeOnInvoice,
} from '#tests/support/orders/invoice-customer.ts'
import { tender } from '#tests/support/orders/phone-order.ts'
import { archiveProducts, sellOut, setPrices } from '#tests/support/product-changes.ts'
import { addRate, chargeTax } from '#tests/support/sales-tax.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { emailsOfKind, getCycles, runOnDays } from '#tests/support/subscriber.ts'

/**
 * An office that gets two bottles of each of two products every week and pays by invoice: $31.96
 * minus 15 % is $27.17, with 8 % of tax $29.34. Tax is on before the subscription starts.
 */
async function office({ exemptUntil }: { exemptUntil?: string } = {}) {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  const [first, second] = shop.products
  if (!first || !second) throw new Error('the shop has too few products')
  const items = [first, second].map(({ id }) => ({ productId: id, quantity: 2 }))
  const subscribed = await subscribeOnInvoice(shop, { items, total: '27.17' })
  await chargeTax(owner, { rate: '8' })
  const { id, customerId } = subscribed
  if (exemptUntil) {
    const path = fillPath(apiPaths.adminTaxExemption, { id: customerId })
    await owner.call('POST', path, { certificate: 'EX-1', expiresOn: exemptUntil })
  }
  const ana = await customerBrowser(shop)
  const change = (body: object) =>
    ana.call('POST', fillPath(apiPaths.changeSubscription, { id }), body)
  const statement = async (month: string) => {
    const path = fillPath(apiPaths.adminStatement, { id: customerId })
    const staff = await staffBrowser(shop)
    return (await staff.call<Statement>('GET', `${path}?month=${month}`)).body
  }
  return { shop, owner, ana, id, customerId, change, statement, first, second }
}

/** Date, state and amount of every renewal, and its tax. */
const invoices = (shop: TestShop) =>
  shop.sql<{ date: string; status: string; due: number; tax: number }>(
    `select o.delivery_date::text as date, p.status, p.amount_cents as due, o.tax_cents as tax
     from orders o join payments p on p.order_id = o.id
     where o.parent_order_id is not null and p.invoiced_at is not null
     order by o.delivery_date`,
  )

const statuses = async (shop: TestShop, id: string) =>
  (await getCycles(shop, id)).map(({ date, status, reason }) =>
    [date, status, reason].filter(Boolean).join(' '),
  )

async function expectSound(shop: TestShop) {
  expect(await auditFindings(shop)).toEqual([])
  expect(await auditCycles(shop.deps.db, shop.deps)).toEqual([])
  expect((await auditPrices(shop.deps.db)).findings).toEqual([])
  expect((await auditCredit(shop.deps.db)).findings).toEqual([])
  expect((await auditDeposits(shop.deps.db)).findings).toEqual([])
  expect(await shop.sql('select 1 from intents')).toEqual([])
}

test('rules 39, 41: each invoice has the tax of its date, and none while the certificate is valid', async () => {
  const { shop, owner, statement } = await office({ exemptUntil: '2026-03-12' })
  await addRate(owner, { rate: '10', validFrom: '2026-03-26' })

  await runOnDays(shop, '2026-03-09', '2026-03-12', '2026-03-16', '2026-03-19')
  await runOnDays(shop, '2026-03-23', '2026-03-26')

  expect(await invoices(shop)).toEqual([
    { date: '2026-03-12', status: 'due', due: 2717, tax: 0 },
    { date: '2026-03-19', status: 'due', due: 2934, tax: 217 },
    { date: '2026-03-26', status: 'due', due: 2989, tax: 272 },
  ])
  expect(await statement('2026-03')).toMatchObject({
    opening: '0.00',
    invoiced: '113.57',
    closing: '113.57',
  })
  await expectSound(shop)
})

test('rules 31, 39: sold-out products are not invoiced, and without products there is no invoice', async () => {
  const { shop, id, first, second } = await office()
  await sellOut(shop, second.id)
  await runOnDays(shop, '2026-03-09', '2026-03-12')
  await archiveProducts(shop, first.id)
  await runOnDays(shop, '2026-03-16', '2026-03-19')
  await sellOut(shop, second.id, false)
  await runOnDays(shop, '2026-03-23', '2026-03-26')

  // $17.98 or $13.98 minus 15 %, with 8 % of tax.
  expect(await invoices(shop)).toEqual([
    { date: '2026-03-12', status: 'due', due: 1650, tax: 122 },
    { date: '2026-03-26', status: 'due', due: 1283, tax: 95 },
  ])
  expect((await statuses(shop, id)).slice(0, 3)).toEqual([
    '2026-03-12 invoiced',
    '2026-03-19 skipped product_unavailable',
    '2026-03-26 invoiced',
  ])
  expect(await emailsOfKind(shop, 'delivery_skipped')).toHaveLength(1)
  await expectSound(shop)
})

test('rules 32, 39: an invoice keeps the agreed price, and a decrease lowers it', async () => {
  const { shop, first, second } = await office()
  await setPrices(shop, 1500, first.id)
  await runOnDays(shop, '2026-03-09', '2026-03-12')
  await setPrices(shop, 500, second.id)
  await runOnDays(shop, '2026-03-16', '2026-03-19')

  const [raised, lowered] = await invoices(shop)
  // $8.99 stays agreed; $5.00 is below what was agreed.
  expect([raised?.due, lowered?.due]).toEqual([2934, 2568])
  await expectSound(shop)
})

test('rules 34, 39: pauses, skips and closed dates bring no invoice, and a moved delivery one', async () => {
  const { shop, owner, id, change } = await office()
  await closeDates(owner, ['2026-03-12'])
  await runOnDays(shop, '2026-03-09', '2026-03-10', '2026-03-12', '2026-03-13')
  await runOnDays(shop, '2026-03-16')
  expect((await change({ type: 'skip', cycle: 2 })).status).toBe(200)
  expect((await change({ type: 'pause', until: '2026-04-03' })).status).toBe(200)
  await runOnDays(shop, '2026-03-19', '2026-03-23', '2026-03-26', '2026-04-02')
  await runOnDays(shop, '2026-04-06', '2026-04-09')

  expect(await invoices(shop)).toEqual([
    { date: '2026-03-13', status: 'due', due: 2934, tax: 217 },
    { date: '2026-04-09', status: 'due', due: 2934, tax: 217 },
  ])
  const found = await statuses(shop, id)
  expect(found.slice(0, 2)).toEqual(['2026-03-13 invoiced', '2026-03-19 skipped customer'])
  expect(found.at(-1)).toBe('2026-04-09 invoiced')
  await expectSound(shop)
})

test('rule 39: after weeks of downtime nothing is invoiced that was not delivered', async () => {
  const { shop, id, statement } = await office()
  await runOnDays(shop, '2026-03-09', '2026-03-12', '2026-03-16')
  // Off from March 16 to April 7: one delivery was ordered ahead, two were never planned.
  shop.clock.set('2026-04-07T12:00:00Z')
  await shop.runJob('invoice.queueStatements')
  await runOnDays(shop, '2026-04-07', '2026-04-09')

  expect((await statuses(shop, id)).slice(0, 5)).toEqual([
    '2026-03-12 invoiced',
    '2026-03-19 skipped missed',
    '2026-03-26 skipped missed',
    '2026-04-02 skipped missed',
    '2026-04-09 invoiced',
  ])
  expect((await invoices(shop)).map(({ date }) => date)).toEqual(['2026-03-12', '2026-04-09'])
  expect(await emailsOfKind(shop, 'invoice_statement')).toHaveLength(1)
  expect(await statement('2026-03')).toMatchObject({ invoiced: '56.51', closing: '56.51' })
  expect(await statement('2026-04')).toMatchObject({ opening: '56.51', closing: '85.85' })
  await expectSound(shop)
})

test('rule 39: a delivery that went out while the engine was off is invoiced by staff, with its tax', async () => {
  const { shop, id } = await office()
  await runOnDays(shop, '2026-03-09')
  const [cycle] = await getCycles(shop, id)
  const staff = await staffBrowser(shop)
  const order = fillPath(apiPaths.adminOrder, { id: cycle?.order_id ?? '' })
  await staff.call('PATCH', order, { deliveryStatus: 'delivered' })

  await runOnDays(shop, '2026-03-30')
  const missed = (await statuses(shop, id))[0]
  const later = await staffBrowser(shop)
  const needing = async (reason: string) =>
    (await later.call<object[]>('GET', `${apiPaths.adminSubscriptions}?attention=${reason}`)).body
  expect([await needing('uncharged'), await needing('uninvoiced')]).toMatchObject([[], [{ id }]])
  expect((await later.call('GET', apiPaths.adminInsights)).body).toMatchObject({
    needsAttention: { uncharged: 0, uninvoiced: 1 },
  })
  await later.call('PATCH', fillPath(apiPaths.adminSubscription, { id }), {
    type: 'charge',
    cycle: 1,
  })
  await runOnDays(shop, '2026-03-31')

  expect(missed).toBe('2026-03-12 skipped missed_but_delivered')
  expect((await statuses(shop, id))[0]).toBe('2026-03-12 invoiced')
  expect(await invoices(shop)).toMatchObject([{ date: '2026-03-12', due: 2934, tax: 217 }])
  const [row] = await shop.sql('select due_on::text from payments where order_id = $1', [
    cycle?.order_id,
  ])
  expect(row).toEqual({ due_on: '2026-04-30' })
  await expectSound(shop)
})

test('AU18: an account with an open invoice is not deleted; once it is paid, its books stay', async () => {
  const { shop, ana, id, customerId } = await office()
  await giveCredit(await staffBrowser(shop), customerId, '3.00')
  await runOnDays(shop, '2026-03-09', '2026-03-12')
  await runOnDays(shop, '2026-03-16')
  const erase = () => ana.call<{ code?: string }>('DELETE', apiPaths.personalData)

  const blocked = await erase()
  const staff = await staffBrowser(shop)
  const due = await shop.sql<{ id: string; cents: number }>(
    `select order_id as id, amount_cents as cents from payments where status = 'due'`,
  )
  for (const { id: orderId, cents } of due) {
    await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
      deliveryStatus: 'delivered',
    })
    await staff.call('POST', fillPath(apiPaths.adminOrderTenders, { id: orderId }), tender(cents))
  }
  const again = await customerBrowser(shop)
  const erased = await again.call('DELETE', apiPaths.personalData)
  await runOnDays(shop, '2026-03-19', '2026-03-26')

  expect(blocked).toMatchObject({ status: 409, body: { code: 'erasure_blocked' } })
  expect(due.map(({ cents }) => cents).toSorted()).toEqual([2634, 2717])
  expect(erased.status).toBe(200)
  // The delivery that was ordered ahead is cancelled and never invoiced.
  expect((await invoices(shop)).map(({ date, status }) => [date, status])).toEqual([
    ['2026-03-12', 'paid'],
  ])
  expect((await statuses(shop, id)).slice(0, 2)).toEqual([
    '2026-03-12 invoiced',
    expect.stringMatching(/^2026-03-19 void/),
  ])
  expect(await accountCents(shop)).toBe(0)
  await expectSound(shop)
})
