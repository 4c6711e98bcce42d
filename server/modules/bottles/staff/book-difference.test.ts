import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import {
  auditBottles,
  bookMovements,
  type CountedEvent,
  movementsOfEvent,
  recordClosedDeliveries,
} from '../index.ts'

/** A truck that left with 20 full bottles and came back with these yesterday, or is out today. */
async function shopWithRoute(returned?: { full?: number; empties?: number }) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { orderId } = await shop.buyer().buy()
  const [order] = await shop.sql<{ customer_id: string; bottles: number }>('select * from orders')
  const truck = { name: 'Truck 1', licensePlate: 'ABC 123', capacity: 100, status: 'available' }
  const { body } = await staff.call<{ id: string }>('POST', apiPaths.adminTrucks, truck)
  const date = returned ? '2026-03-01' : '2026-03-02'
  const route = { id: randomUUID(), truckId: body.id, driverId: null, date }
  const productId = shop.products[0]?.id ?? ''
  const book = (cause: CountedEvent['cause'], full = 0, empties = 0) => {
    const lines = [{ productId, full, empties, damaged: 0 }]
    const event = { eventId: randomUUID(), at: shop.clock.now(), cause, route, lines }
    const customer = { id: orderId, customerId: order?.customer_id ?? '' }
    const door = cause === 'delivered' ? { order: customer } : {}
    return shop.deps.db.transaction((tx) =>
      bookMovements(tx, shop.deps, movementsOfEvent({ ...event, ...door })),
    )
  }
  await book('loaded', 20)
  await book('delivered', 2)
  if (returned) await book('returned', returned.full, returned.empties)
  const path = fillPath(apiPaths.adminBottleRouteBook, { id: route.id })
  return {
    ...{ shop, staff, route, orderId, productId, ordered: order?.bottles ?? 0 },
    overview: async (browser = staff) =>
      (await browser.call<BottleOverview>('GET', apiPaths.adminBottles)).body,
    bookRest: (change: object = {}, browser = staff) =>
      browser.call<{ booked?: number; message: string }>('POST', path, {
        reason: 'Fell off the truck',
        requestId: randomUUID(),
        ...change,
      }),
  }
}

test('rule 61: the rest of a difference is booked as lost once, and the booking is taken back', async () => {
  const { shop, staff, route, overview, bookRest } = await shopWithRoute({ full: 15 })
  expect(await overview()).toMatchObject({
    differences: [{ routeId: route.id, difference: 3, corrected: 0, booked: null }],
    shrinkage: { byRoute: [{ name: '2026-03-01, Truck 1', routes: 1, difference: 3 }] },
  })
  const requestId = randomUUID()
  expect((await bookRest({ requestId })).body).toEqual({ booked: 1 })
  expect((await bookRest({ requestId })).body).toEqual({ booked: 0 })
  const after = await overview()
  expect(after).toMatchObject({
    lost: 3,
    trucks: [],
    differences: [
      {
        corrected: 3,
        booked: { eventId: requestId, reason: 'Fell off the truck', staffEmail: STAFF.email },
      },
    ],
  })
  expect(await bookRest()).toMatchObject({
    status: 400,
    body: { message: 'This route has no difference left to book.' },
  })

  const reverse = fillPath(apiPaths.adminBottleReverse, { id: requestId })
  expect((await staff.call('POST', reverse, { reason: 'Found again' })).body).toEqual({
    reversed: 1,
  })
  expect(await overview()).toMatchObject({
    lost: 0,
    differences: [{ difference: 3, corrected: 0, booked: null }],
  })
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
  expect(
    await shop.sql("select after from audit_entries where action = 'bottles.difference_booked'"),
  ).toEqual([{ after: { lost: 3, date: '2026-03-01' } }])
})

test('rule 61: bottles that no one knew of are found, and states are booked apart', async () => {
  const { shop, overview, bookRest } = await shopWithRoute({ full: 15, empties: 4 })
  expect(await overview()).toMatchObject({ differences: [{ difference: -1 }] })
  expect((await bookRest()).body).toEqual({ booked: 2 })
  expect(await overview()).toMatchObject({
    lost: -1,
    trucks: [],
    differences: [{ difference: -1, corrected: -1 }],
  })
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('rule 61: bottles of one size never make up for another size, and a route with two drivers counts once', async () => {
  const { shop, route, overview, bookRest } = await shopWithRoute({ full: 18 })
  const other = shop.products.find(({ size }) => size !== shop.products[0]?.size)
  const drivers = { Kim: randomUUID(), Lou: randomUUID() }
  for (const [name, id] of Object.entries(drivers))
    await shop.sql('insert into drivers (id, name, created_at) values ($1, $2, $3)', [
      ...[id, name, shop.clock.now()],
    ])
  const book = (cause: 'loaded' | 'returned', full: number, productId = '', driverId = '') => {
    const lines = [{ productId, full, empties: 0, damaged: 0 }]
    const event = { eventId: randomUUID(), at: shop.clock.now(), cause, lines }
    return shop.deps.db.transaction((tx) =>
      bookMovements(tx, shop.deps, movementsOfEvent({ ...event, route: { ...route, driverId } })),
    )
  }
  // Two of 22 large bottles are missing, and two small ones were found.
  await book('loaded', 2, shop.products[0]?.id, drivers.Kim)
  await book('returned', 2, other?.id, drivers.Lou)

  expect(await overview()).toMatchObject({
    differences: [{ driverName: 'Kim', difference: 2, corrected: 0 }],
    shrinkage: {
      byDriver: [{ name: 'Kim', routes: 1, difference: 2 }],
      byRoute: [{ routes: 1, difference: 2 }],
      byMonth: [{ routes: 1, difference: 2 }],
    },
  })
  expect((await bookRest()).body).toEqual({ booked: 2 })
  const after = await overview()
  expect(after).toMatchObject({ trucks: [], lost: 0 })
  expect(after.differences).toMatchObject([{ difference: 2, corrected: 2 }])
})

test('rule 61: a truck that returned nothing is listed the next day, and booked', async () => {
  const { shop, bookRest, overview } = await shopWithRoute()
  expect(await overview()).toMatchObject({ differences: [], shrinkage: { byRoute: [] } })
  shop.clock.advance(86_400_000)
  const staff = await staffBrowser(shop)
  expect(await overview(staff)).toMatchObject({
    differences: [{ loaded: 20, left: 2, returned: 0, difference: 18 }],
    shrinkage: { byRoute: [{ difference: 18 }] },
  })
  expect((await bookRest({}, staff)).status).toBe(200)
  expect(await overview(staff)).toMatchObject({ trucks: [], lost: 18 })
})

test('two people who book a difference at once book it once', async () => {
  const { bookRest, overview } = await shopWithRoute({ full: 15 })
  const replies = await Promise.all([bookRest(), bookRest(), bookRest()])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect(await overview()).toMatchObject({ lost: 3 })
})

test('a booking needs a route that came back, a reason and the right to correct', async () => {
  const { shop, staff, bookRest } = await shopWithRoute()
  expect((await bookRest()).body.message).toBe("This route hasn't come back yet.")
  expect((await bookRest({ reason: ' ' })).status).toBe(400)
  expect((await bookRest({ requestId: 'x' })).status).toBe(400)
  expect((await bookRest({}, await staffBrowser(shop, 'dispatcher'))).status).toBe(403)
  const unknown = fillPath(apiPaths.adminBottleRouteBook, { id: randomUUID() })
  const body = { reason: 'Fell off', requestId: randomUUID() }
  expect((await staff.call('POST', unknown, body)).status).toBe(404)
})

test('rule 59: bottles beyond the order are listed by product; as ordered and fewer are not', async () => {
  const { shop, route, orderId, productId, ordered, overview } = await shopWithRoute()
  const recordLeft = (left: { productId: string; quantity: number }[] | null) =>
    shop.deps.db.transaction((tx) =>
      recordClosedDeliveries(tx, shop.deps, [{ orderId, routeId: route.id, left }]),
    )
  const other = shop.products[1]?.id ?? ''
  await recordLeft([{ productId, quantity: ordered }])
  expect((await overview()).beyondOrder).toEqual([])
  await recordLeft([
    { productId, quantity: 1 },
    { productId, quantity: ordered + 1 },
    { productId: other, quantity: 1 },
  ])
  expect((await overview()).beyondOrder).toEqual([
    { orderId, customerName: 'Ana Ruiz', ordered, beyond: 3 },
  ])
  await shop.sql("update orders set delivery_status = 'delivered' where id = $1", [orderId])
  await recordLeft(null)
  expect(await overview()).toMatchObject({ beyondOrder: [], uncounted: [{ orderId }] })
})
