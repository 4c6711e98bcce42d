import { expect, test } from 'vitest'
import {
  calendar,
  countRows,
  demo,
  expectGaplessInvoices,
  expectTrueCounters,
} from '#tests/support/demo/seeded-rows.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { seedLoad } from './seed-load.ts'

test('load data on top of demo data keeps books, counters and invoice numbers consistent', async () => {
  const shop = await openShop({ env: demo })
  const { sandbox, ...deps } = shop.deps
  const progress: number[] = []
  const fingerprintKey = sandbox?.secretKey ?? ''
  await seedLoad({ ...deps, calendar, fingerprintKey }, 1500, (added) => progress.push(added))

  expect(progress.at(-1)).toBe(1500)
  expect(await countRows(shop, 'orders')).toBe(1982)
  expect((await audit(shop)).findings).toEqual([])
  await expectGaplessInvoices(shop)
  await expectTrueCounters(shop)
})
