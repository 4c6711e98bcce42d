import { expect, test } from 'vitest'
import { auditCycles } from '#server/modules/renewals/index.ts'
import { takeBackup } from '#tests/support/database/backup.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { archiveProducts, setPrices } from '#tests/support/product-changes.ts'
import { audit, getOrderState } from '#tests/support/provider-ledger.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

async function runAt(shop: TestShop, ...moments: string[]) {
  for (const moment of moments) {
    shop.clock.set(moment)
    await runEngine(shop)
  }
}

async function expectAgreement(shop: TestShop) {
  const { db, clock, shop: settings } = shop.deps
  expect((await audit(shop)).findings).toEqual([])
  expect(await auditCycles(db, { clock, shop: settings })).toEqual([])
}

test.each([
  ['before the delivery had its order', '2026-03-08T15:00:00Z', '2026-03-12T20:00:00Z'],
  ['after it had its order', '2026-03-11T15:00:00Z', '2026-03-12T20:00:00Z'],
  [
    'days before it is restored, when keys have expired',
    '2026-03-11T15:00:00Z',
    '2026-03-15T20:00:00Z',
  ],
  ['weeks before it is restored', '2026-03-08T15:00:00Z', '2026-03-17T20:00:00Z'],
])(
  'DU5, I1: a backup taken %s causes no double charge, and charges of the ledger are imported',
  async (_, takenAt, restoredAt) => {
    const shop = await openShop()
    const { id } = await subscribe(shop)
    await runAt(shop, '2026-03-08T15:00:00Z', takenAt)
    const restore = await takeBackup(shop)
    await runAt(shop, '2026-03-09T15:00:00Z', '2026-03-12T12:00:00Z')
    expect(await capturedCents(shop)).toHaveLength(2)
    shop.clock.set(restoredAt)
    await restore()

    await runAt(shop, restoredAt)
    await runEngine(shop)

    expect(await capturedCents(shop)).toHaveLength(2)
    expect((await getCycles(shop, id))[0]).toMatchObject({ cycle: 1, status: 'paid' })
    expect(await shop.sql("select id from emails where kind = 'delivery_skipped'")).toEqual([])
    await expectAgreement(shop)
    await runAt(shop, '2026-03-18T12:00:00Z', '2026-03-19T12:00:00Z')
    expect(await capturedCents(shop)).toHaveLength(3)
    await expectAgreement(shop)
  },
)

test('AU22: a charge for the earlier items is kept although the items were changed since', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await runAt(shop, '2026-03-08T15:00:00Z')
  const restore = await takeBackup(shop)
  await runAt(shop, '2026-03-09T15:00:00Z', '2026-03-12T12:00:00Z')
  const [, charged = 0] = await capturedCents(shop)
  shop.clock.set('2026-03-12T20:00:00Z')
  await restore()
  await setPrices(shop, 500)

  await runAt(shop, '2026-03-12T20:00:00Z', '2026-03-12T21:00:00Z', '2026-03-13T12:00:00Z')

  expect(await capturedCents(shop)).toEqual([charged, charged])
  const [cycle] = await getCycles(shop, id)
  expect(cycle?.status).toBe('paid')
  const orderId = cycle?.order_id ?? ''
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect(
    await shop.sql(
      `select total_cents, (select sum((line->>'cents')::int)::int
         from jsonb_array_elements(price_lines) line) as sum from orders where id = $1`,
      [orderId],
    ),
  ).toEqual([{ total_cents: charged, sum: charged }])
  expect(await shop.sql('select kind, subject from alerts')).toEqual([
    { kind: 'books_mismatch', subject: orderId },
  ])
  expect(
    await shop.sql('select actor, action from audit_entries where subject_id = $1', [orderId]),
  ).toEqual([{ actor: 'system', action: 'order.charged_total_applied' }])
  expect(await shop.sql('select id from refunds')).toEqual([])
  await expectAgreement(shop)
})

test('AU22: an uncharged intent is replaced by one with the current amount', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await runAt(shop, '2026-03-08T15:00:00Z')
  const restore = await takeBackup(shop)
  await runAt(shop, '2026-03-09T15:00:00Z')
  shop.deps.sandbox?.faults.next('POST payment_intents/:id/confirm', 'drop-request', 9)
  await runAt(shop, '2026-03-12T12:00:00Z')
  shop.deps.sandbox?.faults.clear()
  shop.clock.set('2026-03-12T13:00:00Z')
  await restore()
  await setPrices(shop, 500)

  await runAt(shop, '2026-03-12T13:00:00Z', '2026-03-12T13:10:00Z', '2026-03-12T14:00:00Z')

  const [first = 0, second = 0] = await capturedCents(shop)
  expect(second).toBeLessThan(first)
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect(await shop.sql('select id from refunds')).toEqual([])
  await expectAgreement(shop)
})

test('AU22: a checkout that was paid after the backup is reported by the audit', async () => {
  const shop = await openShop()
  await shop.buyer().buy()
  await shop.deliverPending()
  const restore = await takeBackup(shop)
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  await restore()

  const { findings } = await audit(shop)

  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({ rule: 'I2', id: expect.stringMatching(/^pi_/) })
  expect(findings[0]?.what).toContain(orderId)
  expect(findings[0]?.what).toMatch(/\$17\.98, customer cus_\w+, 2026-03-02/)
})

test('AU22: a delivery of an unavailable product is not refunded, and staff are alerted', async () => {
  const shop = await openShop()
  await subscribe(shop)
  await runAt(shop, '2026-03-08T15:00:00Z')
  const restore = await takeBackup(shop)
  await runAt(shop, '2026-03-09T15:00:00Z', '2026-03-12T12:00:00Z')
  shop.clock.set('2026-03-12T20:00:00Z')
  await restore()
  await archiveProducts(shop)

  await runAt(shop, '2026-03-12T20:00:00Z', '2026-03-13T12:00:00Z')

  expect(await capturedCents(shop)).toHaveLength(2)
  expect(await shop.sql('select kind from alerts')).toEqual([{ kind: 'books_mismatch' }])
  expect((await audit(shop)).findings.map(({ what }) => what)).toEqual([
    expect.stringContaining('unknown here'),
  ])
})
