import { expect, test } from 'vitest'
import { readSettings } from '#server/modules/settings/index.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { addKingston, changeDay, previewDay, undoDay } from '#tests/support/orders/day-changes.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import {
  capturedCents,
  getCycles,
  runEngine,
  runOnDays,
  subscribe,
} from '#tests/support/subscriber.ts'

/** Changes the calendar from the start on, as no request can. */
async function setPeriod(shop: TestShop, field: string, value: number): Promise<void> {
  await shop.sql('update shop_settings set calendar = jsonb_set(calendar, $1, $2)', [
    ['periods', '0', field],
    String(value),
  ])
  shop.deps.liveShop.apply(await readSettings(shop.deps.db))
}

/** A subscription whose first renewal is ordered for March 12. */
async function shopWithRenewal() {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await runOnDays(shop, '2026-03-09')
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const [cycle] = await getCycles(shop, id)
  return { shop, id, staff, zoneId, orderId: cycle?.order_id ?? '' }
}

test('rule 48: a renewal is charged at 06:00 on the new date, once', async () => {
  const { shop, id, staff, zoneId } = await shopWithRenewal()
  const change = { date: '2026-03-12', zoneIds: [zoneId], kind: 'moved', toDate: '2026-03-14' }

  expect((await previewDay(staff, change)).body).toMatchObject({
    deliveries: [{ charge: 'moves', from: '2026-03-12', to: '2026-03-14' }],
    counts: { charges: 1 },
  })
  await changeDay(staff, change)
  await runOnDays(shop, '2026-03-12', '2026-03-13')
  expect(await capturedCents(shop)).toHaveLength(1)
  shop.clock.set('2026-03-14T09:59:00Z')
  await runEngine(shop)
  expect(await capturedCents(shop)).toHaveLength(1)
  await runOnDays(shop, '2026-03-14', '2026-03-15')

  expect(await capturedCents(shop)).toHaveLength(2)
  expect((await getCycles(shop, id))[0]).toMatchObject({ date: '2026-03-14', status: 'paid' })
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 48: a charge that is due at once waits until the change can no longer be undone', async () => {
  const { shop, id, zoneId } = await shopWithRenewal()
  await setPeriod(shop, 'chargeHour', 0)
  // Five minutes before midnight in New York.
  shop.clock.set('2026-03-10T03:55:00Z')
  const staff = await staffBrowser(shop)
  const change = { date: '2026-03-12', zoneIds: [zoneId], kind: 'moved', toDate: '2026-03-10' }
  const { body } = await changeDay(staff, change)
  shop.clock.advance(9 * 60_000)
  await runEngine(shop)
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'ordered', date: '2026-03-10' })

  expect((await undoDay(staff, body.id)).body.restored).toBe(1)
  expect((await getCycles(shop, id))[0]).toMatchObject({
    date: '2026-03-12',
    due_at: new Date('2026-03-12T04:00:00Z'),
  })
})

test('rule 48: a charge with a written attempt stays, and its delivery moves without it', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: '4000000000000341' })
  await runOnDays(shop, '2026-03-09', '2026-03-12')
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const [before] = await getCycles(shop, id)
  expect(before).toMatchObject({ status: 'unpaid', date: '2026-03-12' })

  const { body } = await changeDay(staff, { date: '2026-03-12', zoneIds: [zoneId] })

  expect(body.deliveries).toMatchObject([{ charge: 'stays', to: '2026-03-19' }])
  expect(body.counts.charges).toBe(0)
  const [after] = await getCycles(shop, id)
  expect(after).toMatchObject({ status: 'unpaid', date: '2026-03-19', due_at: before?.due_at })
})

test('rule 48: a paid renewal moves and is not charged again', async () => {
  const { shop, id, zoneId } = await shopWithRenewal()
  await runOnDays(shop, '2026-03-12')
  const staff = await staffBrowser(shop)
  const charged = await capturedCents(shop)

  const { body } = await changeDay(staff, { date: '2026-03-12', zoneIds: [zoneId] })
  expect(body.deliveries).toMatchObject([{ charge: 'none' }])
  shop.clock.advance(11 * 60_000)
  await shop.runJob('delivery.finishDayChanges')
  await runOnDays(shop, '2026-03-16', '2026-03-19', '2026-03-20')

  // The next weekly delivery falls on the new date, so it is skipped and not charged.
  expect(await capturedCents(shop)).toEqual(charged)
  expect(await getCycles(shop, id)).toMatchObject([
    { cycle: 1, date: '2026-03-19', status: 'paid' },
    { cycle: 2, date: '2026-03-19', status: 'skipped', reason: 'closed_date' },
  ])
  expect((await audit(shop)).findings).toEqual([])
})

test.each([
  ['zones', true],
  ['the whole shop', false],
])(
  'rule 48: a later delivery that is ordered already is skipped when the change of %s is final',
  async (_, isOfZone) => {
    const { shop, id, staff, zoneId } = await shopWithRenewal()
    await setPeriod(shop, 'reminderDays', 14)
    await runEngine(shop)
    expect(await getCycles(shop, id)).toMatchObject([
      { cycle: 1, status: 'ordered' },
      { cycle: 2, status: 'ordered', date: '2026-03-19' },
    ])
    await changeDay(staff, { date: '2026-03-12', ...(isOfZone && { zoneIds: [zoneId] }) })
    // Both run every minute.
    await shop.runJob('delivery.finishDayChanges')
    await shop.runJob('delivery.clearClosedDates')
    expect((await getCycles(shop, id))[1]).toMatchObject({ status: 'ordered' })
    shop.clock.advance(10 * 60_000)
    await shop.runJob('delivery.finishDayChanges')

    expect(await getCycles(shop, id)).toMatchObject([
      { cycle: 1, date: '2026-03-19', status: 'ordered' },
      { cycle: 2, date: '2026-03-19', status: 'skipped' },
    ])
  },
)
