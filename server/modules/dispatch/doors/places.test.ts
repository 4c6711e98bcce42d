import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { DeliveryPoint, NearbyPoint } from '#contract/points/points.ts'
import type { Board } from '#contract/routes/board.ts'
import type { ImportReport } from '#contract/staff/imports.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openOnce, openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const PIN = { lat: 41.93, lon: -74.02 }
const ZIP_CENTER = { lat: 41.987541, lon: -74.010273 }

async function openDoor() {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  const staff = await staffBrowser(shop, 'dispatcher')
  const order = fillPath(apiPaths.adminOrderPoint, { id: orderId })
  const read = async () => (await staff.call<DeliveryPoint>('GET', order)).body
  const { customerId, address, zip } = await read()
  const path = fillPath(apiPaths.adminCustomerPoints, { id: customerId })
  const edit = (change: object) =>
    staff.call<DeliveryPoint & { code: string; message: string; fields?: object }>('PATCH', path, {
      address,
      zip,
      ...change,
    })
  return { shop, staff, orderId, read, edit, path }
}

const upload = (staff: Buyer, lines: string[], isPreview = false) =>
  staff.call<ImportReport & { message: string }>(
    'POST',
    isPreview ? apiPaths.adminPlacesImportPreview : apiPaths.adminPlacesImport,
    ['Email,Address,ZIP,Latitude,Longitude', ...lines].join('\n'),
    { 'content-type': 'text/csv' },
  )

const placeOnBoard = async (staff: Buyer) => {
  const { body } = await staff.call<Board>('GET', `${apiPaths.adminRoutes}?date=2026-03-05`)
  return body.unplanned[0]
}

test("rule 53: staff's pin wins, and without it the imported place or the ZIP code's center counts", async () => {
  const { staff, edit, read } = await openDoor()
  expect(await read()).toMatchObject({ place: ZIP_CENTER, placeSource: 'zip' })

  expect((await edit({ pin: PIN })).body).toMatchObject({ place: PIN, placeSource: 'pin' })
  expect(await placeOnBoard(staff)).toMatchObject({ place: PIN })
  expect((await edit({ pin: null })).body).toMatchObject({ place: ZIP_CENTER, placeSource: 'zip' })
  const line = 'ana@example.com,12 Main St,12401,41.95,-74.05'
  expect((await upload(staff, [line])).body.counts).toMatchObject({ new: 1 })
  expect(await read()).toMatchObject({ place: { lat: 41.95, lon: -74.05 }, placeSource: 'import' })
  await edit({ pin: PIN })
  const kept = await upload(staff, ['ana@example.com,12 Main St,12401,41.96,-74.05'])
  expect(kept.body.counts).toMatchObject({ protected: 1, changed: 0 })
  expect(await read()).toMatchObject({ place: PIN, placeSource: 'pin' })
  expect((await edit({ pin: null })).body).toMatchObject({
    place: { lat: 41.95, lon: -74.05 },
    placeSource: 'import',
  })
})

const openForRejected = openOnce(openDoor)

test.each([
  [{ lat: 91, lon: 0 }],
  [{ lat: -74.02, lon: 41.93 }],
  [{ lat: 0, lon: 0 }],
  [{ lat: 41.93, lon: 74.02 }],
  [{ lat: 41.93, lon: 1e308 }],
  [{ lat: '41.93', lon: '-74.02' }],
  [{ lat: 41.93 }],
  ['41.93, -74.02'],
  [[41.93, -74.02]],
])('the pin %j is rejected', async (pin) => {
  const { edit, read } = await openForRejected()

  expect((await edit({ pin })).status).toBe(400)

  expect(await read()).toMatchObject({ version: 0, placeSource: 'zip' })
})

test('a stale edit is rejected and loses nothing; without a version it applies', async () => {
  const { edit, read } = await openDoor()
  const first = await edit({ version: 0, gateCode: '4711' })
  expect(first.body).toMatchObject({ version: 1 })

  const stale = await edit({ version: 0, gateCode: '9999', pin: PIN })

  expect(stale).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect(await read()).toMatchObject({ gateCode: '4711', placeSource: 'zip', version: 1 })
  expect((await edit({ notes: 'Dog' })).body).toMatchObject({ gateCode: '4711', version: 2 })
  expect((await edit({ notes: 'Dog' })).body).toMatchObject({ version: 2 })
  const [a, b] = await Promise.all([
    edit({ version: 2, notes: 'A' }),
    edit({ version: 2, notes: 'B' }),
  ])
  expect([a.status, b.status].toSorted()).toEqual([200, 409])
})

test('opening hours reach the board; overlapping, reversed and too many are rejected', async () => {
  const { staff, edit } = await openDoor()
  const hours = [
    { from: '13:00', to: '17:00' },
    { from: '08:00', to: '12:00' },
  ]

  const { body } = await edit({ openingHours: hours, extraMinutes: 10 })

  expect(body).toMatchObject({ openingHours: hours.toReversed(), extraMinutes: 10 })
  expect(await placeOnBoard(staff)).toMatchObject({ openingHours: hours.toReversed() })
  for (const openingHours of [
    [{ from: '12:00', to: '08:00' }],
    [
      { from: '08:00', to: '12:00' },
      { from: '11:00', to: '13:00' },
    ],
    [{ from: '8', to: '12' }],
    Array.from({ length: 5 }, (_, n) => ({ from: `0${n}:00`, to: `0${n}:30` })),
  ])
    expect((await edit({ openingHours })).status).toBe(400)
  for (const extraMinutes of [-1, 121, 1.5, '5'])
    expect((await edit({ extraMinutes })).status).toBe(400)
})

test('neighbors are doors with a place of their own, the nearest first', async () => {
  const { staff, edit } = await openDoor()
  await edit({ pin: PIN })
  await edit({ address: '9 Mill Road', pin: { lat: 41.94, lon: -74.02 } })
  await edit({ address: '5 Elm Street', pin: { lat: 43.5, lon: -74.02 } })
  const near = (query: string) =>
    staff.call<NearbyPoint[]>('GET', `${apiPaths.adminNearbyPoints}?${query}`)

  const { body } = await near('lat=41.941&lon=-74.02')

  expect(body.map(({ address }) => address)).toEqual(['9 Mill Road', '12 Main Street'])
  for (const bad of ['lat=91&lon=0', 'lat=x&lon=0', 'lat=1', 'lat=1e999&lon=0'])
    expect((await near(bad)).status).toBe(400)
})

test("a customer's list has every address once, the latest first, under any spelling", async () => {
  const { shop, staff, path } = await openDoor()
  for (const deliveryAddress of ['9 Mill Road', '12 MAIN St.']) {
    shop.clock.advance(60_000)
    await shop.buyer().buy(shop.buyer().submission({ deliveryAddress }))
  }

  const { body } = await staff.call<DeliveryPoint[]>('GET', path)

  expect(body.map(({ address }) => address)).toEqual(['12 MAIN St.', '9 Mill Road'])
  expect(body[0]).toMatchObject({ city: 'Kingston', zip: '12401', version: 0 })
})

test('an import shows its errors by line and writes all or nothing, once', async () => {
  const { shop, staff, read } = await openDoor()
  const good = 'Ana@Example.com,12 Main Street,12401-0001,41.95,-74.05'
  const bad = [
    'nobody@example.com,1 Elm Street,12401,41.95,-74.05',
    'ana@example.com,12 main st,12401,41.96,-74.05',
    'ana@example.com,9 Mill Road,12401,-74.05,41.95',
    'ana@example.com,9 Mill Road,1240,41.95,north',
  ]

  const preview = await upload(staff, [good, ...bad], true)
  const rejected = await upload(staff, [good, ...bad])

  expect(preview.body.errors).toMatchObject([
    { line: 3, message: 'No customer has this email address' },
    { line: 4, message: expect.stringContaining('The same address as') },
    { line: 5, message: expect.stringContaining('miles from ZIP code 12401') },
    { line: 6, column: 'ZIP' },
    { line: 6, column: 'Longitude', message: expect.stringContaining('must be a number') },
  ])
  expect(rejected.status).toBe(400)
  expect(await shop.sql('select * from delivery_points')).toEqual([])

  expect((await upload(staff, [good], true)).body.counts).toMatchObject({ new: 1 })
  expect((await upload(staff, [good])).body.counts).toMatchObject({ new: 1 })
  expect(await read()).toMatchObject({ placeSource: 'import', version: 1 })
  expect((await upload(staff, [good])).body.counts).toMatchObject({ new: 0, changed: 0, same: 1 })
  expect(await read()).toMatchObject({ version: 1 })
  const viewer = await staffBrowser(shop, 'viewer')
  expect((await upload(viewer, [good])).status).toBe(403)
})
