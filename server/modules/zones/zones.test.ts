import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ArchivePreview, DeliveryDates, Zone } from '#contract/zones/zones.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openOnce, openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'
import { zoneZips } from './tables.ts'

type Fault = { code: string; message: string; fields: Record<string, string> }

const tuesdays = { weekday: 2, everyWeeks: 1, from: '2026-01-05' }
const kingston = { name: 'Kingston', zips: ['12401', '12402'], routeDays: [tuesdays] }

const addZone = (staff: Buyer, change = {}) =>
  staff.call<Zone & Fault>('POST', apiPaths.adminZones, { ...kingston, ...change })
const changeZone = (staff: Buyer, id: string, change: object) =>
  staff.call<Zone & Fault>('PATCH', fillPath(apiPaths.adminZone, { id }), change)
const listZones = async (staff: Buyer) =>
  (await staff.call<Zone[]>('GET', apiPaths.adminZones)).body
const datesFor = (browser: Buyer, query: string) =>
  browser.call<DeliveryDates & Fault>('GET', `${apiPaths.deliveryDates}?${query}`)

test('rule 45: two zones that exchange ZIP codes at once are rejected, without a deadlock', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { body: kingston } = await addZone(staff, { zips: ['12401'] })
  const { body: albany } = await addZone(staff, { name: 'Albany', zips: ['12201'] })
  let changes: Promise<{ status: number; body: Fault }[]> | undefined
  await shop.deps.db.transaction(async (tx) => {
    // Both add this ZIP code first, and wait for it.
    await tx.insert(zoneZips).values({ zip: '00501', zoneId: kingston.id })
    changes = Promise.all([
      changeZone(staff, kingston.id, { zips: ['00501', '12201'] }),
      changeZone(staff, albany.id, { zips: ['00501', '12401'] }),
    ])
    await untilBlocked(shop, 2)
    await tx.delete(zoneZips).where(eq(zoneZips.zip, '00501'))
  })

  const rejected = await changes
  expect(rejected?.map(({ body }) => body.code)).toEqual(['zip_taken', 'zip_taken'])
})

test('rule 45: a zone is added, changed in part, listed by name and audited', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const added = await addZone(staff, { zips: ['12402', '12401-1234', '12401'] })
  await addZone(staff, { name: 'albany', zips: [] })
  const day = {
    ...tuesdays,
    windows: [{ from: '08:00', to: '12:00' }],
    capacity: 120,
    truckId: null,
  }
  const changed = await changeZone(staff, added.body.id, { routeDays: [day], version: 1 })

  expect(added).toMatchObject({ status: 201, body: { ...kingston, version: 1 } })
  expect(changed.body).toMatchObject({ name: 'Kingston', zips: ['12401', '12402'], version: 2 })
  const { truckId: _, ...stored } = day
  expect(changed.body.routeDays).toEqual([stored])
  expect((await listZones(staff)).map(({ name }) => name)).toEqual(['albany', 'Kingston'])
  const entries = await shop.sql(
    'select action, after from audit_entries where subject_id = $1 order by at, action',
    [added.body.id],
  )
  expect(entries).toMatchObject([
    { action: 'zone.created' },
    {
      action: 'zone.updated',
      after: { routeDays: 'Tuesdays, 8:00 AM – 12:00 PM, up to 120 bottles' },
    },
  ])
})

test('rule 45: a ZIP code of another zone is rejected and named, and nothing is saved', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addZone(staff)
  const woodstock = (await addZone(staff, { name: 'Woodstock', zips: ['12498'] })).body

  const added = await addZone(staff, { name: 'Hurley', zips: ['12443', '12402'] })
  const changed = await changeZone(staff, woodstock.id, { name: 'W', zips: ['12401', '12402'] })

  for (const { status, body } of [added, changed]) {
    expect([status, body.code]).toEqual([409, 'zip_taken'])
  }
  expect(added.body.fields.zips).toBe('Already in another zone: 12402 (Kingston).')
  expect(changed.body.message).toBe('Already in another zone: 12401 (Kingston), 12402 (Kingston).')
  expect(await listZones(staff)).toMatchObject([
    { name: 'Kingston' },
    { name: 'Woodstock', zips: ['12498'], version: 1 },
  ])
})

test('rule 45: of twenty zones that claim a ZIP code at once, one gets it', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, n) => (await addZone(staff, { name: `Zone ${n}` })).status,
    ),
  )

  expect(statuses.sort()).toEqual([201, ...Array(19).fill(409)])
  expect(await listZones(staff)).toHaveLength(1)
})

test('a change from an older version is rejected', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { id } = (await addZone(staff)).body
  await changeZone(staff, id, { name: 'Kingston North', version: 1 })

  const stale = await changeZone(staff, id, { name: 'Kingston South', version: 1 })

  expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
  expect(await listZones(staff)).toMatchObject([{ name: 'Kingston North', version: 2 }])
})

test('rule 45: archiving is previewed, frees the ZIP codes and leaves orders on their dates', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const buyer = shop.buyer()
  const { deliveryZip, deliveryDate } = buyer.submission()
  const { orderId } = await buyer.buy()
  const { id } = (await addZone(staff, { zips: [deliveryZip, '12402'] })).body
  const path = fillPath(apiPaths.adminZone, { id })

  const preview = await staff.call<ArchivePreview>('DELETE', `${path}?preview=true`)
  expect(await listZones(staff)).toHaveLength(1)
  const archived = await staff.call<ArchivePreview>('DELETE', `${path}?version=1`)

  expect(preview).toMatchObject({ status: 200, body: { zips: 2, deliveries: 1 } })
  expect(archived.body).toEqual(preview.body)
  expect(await listZones(staff)).toEqual([])
  expect((await buyer.order(orderId)).body).toMatchObject({ deliveryDate })
  expect((await staff.call('DELETE', path)).status).toBe(404)
  expect((await changeZone(staff, id, { name: 'Again' })).status).toBe(404)
  expect((await datesFor(buyer, 'zip=12402')).body.dates).toEqual([])
  expect((await addZone(staff)).status).toBe(201)
})

const openForRejected = openOnce(async () => {
  const shop = await openShop()
  return { shop, staff: await staffBrowser(shop) }
})

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a short ZIP code', { zips: ['1240'] }, 'zips.0'],
  ['a ZIP code with letters', { zips: ['12401', 'K1A0B1'] }, 'zips.1'],
  ['too many ZIP codes', { zips: Array(3_001).fill('12401') }, 'zips'],
  ['weekday 0', { routeDays: [{ ...tuesdays, weekday: 0 }] }, 'routeDays.0.weekday'],
  ['every third week', { routeDays: [{ ...tuesdays, everyWeeks: 3 }] }, 'routeDays.0.everyWeeks'],
  ['a date that is none', { routeDays: [{ ...tuesdays, from: '2026-02-30' }] }, 'routeDays.0.from'],
  ['capacity 0', { routeDays: [{ ...tuesdays, capacity: 0 }] }, 'routeDays.0.capacity'],
  ['hour 24', { routeDays: [{ ...tuesdays, lastOrderHour: 24 }] }, 'routeDays.0.lastOrderHour'],
  [
    'an end before its start',
    { routeDays: [{ ...tuesdays, validFrom: '2026-04-01', validUntil: '2026-03-31' }] },
    'routeDays.0.validUntil',
  ],
  [
    'a window that ends before it starts',
    { routeDays: [{ ...tuesdays, windows: [{ from: '12:00', to: '08:00' }] }] },
    'routeDays.0.windows.0.to',
  ],
  [
    'windows that overlap',
    {
      routeDays: [
        {
          ...tuesdays,
          windows: [
            { from: '10:00', to: '14:00' },
            { from: '08:00', to: '10:01' },
          ],
        },
      ],
    },
    'routeDays.0.windows',
  ],
])('a zone with %s is rejected at its field', async (_, change, field) => {
  const { staff } = await openForRejected()

  const { status, body } = await addZone(staff, change)

  expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'invalid', [field]])
  expect(await listZones(staff)).toEqual([])
})

test('rule 46: anyone can ask for the dates of a ZIP code; outside every zone there are none', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const windows = [{ from: '08:00', to: '12:00' }]
  await addZone(staff, { routeDays: [{ ...tuesdays, windows }] })
  await addZone(staff, { name: 'No days', zips: ['12498'], routeDays: [] })
  const guest = shop.buyer()

  const { dates } = (await datesFor(guest, 'zip=12401-0001&bottles=3')).body

  expect(dates).toHaveLength(6)
  expect(dates[0]).toEqual({ date: '2026-03-03', windows })
  for (const [zip, isServed] of [
    ['99999', false],
    ['12498', true],
  ])
    expect((await datesFor(guest, `zip=${zip}`)).body).toEqual({ dates: [], isServed })
  for (const query of ['', 'zip=', 'zip=1240', 'zip=12401&bottles=0', 'zip=12401&bottles=many'])
    expect([query, (await datesFor(guest, query)).status]).toEqual([query, 400])
})
