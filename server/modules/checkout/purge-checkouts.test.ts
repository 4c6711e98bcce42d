import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'

const DAY_MS = 86_400_000

test('a checkout without an order is kept for 30 days after its end, one with an order for good', async () => {
  const shop = await openShop()
  const visitor = shop.buyer()
  await visitor.startCheckout()
  await shop.buyer().buy()
  const unpaid = shop.buyer()
  await unpaid.startCheckout()
  await unpaid.place()
  const purgeAfter = async (days: number) => {
    shop.clock.advance(days * DAY_MS)
    await shop.runJob('payment.expire')
    await shop.runJob('checkout.purge')
    const rows = await shop.sql<{ as: string | null; placed: boolean }>(
      'select ended_as as "as", placed_at is not null as placed from checkouts order by 1, 2',
    )
    return rows.map(({ as, placed }) => [as, placed])
  }

  const [paid, expired, abandoned] = [
    ['paid', true],
    ['expired', true],
    ['expired', false],
  ]
  expect(await purgeAfter(2)).toEqual([abandoned, expired, paid])
  expect(await purgeAfter(29)).toEqual([abandoned, expired, paid])
  expect(await purgeAfter(2)).toEqual([expired, paid])

  // The browser comes back with its old cookie.
  expect((await visitor.startCheckout()).status).toBe(200)
  expect(await purgeAfter(0)).toEqual([expired, paid, [null, false]])
})
