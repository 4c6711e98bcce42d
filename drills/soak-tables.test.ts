import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { runOnDays, subscribe } from '#tests/support/subscriber.ts'
import { countIn } from './machines/postgres.ts'
import { countRows, findGrowth, listedTables, pruned } from './soak-tables.ts'

test('a table that grows and is not listed fails the soak', () => {
  const before = new Map([
    ['orders', 1],
    ['sessions', 1],
    ['heartbeats', 1],
    ['zones', 3],
  ])
  const after = new Map([
    ['orders', 9],
    ['sessions', 9],
    ['heartbeats', 30],
    ['zones', 3],
    ['new_table', 2],
  ])
  expect(findGrowth(before, after)).toEqual({ facts: ['orders +8'], others: ['new_table +2'] })

  after.set('heartbeats', 5_000)
  expect(findGrowth(before, after).others).toEqual(['heartbeats +4999', 'new_table +2'])
})

test('every table on the lists exists', async () => {
  const { url } = await freshDatabase()
  const tables = await countRows(url)
  // The job queue and the card sandbox create theirs when a shop starts.
  const own = listedTables.filter((name) => !name.includes('.'))
  expect(own.filter((name) => !tables.has(name))).toEqual([])
})

test('an unpaid purchase is kept too long after three days; a renewal waits for its date', async () => {
  const { url } = await freshDatabase()
  const shop = await openShop({ databaseUrl: url })
  await subscribe(shop)
  await runOnDays(shop, '2026-03-09')
  // Charged on March 12 from 6:00 on, three days and some hours after its order.
  const countOld = () => countIn(url, pruned.orders, [new Date('2026-03-12T12:30:00Z')])
  expect(await countOld()).toBe(0)

  shop.clock.set('2026-03-09T12:10:00Z')
  const visitor = shop.buyer()
  await visitor.startCheckout()
  await visitor.place(visitor.submission({ deliveryDate: '2026-03-13' }))
  expect(await countOld()).toBe(1)
})
