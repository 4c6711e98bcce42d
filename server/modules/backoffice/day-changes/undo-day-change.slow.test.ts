import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { DAY_CHANGE_UNDO_MS } from '#contract/zones/day-changes.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { closeDates, readDeliveryDate } from '#tests/support/orders/closed-dates.ts'
import {
  addKingston,
  auditDays,
  buyAt,
  changeDay,
  listDays,
  STORM,
  undoDay,
} from '#tests/support/orders/day-changes.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { emailsOfKind, getCycles, runOnDays, subscribe } from '#tests/support/subscriber.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

test('rule 48: an undo within ten minutes restores date, stop, calendar and subscription, and no email is sent', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const orderId = await buyAt(shop)
  await staff.call('POST', apiPaths.adminSchedules, { orderId, scheduledDate: STORM })
  const { body } = await changeDay(staff)
  shop.clock.advance(9 * 60_000)

  const undone = await undoDay(staff, body.id)

  expect([undone.status, undone.body]).toEqual([200, { restored: 1, skipped: [] }])
  expect(await readDeliveryDate(shop, orderId)).toBe(STORM)
  expect(await shop.sql('select status, version from schedules')).toEqual([
    { status: 'pending', version: 3 },
  ])
  expect(shop.deps.shop.calendar.closedDates).toEqual([])
  expect(await emailsOfKind(shop, 'delivery_moved')).toEqual([])
  expect(await listDays(staff)).toMatchObject([{ status: 'undone' }])
  expect((await undoDay(staff, body.id)).body).toMatchObject({
    code: 'undo_expired',
    message: 'This change was undone already.',
  })
})

test('rule 48: an undo names the deliveries that were changed since, and they keep their date', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const [untouched, out, cancelled] = [await buyAt(shop), await buyAt(shop), await buyAt(shop)]
  const { body } = await changeDay(staff, { zoneIds: [zoneId] })
  const set = (id: string, change: object) =>
    staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), change)
  await set(out, { deliveryStatus: 'in-transit' })
  await set(cancelled, { status: 'cancelled' })

  const undone = await undoDay(staff, body.id)

  expect(undone.body.restored).toBe(1)
  expect(undone.body.skipped.map(({ orderId }) => orderId).toSorted()).toEqual(
    [out, cancelled].toSorted(),
  )
  expect(undone.body.skipped[0]).toMatchObject({ customerName: 'Ana Ruiz', date: '2026-03-12' })
  expect(await readDeliveryDate(shop, untouched)).toBe(STORM)
  expect(await readDeliveryDate(shop, out)).toBe('2026-03-12')
  expect((await changeDay(staff, { zoneIds: [zoneId] })).status).toBe(200)
})

test('rule 48: after ten minutes a change is final', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const orderId = await buyAt(shop)
  const { body } = await changeDay(staff)
  shop.clock.advance(10 * 60_000)

  const undone = await undoDay(staff, body.id)

  expect([undone.status, undone.body.code]).toEqual([409, 'undo_expired'])
  expect(await listDays(staff)).toMatchObject([{ status: 'final' }])
  await shop.runJob('delivery.finishDayChanges')
  expect(await shop.sql('select status from day_changes')).toEqual([{ status: 'final' }])
  expect(await readDeliveryDate(shop, orderId)).toBe('2026-03-06')
  expect((await undoDay(staff, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
})

test('rule 48: a date that is over or closed by now cannot be restored', async () => {
  const shop = await openShop({ now: '2026-03-06T04:55:00Z' })
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const today = await changeDay(staff, { zoneIds: [zoneId] })
  const later = await changeDay(staff, { date: '2026-03-12', zoneIds: [zoneId] })
  await closeDates(staff, ['2026-03-12'])
  shop.clock.advance(6 * 60_000)

  expect((await undoDay(staff, today.body.id)).body).toMatchObject({
    code: 'undo_expired',
    message: "It's too late to undo this change: Thursday, March 5, 2026 is over.",
  })
  expect((await undoDay(staff, later.body.id)).body.code).toBe('closed_date')
})

test('rule 48: three day changes in a row are undone in reverse order', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const orderId = await buyAt(shop)
  const dates = [STORM, '2026-03-06', '2026-03-07']
  const ids: (string | undefined)[] = []
  for (const date of dates) ids.push((await changeDay(staff, { date })).body.id)
  expect(await readDeliveryDate(shop, orderId)).toBe('2026-03-08')

  for (const date of dates.toReversed()) {
    expect((await undoDay(staff, ids.pop())).body.restored).toBe(1)
    expect(await readDeliveryDate(shop, orderId)).toBe(date)
    expect(await auditDays(shop)).toEqual([])
  }
})

test('rule 48: an undo that runs while its ten minutes end stays an undo', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await buyAt(shop)
  const { body } = await changeDay(staff, { zoneIds: [await addKingston(staff)] })
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const blocking = shop.deps.db.transaction(async (tx) => {
    await tx.execute('select 1 from orders for update')
    locked.resolve()
    await release.promise
  })
  await locked.promise

  const undoing = undoDay(staff, body.id)
  await untilBlocked(shop)
  shop.clock.advance(DAY_CHANGE_UNDO_MS)
  const finishing = shop.runJob('delivery.finishDayChanges')
  await untilBlocked(shop, 2)
  release.resolve()

  expect((await undoing).status).toBe(200)
  await Promise.all([blocking, finishing])
  expect(await listDays(staff)).toMatchObject([{ status: 'undone' }])
  expect(await auditDays(shop)).toEqual([])
})

test('rule 48: an earlier change alone cannot be undone under a later one', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const orderId = await buyAt(shop)
  const first = await changeDay(staff)
  await changeDay(staff, { date: '2026-03-06' })

  const undone = await undoDay(staff, first.body.id)

  expect(undone.body).toMatchObject({ restored: 0, skipped: [{ orderId, date: '2026-03-07' }] })
})

test('rule 48: of several undos at once, one restores', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await buyAt(shop)
  const { body } = await changeDay(staff)

  const replies = await Promise.all(Array.from({ length: 4 }, () => undoDay(staff, body.id)))

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
})

test('rule 48: deliveries without an order get a new date, and an undo takes it back', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const { id } = await subscribe(shop)
  const nextDate = async () =>
    (await shop.sql<{ d: string }>('select next_date::text d from subscriptions'))[0]?.d

  const moved = { date: '2026-03-12', zoneIds: [zoneId], kind: 'moved', toDate: '2026-03-14' }
  const { body } = await changeDay(staff, moved)
  expect(body.counts).toMatchObject({ deliveries: 0, planned: 1 })
  expect(await nextDate()).toBe('2026-03-14')
  await undoDay(staff, body.id)
  expect(await nextDate()).toBe('2026-03-12')
  expect(await getCycles(shop, id)).toEqual([])

  await changeDay(staff, moved)
  await runOnDays(shop, '2026-03-11')
  expect(await getCycles(shop, id)).toMatchObject([{ cycle: 1, date: '2026-03-14' }])
})

test('rule 48: a planned delivery never passes the next one; the later one is skipped', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const { id } = await subscribe(shop)
  await changeDay(staff, {
    date: '2026-03-12',
    zoneIds: [zoneId],
    kind: 'moved',
    toDate: '2026-03-25',
  })

  await runOnDays(shop, '2026-03-16', '2026-03-19', '2026-03-23')

  expect(await getCycles(shop, id)).toMatchObject([
    { cycle: 1, date: '2026-03-19', status: 'paid' },
    { cycle: 2, date: '2026-03-19', status: 'skipped', reason: 'closed_date' },
    { cycle: 3, date: '2026-03-26', status: 'ordered' },
  ])
})
