import { expect, test } from 'vitest'
import { auditCycles } from '#server/modules/subscriptions/index.ts'
import { takeBackup } from '#tests/support/backup.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-books.ts'
import { cyclesOf, runEngine, subscribe, takenCents } from '#tests/support/subscriber.ts'

async function runAt(shop: TestShop, ...moments: string[]) {
  for (const moment of moments) {
    shop.clock.set(moment)
    await runEngine(shop)
  }
}

async function expectAgreement(shop: TestShop) {
  const { db, clock, config } = shop.deps
  expect((await audit(shop)).findings).toEqual([])
  expect(await auditCycles(db, { clock, timeZone: config.shop.timeZone })).toEqual([])
}

test.each([
  ['before the delivery had its order', '2026-03-08T15:00:00Z', '2026-03-12T20:00:00Z'],
  ['after it had its order', '2026-03-11T15:00:00Z', '2026-03-12T20:00:00Z'],
  [
    'days before it is restored, when keys are forgotten',
    '2026-03-11T15:00:00Z',
    '2026-03-15T20:00:00Z',
  ],
  ['weeks before it is restored', '2026-03-08T15:00:00Z', '2026-03-17T20:00:00Z'],
])(
  'DU5, I1: a backup taken %s charges nobody twice, and takes over what the ledger holds',
  async (_, takenAt, restoredAt) => {
    const shop = await openShop()
    const { id } = await subscribe(shop)
    await runAt(shop, '2026-03-08T15:00:00Z', takenAt)
    const restore = await takeBackup(shop)
    await runAt(shop, '2026-03-09T15:00:00Z', '2026-03-12T12:00:00Z')
    expect(await takenCents(shop)).toHaveLength(2)
    shop.clock.set(restoredAt)
    await restore()

    await runAt(shop, restoredAt)
    await runEngine(shop)

    expect(await takenCents(shop)).toHaveLength(2)
    expect((await cyclesOf(shop, id))[0]).toMatchObject({ cycle: 1, status: 'paid' })
    expect(await shop.sql("select id from mails where kind = 'delivery_skipped'")).toEqual([])
    await expectAgreement(shop)
    await runAt(shop, '2026-03-18T12:00:00Z', '2026-03-19T12:00:00Z')
    expect(await takenCents(shop)).toHaveLength(3)
    await expectAgreement(shop)
  },
  30_000,
)
