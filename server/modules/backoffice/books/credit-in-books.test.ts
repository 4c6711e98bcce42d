import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Books } from '#contract/staff/books.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { addInvoiceCustomer, giveCredit } from '#tests/support/orders/invoice-customer.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { getOrderState } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

const DAY_MS = 86_400_000
const MARCH = '?from=2026-03-01&to=2026-03-31'

/** Staff cancel the order. They log in again, because the clock may have moved. */
async function cancel(shop: TestShop, id: string) {
  const staff = await staffBrowser(shop)
  return staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { status: 'cancelled' })
}

async function books(shop: TestShop) {
  await shop.runJob('payment.readBalance')
  const staff = await staffBrowser(shop)
  const file = await staff.call<string>('GET', `${apiPaths.adminBookTransactionsCsv}${MARCH}`)
  const rows: Record<string, string>[] = parse(file.body, { bom: true, columns: true })
  return { ...(await staff.call<Books>('GET', `${apiPaths.adminBooks}${MARCH}`)).body, rows }
}

test('rule 65: an order on account that used credit adds up on its day and on that of its cancellation', async () => {
  const shop = await openShop()
  const customerId = await addInvoiceCustomer(shop)
  const staff = await staffBrowser(shop)
  await giveCredit(staff, customerId, '5.00')
  const { orderId } = (await placeByPhone(staff, shop, { payment: 'invoice' })).body
  shop.clock.advance(DAY_MS)
  await cancel(shop, orderId)

  const { days, rows } = await books(shop)

  const figures = days.map(({ date, products, creditUsed, onAccount, unmatched }) => [
    date,
    products,
    creditUsed,
    onAccount,
    unmatched,
  ])
  expect(figures).toEqual([
    ['2026-03-02', '17.98', '-5.00', '-12.98', '0.00'],
    ['2026-03-03', '-17.98', '5.00', '12.98', '0.00'],
  ])
  const sold = rows.filter(({ Type }) => Type?.startsWith('order_on_account'))
  expect(sold.map((row) => [row.Type, row['Credit used']])).toEqual([
    ['order_on_account', '-5.00'],
    ['order_on_account_cancelled', '5.00'],
  ])
})

test('rule 65: a card that pays a cancelled order after its credit was released sells nothing', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const staff = await staffBrowser(shop)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  await giveCredit(staff, customer?.id ?? '', '5.00')
  const { clientSecret } = (await ana.startCheckout()).body
  const placed = (await ana.place()).body
  await cancel(shop, placed.orderId)
  await ana.confirm(placed.clientSecret ?? clientSecret)
  await shop.deliverPending()
  await shop.runJob('refund.send')
  await shop.deliverPending()

  const { totals, rows } = await books(shop)

  expect(await getOrderState(shop, placed.orderId)).toBe('cancelled refunded')
  expect(totals).toMatchObject({
    products: '0.00',
    creditUsed: '0.00',
    unmatched: '12.98',
    cardPayments: '12.98',
    cardRefunds: '-12.98',
  })
  const cells = rows.map((row) => [row.Type, row.Products, row['Credit used'], row.Amount])
  expect(cells.toSorted()).toEqual([
    ['charge', '', '', '12.98'],
    ['credit_goodwill', '', '', ''],
    ['refund', '', '', '-12.98'],
  ])
})
