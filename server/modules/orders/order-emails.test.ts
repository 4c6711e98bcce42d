import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'

test('an email prints the stored lines, whatever the items say', async () => {
  const shop = await openShop()
  await shop.buyer().buy()
  await shop.sql("update order_items set price_cents = 1, product_name = 'Renamed'")
  await shop.deliverPending()
  await shop.runJob('email.send')

  const [email] = await shop.mailbox()
  expect(email?.text).toContain('17.98')
  expect(email?.text).toMatch(/2 × Spring Water 5 Gallon/)
  expect(email?.text).not.toContain('Renamed')
})
