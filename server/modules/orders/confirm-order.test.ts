import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'

test('orders paid at the same time get invoice numbers without gaps or duplicates', async () => {
  const shop = await openShop()

  await Promise.all(
    Array.from({ length: 12 }, (_, n) => {
      const buyer = shop.buyer()
      return buyer.buy(buyer.submission({ customerEmail: `guest-${n}@example.com` }))
    }),
  )
  await shop.deliverPending()

  const rows = await shop.sql<{ invoice_number: number }>(
    'select invoice_number from orders order by invoice_number',
  )
  expect(rows.map((row) => row.invoice_number)).toEqual(rows.map((_, n) => n + 1))
  expect(await shop.sql('select last_number from invoice_counter')).toEqual([{ last_number: 12 }])
})

test('a payment that is reported again gets no second invoice number', async () => {
  const shop = await openShop()
  await shop.buyer().buy()
  await shop.deliverPending()

  await shop.runJob('payment.reconcile')
  await shop.buyer().buy()
  await shop.deliverPending()

  expect(await shop.sql('select invoice_number from orders order by 1')).toEqual([
    { invoice_number: 1 },
    { invoice_number: 2 },
  ])
})
