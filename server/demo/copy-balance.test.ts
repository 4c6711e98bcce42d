import { expect, test } from 'vitest'
import { addDays } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Books } from '#contract/staff/books.ts'
import { auditBalance } from '#server/modules/payments/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { getSandbox } from '#tests/support/sandbox-faults.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { copyBalance } from './copy-balance.ts'
import { seedLoad } from './seed-load.ts'

test('rule 65: generated orders are in the books as the background job would have read them', async () => {
  const shop = await openShop()
  const { db, pool, clock, random, account = '', shop: settings } = shop.deps
  const load = { db, clock, random, calendar: settings.calendar }
  await seedLoad({ ...load, fingerprintKey: getSandbox(shop).secretKey }, 60, () => {})
  await copyBalance({ db, pool, clock, random, account })
  const count = async () =>
    (await shop.sql('select count(*)::int as n from balance_transactions'))[0]
  const copied = await count()

  await shop.runJob('payment.readBalance')

  expect(await count()).toEqual(copied)
  expect((await auditBalance(shop.deps)).findings).toEqual([])
  const staff = await staffBrowser(shop)
  const range = `?from=${addDays('2026-03-02', -365)}&to=2026-03-02`
  const { totals, differences, payouts } = (
    await staff.call<Books>('GET', `${apiPaths.adminBooks}${range}`)
  ).body
  expect(differences).toEqual([])
  expect(totals).toMatchObject({ unmatched: '0.00', adjustments: '0.00' })
  expect(payouts.length).toBeGreaterThan(10)
})
