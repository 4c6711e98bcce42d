import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { books, csv, readAgain } from '#tests/support/books/call-books.ts'
import { type Buyer, intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { chargeTax, quoted } from '#tests/support/sales-tax.ts'
import { getSandbox } from '#tests/support/sandbox-faults.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

const DAY_MS = 86_400_000

const cents = (text: string | undefined) => Math.round(Number(text || 0) * 100)

/** The sum of a column, in cents. */
const sum = (rows: Record<string, string>[], column: string) =>
  rows.reduce((total, row) => total + cents(row[column]), 0)

async function refund(shop: TestShop, staff: Buyer, orderId: string, body: object) {
  const path = fillPath(apiPaths.adminOrderRefund, { id: orderId })
  await staff.call('POST', path, { reason: 'Broken', ...body })
  await shop.runJob('refund.send')
  await shop.deliverPending()
}

test('rule 65: lines add up to card payments, and card payments to payouts, to the cent', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeTax(staff, { rate: '8' })
  await staff.call('PATCH', apiPaths.adminSettings, { depositCents: 600 })
  const ana = await customerBrowser(shop)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const creditPath = fillPath(apiPaths.adminCustomerCredit, { id: customer?.id ?? '' })
  await staff.call('POST', creditPath, { amount: '5.00', reason: 'Sorry' })

  // $17.98, a deposit of $12.00 and tax of $1.44; $5.00 of it by credit.
  const { orderId } = await ana.buy(await quoted(ana))
  await shop.deliverPending()
  shop.clock.advance(DAY_MS)
  await refund(shop, await staffBrowser(shop), orderId, { amount: '3.10' })
  shop.clock.advance(3 * DAY_MS)
  const owner = await readAgain(shop)
  const { totals, days, ...rest } = await books(owner)

  expect(totals).toMatchObject({
    products: '17.98',
    deposits: '12.00',
    tax: '1.44',
    creditUsed: '-5.00',
    discounts: '0.00',
    unmatched: '0.00',
    cardPayments: '26.42',
    cardRefunds: '-3.10',
    // 2.9 % of 26.42 and 30 cents.
    fees: '-1.07',
    payouts: '-22.25',
    balanceChange: '0.00',
    creditGiven: '5.00',
  })
  expect(days.map(({ date, cardPayments, payouts }) => [date, cardPayments, payouts])).toEqual([
    ['2026-03-02', '26.42', '0.00'],
    // Midnight UTC is still the day before in New York.
    ['2026-03-03', '0.00', '-22.25'],
  ])
  expect(rest).toMatchObject({
    openingBalance: '0.00',
    closingBalance: '0.00',
    differences: [],
    payouts: [{ amount: '22.25', arrivesOn: '2026-03-05', status: 'paid' }],
  })

  const summary = await csv(owner, apiPaths.adminBookDaysCsv)
  expect(summary).toHaveLength(31)
  expect(sum(summary, 'Payouts')).toBe(-2225)
  expect(summary.at(-1)?.Balance).toBe('0.00')
  const transactions = await csv(owner, apiPaths.adminBookTransactionsCsv)
  expect(transactions.map(({ Type, Amount, Fee, Net }) => [Type, Amount, Fee, Net])).toEqual([
    ['charge', '26.42', '-1.07', '25.35'],
    ['refund', '-3.10', '0.00', '-3.10'],
    ['payout', '-22.25', '0.00', '-22.25'],
    ['credit_goodwill', '', '', ''],
  ])
  expect(transactions[0]).toMatchObject({
    Date: '2026-03-02',
    Order: orderId.slice(0, 8),
    Products: '17.98',
    Deposits: '12.00',
    'Sales tax': '1.44',
    'Credit used': '-5.00',
    'Payout arrives': '2026-03-05',
  })
  for (const column of ['Products', 'Deposits', 'Sales tax', 'Credit used'])
    expect(sum(transactions, column)).toBe(sum(summary, column))
  expect(sum(transactions, 'Net')).toBe(sum(summary, 'Balance change'))
})

test('rule 65: orders paid by credit alone, on account or cancelled leave the card balance alone', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const ana = await customerBrowser(shop)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const creditPath = fillPath(apiPaths.adminCustomerCredit, { id: customer?.id ?? '' })
  await staff.call('POST', creditPath, { amount: '17.98', reason: 'Sorry' })
  await ana.startCheckout()
  expect((await ana.place()).status).toBe(201)
  const { orderId } = (await placeByPhone(staff, shop)).body
  const tendersPath = fillPath(apiPaths.adminOrderTenders, { id: orderId })
  await staff.call('POST', tendersPath, tender(1_000))
  await staff.call('POST', tendersPath, tender(798, { method: 'check', receivedOn: '2026-03-01' }))
  const gone = (await placeByPhone(staff, shop)).body.orderId
  const cancel = { status: 'cancelled' }
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: gone }), cancel)
  await readAgain(shop)

  const { totals, days } = await books(staff)
  const summary = await csv(staff, apiPaths.adminBookDaysCsv)
  const rows = await csv(staff, apiPaths.adminBookTransactionsCsv)

  expect(totals).toMatchObject({
    // One by credit, one on account; the cancelled one is not sold.
    products: '35.96',
    creditUsed: '-17.98',
    onAccount: '-17.98',
    unmatched: '0.00',
    cardPayments: '0.00',
    payouts: '0.00',
    cash: '10.00',
    checks: '7.98',
    transfers: '0.00',
  })
  expect(days.find(({ date }) => date === '2026-03-01')).toMatchObject({ checks: '7.98' })
  expect(rows.map(({ Type }) => Type).sort()).toEqual([
    'cash',
    'check',
    'credit_goodwill',
    'order_on_account',
    'order_on_account',
    'order_on_account_cancelled',
    'order_paid_by_credit',
  ])
  for (const column of ['Products', 'On account', 'Credit used'])
    expect(sum(rows, column)).toBe(sum(summary, column))
  expect(sum(rows, 'Received otherwise')).toBe(1_798)
})

test('rule 65: disputes, fees and corrections have their columns', async () => {
  const shop = await openShop()
  const { clientSecret } = await shop.buyer().buy()
  await shop.deliverPending()
  const sandbox = getSandbox(shop)
  await sandbox.openDispute(intentIdFrom(clientSecret))
  await sandbox.adjustBalance({ category: 'fee', amount: -250 })
  await sandbox.adjustBalance({ category: 'other_adjustment', amount: 40 })
  const staff = await readAgain(shop)

  const { totals, closingBalance } = await books(staff)

  expect(totals).toMatchObject({
    cardPayments: '17.98',
    disputes: '-17.98',
    // The fee of the payment, of the dispute, and one of its own.
    fees: '-18.32',
    adjustments: '0.40',
    balanceChange: '-17.92',
  })
  expect(closingBalance).toBe('-17.92')
})

test('rule 65: payments of another account or mode stay out of the books', async () => {
  const shop = await openShop()
  await shop.buyer().buy()
  await shop.deliverPending()
  const staff = await readAgain(shop)
  await shop.sql('alter table balance_transactions disable trigger balance_transactions_protect')
  await shop.sql(`update balance_transactions set account = 'live:acct_1'`)

  expect((await books(staff)).totals.cardPayments).toBe('0.00')
  expect(await csv(staff, apiPaths.adminBookTransactionsCsv)).toEqual([])
})
