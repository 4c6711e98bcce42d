import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ArchivePreview } from '#contract/zones/zones.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { readDeliveryDate } from '#tests/support/orders/closed-dates.ts'
import {
  addZone,
  changeZone,
  fridays,
  homeZip,
  onWeekday,
  setRouteDaysOnly,
  tuesdays,
} from '#tests/support/orders/route-days.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { emailsOfKind, getCycles, runOnDays, subscribe } from '#tests/support/subscriber.ts'

/** A weekly subscription from Thursday, March 5, and one outside every zone. */
async function openSubscribed(options = {}) {
  const shop = await openShop(options)
  const staff = await staffBrowser(shop)
  const { id } = await subscribe(shop)
  const other = { customerEmail: 'bo@example.com', deliveryZip: '99999' }
  const outside = await subscribe(shop, other)
  const zone = await addZone(staff, 'Home', [homeZip(shop)], [tuesdays])
  const dates = async () => {
    const rows = await shop.sql<{ id: string; date: string }>(
      'select id, next_date::text date from subscriptions',
    )
    return [id, outside.id].map((wanted) => rows.find((row) => row.id === wanted)?.date)
  }
  const moveEmails = () => emailsOfKind(shop, 'next_delivery_moved')
  return { shop, staff, id, outsideId: outside.id, zone, dates, moveEmails }
}

test('rule 47: turning it on is previewed, then moves and emails once; outside zones nothing moves', async () => {
  const { shop, staff, id, outsideId, dates, moveEmails } = await openSubscribed()
  expect(await dates()).toEqual(['2026-03-12', '2026-03-12'])

  const preview = await setRouteDaysOnly(staff, true, 'preview=true')

  const { landing } = preview.body
  expect(landing).toEqual({
    subscriptions: 1,
    moves: [
      {
        subscriptionId: id,
        customerName: expect.any(String),
        from: '2026-03-12',
        to: '2026-03-10',
      },
    ],
    outside: 1,
    outsideZones: [
      { subscriptionId: outsideId, customerName: expect.any(String), deliveryZip: '99999' },
    ],
  })
  expect([await dates(), shop.deps.shop.routeDaysOnly]).toEqual([
    ['2026-03-12', '2026-03-12'],
    false,
  ])
  expect(await moveEmails()).toEqual([])
  const saved = await setRouteDaysOnly(staff, true)
  expect(saved.body).toMatchObject({ routeDaysOnly: true, landing })
  expect(await dates()).toEqual(['2026-03-10', '2026-03-12'])
  expect((await setRouteDaysOnly(staff, true)).body.landing).toBeUndefined()
  expect(await moveEmails()).toHaveLength(1)
  const moved =
    "select subject_id, before, after from audit_entries where action = 'subscription.moved'"
  expect(await shop.sql(moved)).toEqual([
    {
      subject_id: id,
      before: { nextDate: '2026-03-12' },
      after: { nextDate: '2026-03-10', movedFor: 'changed route days' },
    },
  ])
  await shop.deliverPending()
  const sent = (await shop.mailbox()).find(({ subject }) => subject.includes('new date'))
  expect(sent?.text).toContain('Tuesday, March 10, 2026 instead of Thursday, March 12, 2026')
  expect(sent?.text).toContain('8:00 AM on Monday, March 9, 2026')

  await setRouteDaysOnly(staff, false)
  expect(await dates()).toEqual(['2026-03-12', '2026-03-12'])
  expect(await moveEmails()).toHaveLength(2)
})

test('while it is off, zones move nothing', async () => {
  const { staff, zone, dates, moveEmails } = await openSubscribed()

  const changed = await changeZone(staff, zone.id, { routeDays: [fridays] }, 'preview=true')
  await changeZone(staff, zone.id, { routeDays: [fridays] })
  await staff.call('DELETE', fillPath(apiPaths.adminZone, { id: zone.id }))

  expect(changed.body.landing).toBeUndefined()
  expect(await dates()).toEqual(['2026-03-12', '2026-03-12'])
  expect(await moveEmails()).toEqual([])
})

test('rule 47: changed route days are previewed; planned deliveries land again, ordered ones stay', async () => {
  const { shop, staff: first, id, zone, dates, moveEmails } = await openSubscribed()
  await setRouteDaysOnly(first, true)
  await runOnDays(shop, '2026-03-07')
  const staff = await staffBrowser(shop)
  const [ordered] = await getCycles(shop, id)
  expect(await dates()).toEqual(['2026-03-17', '2026-03-12'])

  const change = { routeDays: [fridays] }
  const preview = await changeZone(staff, zone.id, change, 'preview=true')
  const move = { subscriptionId: id, from: '2026-03-17', to: '2026-03-20' }
  expect(preview.body).toMatchObject({ routeDays: [fridays], landing: { moves: [move] } })
  expect(await dates()).toEqual(['2026-03-17', '2026-03-12'])
  const again = await changeZone(staff, zone.id, { ...change, version: 1 })

  expect(again).toMatchObject({ status: 200, body: { version: 2, landing: { moves: [move] } } })
  expect(await dates()).toEqual(['2026-03-20', '2026-03-12'])
  expect(await readDeliveryDate(shop, ordered?.order_id ?? '')).toBe('2026-03-10')
  expect(await moveEmails()).toHaveLength(2)
  expect((await changeZone(staff, zone.id, { name: 'Home 2' })).body.landing).toBeUndefined()
  await runOnDays(shop, '2026-03-10', '2026-03-17')
  expect(await getCycles(shop, id)).toMatchObject([{ status: 'paid' }, { status: 'ordered' }])
})

test('rule 47: a delivery that would land inside its cut-off keeps its date, for that cycle alone', async () => {
  const { shop, staff, id, zone, dates, moveEmails } = await openSubscribed()
  await changeZone(staff, zone.id, { routeDays: [fridays] })
  await setRouteDaysOnly(staff, true)
  await runOnDays(shop, '2026-03-05')
  expect(await dates()).toEqual(['2026-03-13', '2026-03-12'])
  const before = (await moveEmails()).length
  // Monday, March 9, after the cut-off for Tuesday, and one day before the reminder.
  shop.clock.set('2026-03-09T15:00:00Z')
  const later = await staffBrowser(shop)

  const { body } = await changeZone(later, zone.id, { routeDays: [tuesdays] })

  expect(body.landing).toMatchObject({ subscriptions: 0, moves: [] })
  expect(await dates()).toEqual(['2026-03-13', '2026-03-12'])
  expect(await moveEmails()).toHaveLength(before)
  await runOnDays(shop, '2026-03-10', '2026-03-13', '2026-03-14')
  expect(
    await shop.sql(
      'select cycle, date::text, status from cycles where subscription_id = $1 order by cycle',
      [id],
    ),
  ).toEqual([
    { cycle: 1, date: '2026-03-13', status: 'paid' },
    { cycle: 2, date: '2026-03-17', status: 'ordered' },
  ])
})

test('rule 45: archiving a zone returns planned deliveries to calendar dates, after a preview', async () => {
  const { staff, zone, dates } = await openSubscribed()
  await setRouteDaysOnly(staff, true)
  const path = fillPath(apiPaths.adminZone, { id: zone.id })

  const preview = await staff.call<ArchivePreview>('DELETE', `${path}?preview=true`)
  expect(preview.body.landing).toMatchObject({
    moves: [{ from: '2026-03-10', to: '2026-03-12' }],
    outside: 1,
  })
  expect(await dates()).toEqual(['2026-03-10', '2026-03-12'])
  await staff.call('DELETE', path)

  expect(await dates()).toEqual(['2026-03-12', '2026-03-12'])
})

test('rule 47: a new zone and ZIP codes that change hands land their subscriptions', async () => {
  const { shop, staff, zone, dates } = await openSubscribed()
  await setRouteDaysOnly(staff, true)

  const added = await addZone(staff, 'Far', ['99999'], [onWeekday(6)])
  expect(added.landing).toMatchObject({ moves: [{ from: '2026-03-12', to: '2026-03-14' }] })
  await changeZone(staff, zone.id, { zips: [] })
  expect(await dates()).toEqual(['2026-03-12', '2026-03-14'])
  await changeZone(staff, added.id, { zips: ['99999', homeZip(shop)] })

  expect(await dates()).toEqual(['2026-03-14', '2026-03-14'])
})

test('rule 47: the setting and a zone changed at the same time leave no old date', async () => {
  const { staff, zone, dates } = await openSubscribed()

  await Promise.all([
    setRouteDaysOnly(staff, true),
    changeZone(staff, zone.id, { routeDays: [fridays] }),
    changeZone(staff, zone.id, { name: 'Renamed' }),
  ])

  expect(await dates()).toEqual(['2026-03-13', '2026-03-12'])
})
