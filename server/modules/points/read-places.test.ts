import { expect, test } from 'vitest'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { readPlaces, zipPlace } from './index.ts'

const kingston = { lat: 41.987541, lon: -74.010273 }

test('rule 53: the place of a ZIP code is its center; ZIP+4 counts as five digits', async () => {
  expect(await zipPlace('12401')).toEqual(kingston)
  expect(await zipPlace('12401-1234')).toEqual(kingston)
  expect(await zipPlace('00601')).toMatchObject({ lat: expect.closeTo(18.18, 1) })
  for (const zip of ['00000', '99999', '1240', '124011', '', 'K1A 0B1'])
    expect([zip, await zipPlace(zip)]).toEqual([zip, null])
})

const addPoint = (
  shop: TestShop,
  email: string,
  address: string,
  fields: Record<string, unknown>,
) =>
  shop.sql(
    `insert into delivery_points (customer_id, address_key, address, zip, lat, lon, place_source,
       gate_code, instructions, notes, opening_hours, updated_at)
     select id, delivery_point_key($2, '12401'), $2, '12401', $3, $4, $5, $6, $7, $8, $9, now()
     from customers where email = $1`,
    [
      email,
      address,
      fields.lat ?? null,
      fields.lon ?? null,
      fields.source ?? 'zip',
      fields.gateCode ?? null,
      fields.instructions ?? null,
      fields.notes ?? null,
      JSON.stringify(fields.hours ?? []),
    ],
  )

const buy = (shop: TestShop, change: Record<string, string>) => {
  const buyer = shop.buyer()
  return buyer.buy(buyer.submission(change))
}

type OrderRow = { id: string; customer_id: string; delivery_address: string; delivery_zip: string }

const readAll = async (shop: TestShop) => {
  const rows = await shop.sql<OrderRow>('select * from orders order by created_at, id')
  return readPlaces(
    shop.deps.db,
    rows.map((row) => ({
      id: row.id,
      customerId: row.customer_id,
      deliveryAddress: row.delivery_address,
      deliveryZip: row.delivery_zip,
    })),
  )
}

test('a delivery goes to the point of its customer and address, however it is spelled', async () => {
  const shop = await openShop()
  const door = { deliveryAddress: '12 Main Street, Apt. 4', deliveryZip: '12401-0001' }
  const ana = await buy(shop, { ...door, customerEmail: 'ana@example.com' })
  const eve = await buy(shop, { ...door, customerEmail: 'eve@example.com' })
  const hours = [{ from: '09:00', to: '12:00' }]
  await addPoint(shop, 'ana@example.com', '12  main st apartment 4', {
    ...{ lat: 41.9, lon: -74.1, source: 'pin' },
    ...{ gateCode: '4711', instructions: 'Side door', notes: 'Dog', hours },
  })

  const places = await readAll(shop)

  expect(places.get(ana.orderId)).toEqual({
    place: { lat: 41.9, lon: -74.1 },
    source: 'pin',
    windows: hours,
    hoursAreHard: true,
    extraMinutes: 0,
    gateCode: '4711',
    instructions: 'Side door / Dog',
  })
  expect(places.get(eve.orderId)).toEqual({
    place: kingston,
    source: 'zip',
    windows: [],
    hoursAreHard: true,
    extraMinutes: 0,
    gateCode: null,
    instructions: null,
  })
})

test('a point without coordinates is at the center of its ZIP code; an unknown ZIP code has no place', async () => {
  const shop = await openShop()
  const door = { deliveryAddress: '1 Mill Road', deliveryZip: '12401' }
  const ana = await buy(shop, { ...door, customerEmail: 'ana@example.com' })
  const ben = await buy(shop, { deliveryZip: '00000', customerEmail: 'ben@example.com' })
  await addPoint(shop, 'ana@example.com', '1 Mill Rd.', { instructions: 'Ring twice' })

  const places = await readAll(shop)

  expect(places.get(ana.orderId)).toMatchObject({
    place: kingston,
    source: 'zip',
    instructions: 'Ring twice',
  })
  expect(places.get(ben.orderId)).toMatchObject({ place: null, source: 'zip' })
  expect((await readPlaces(shop.deps.db, [])).size).toBe(0)
})
