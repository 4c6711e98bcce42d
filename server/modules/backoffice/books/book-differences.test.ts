import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { books, csv, readAgain } from '#tests/support/books/call-books.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'

const DAY_MS = 86_400_000

test('rule 65: differences are listed', async () => {
  const shop = await openShop()
  const { orderId, clientSecret } = await shop.buyer().buy()
  await shop.deliverPending()
  shop.clock.advance(5 * DAY_MS)
  const staff = await readAgain(shop)
  expect((await books(staff)).differences).toEqual([])

  const intentId = intentIdFrom(clientSecret)
  await shop.sql('update payments set amount_cents = 1000 where order_id = $1', [orderId])
  expect((await books(staff)).differences).toMatchObject([
    { kind: 'charge_amount', orderId, amount: '17.98' },
  ])
  expect((await books(staff)).totals).toMatchObject({ products: '0.00', unmatched: '17.98' })
  await shop.sql('update payments set intent_id = null where order_id = $1', [orderId])
  expect((await books(staff)).differences).toMatchObject([
    { kind: 'charge_without_order', orderId, amount: '17.98' },
  ])
  await shop.sql('update payments set amount_cents = 1798, intent_id = $2 where order_id = $1', [
    orderId,
    intentId,
  ])

  const [payout] = await shop.sql<{ id: string }>('select id from payouts')
  await shop.sql('update payouts set amount_cents = amount_cents + 1')
  expect((await books(staff)).differences).toMatchObject([
    { kind: 'payout_amount', id: payout?.id, amount: '17.17' },
  ])
  await shop.sql('update payouts set itemized_at = null')
  expect((await books(staff)).differences).toMatchObject([
    { kind: 'payout_not_itemized', id: payout?.id },
  ])
  await shop.sql('delete from payouts')
  expect((await books(staff)).differences).toMatchObject([
    { kind: 'payout_unknown', amount: '17.16' },
  ])
})

test('rule 65: a paid order whose charge the balance lacks, and another currency, are listed', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  shop.clock.advance(2 * DAY_MS)
  const list = shop.deps.cards.balanceTransactions
  shop.deps.cards.balanceTransactions = async function* () {
    yield {
      id: 'txn_euro',
      category: 'charge',
      amountCents: 999,
      feeCents: 0,
      netCents: 999,
      currency: 'eur',
      sourceRef: 'ch_other',
      intentId: null,
      description: null,
      createdAt: shop.clock.now(),
      availableAt: shop.clock.now(),
    }
  }
  shop.deps.cards.payoutsSince = async function* () {}
  const staff = await readAgain(shop)

  const { differences, totals } = await books(staff)

  expect(differences.map(({ kind }) => kind).sort()).toEqual([
    'charge_without_order',
    'currency',
    'payment_without_charge',
  ])
  expect(differences).toContainEqual(expect.objectContaining({ orderId, amount: '17.98' }))
  expect(totals.cardPayments).toBe('0.00')
  shop.deps.cards.balanceTransactions = list
})

test('rule 65: other charges are the fee lines, and lines that do not add up are no charge', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  shop.clock.advance(5 * DAY_MS)
  const staff = await readAgain(shop)
  const totals = async () => (await books(staff)).totals

  await shop.sql('update orders set subtotal_cents = 1700 where id = $1', [orderId])
  expect(await totals()).toMatchObject({ products: '17.00', otherLines: '0.00', unmatched: '0.98' })

  const fees = [
    { kind: 'fee', label: 'Adjustment to the amount charged', cents: 120 },
    { kind: 'fee', label: 'Adjustment to the amount charged', cents: -22 },
  ]
  await shop.sql('update orders set price_lines = price_lines || $2 where id = $1', [
    orderId,
    JSON.stringify(fees),
  ])
  expect(await totals()).toMatchObject({ products: '17.00', otherLines: '0.98', unmatched: '0.00' })
  const rows = await csv(staff, apiPaths.adminBookTransactionsCsv)
  expect(rows.map((row) => row['Other charges']).filter(Boolean)).toEqual(['0.98'])
})
