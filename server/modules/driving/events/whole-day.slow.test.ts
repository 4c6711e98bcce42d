import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { addSubscription } from '#tests/support/bottles/closed-delivery.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { openReceipts } from '#tests/support/driving/open-receipts.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { report } from '#tests/support/orders/delivered-order.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'

const HOUR = 3_600_000
const load = (productId: string, full: number, trip = 1) => ({
  type: 'loaded' as const,
  trip,
  payload: { lines: [{ productId, full, empties: 0, damaged: 0 }] },
})
const back = (productId: string, full: number, empties: number, trip = 1) => ({
  type: 'returned' as const,
  trip,
  payload: { lines: [{ productId, full, empties, damaged: 0 }] },
})
const books = (shop: TestShop, routeId: string) =>
  shop.sql('select loaded, "left", taken, returned from bottle_routes where route_id = $1', [
    routeId,
  ])
const atCustomers = (shop: TestShop) =>
  shop.sql("select sum(bottles)::int as n from bottle_holders where holder = 'customer'")

/** The second stop's order is an unpaid delivery of a subscription, on hold. */
async function openWithHold() {
  const driving = await openDriving('a', 'b')
  const { shop, stops } = driving
  const orderId = stops[1]?.orderId ?? ''
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  await addSubscription(shop, { orderId, customerId: customer?.id ?? '' })
  await shop.sql(
    `insert into cycles (subscription_id, cycle, date, status, order_id, hold_at, created_at, updated_at)
     values ($1, 1, $2, 'unpaid', $1, $3, $3, $3)`,
    [orderId, DATE, shop.clock.now()],
  )
  return { ...driving, productId: shop.products[0]?.id ?? '', subscriptionId: orderId }
}

test('rule 52: a stop on hold stays on the route, and without bottles left nothing is charged', async () => {
  const { shop, phone, stops, states, staff, productId } = await openWithHold()
  const [a, b] = stops
  const { body: route } = await phone.load()
  expect(route.stops.map(({ isOnHold }) => isOnHold)).toEqual([false, true])
  expect(route.trips[0]?.load).toBe(4)

  // The driver takes the empties and leaves nothing.
  await phone.report(load(productId, 4), { type: 'departed' }, delivered(a?.id, productId))
  expect(await phone.report(delivered(b?.id, productId, 0, 2))).toBe('accepted')
  await phone.report(back(productId, 2, 3), { type: 'closed' })
  await shop.runJob('bottle.settle')
  expect(await states()).toEqual(['completed delivered', 'completed delivered'])
  expect(await books(shop, route.routeId)).toEqual([{ loaded: 4, left: 2, taken: 3, returned: 5 }])
  // Nothing is refunded of what was never paid.
  expect(await shop.sql('select 1 from refunds')).toEqual([])
  expect((await staff.call('GET', apiPaths.adminReviews)).body).toEqual([])
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('rule 52: released while the truck is out, a stop loses its mark and its bottles are left', async () => {
  const { shop, phone, stops, states, staff, productId, subscriptionId } = await openWithHold()
  const [a, b] = stops
  const { body: before } = await phone.load()
  expect(before.stops.map(({ isOnHold }) => isOnHold)).toEqual([false, true])
  await phone.report(load(productId, 4), { type: 'departed' }, delivered(a?.id, productId))

  const path = fillPath(apiPaths.adminSubscription, { id: subscriptionId })
  const released = await staff.call('PATCH', path, { type: 'release', cycle: 1 })
  expect(released.status).toBe(200)

  const reply = await phone.load()
  expect(reply.status).toBe(200)
  expect(reply.body.stops.map(({ id, isOnHold }) => [id, isOnHold])).toEqual([
    [a?.id, false],
    [b?.id, false],
  ])
  expect(await phone.report(delivered(b?.id, productId, 2, 0))).toBe('accepted')
  await phone.report(back(productId, 0, 1), { type: 'closed' })
  expect(await states()).toEqual(['completed delivered', 'completed delivered'])
  expect(await books(shop, before.routeId)).toEqual([{ loaded: 4, left: 4, taken: 1, returned: 1 }])
  expect((await staff.call('GET', apiPaths.adminReviews)).body).toEqual([])
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('rule 61: two trips of a truck are loaded and left one after the other, and balance together', async () => {
  const { shop, phone, stops, states, move, routeId } = await openDriving('a', 'b', 'c')
  const productId = shop.products[0]?.id ?? ''
  const [a, b, c] = stops.map(({ id }) => id)
  expect((await move(c ?? '', { trip: 2, version: 1 })).status).toBe(200)
  const { body } = await phone.load()
  expect(body.trips.map(({ trip, load: bottles }) => [trip, bottles])).toEqual([
    [1, 4],
    [2, 2],
  ])
  await phone.report(load(productId, 4), { type: 'departed', trip: 1 })
  expect(await states()).toEqual([
    'in-progress in-transit',
    'in-progress in-transit',
    'pending scheduled',
  ])
  await phone.report(delivered(a, productId), delivered(b, productId))
  await phone.report(load(productId, 2, 2), { type: 'departed', trip: 2 })
  expect((await states())[2]).toBe('in-progress in-transit')
  await phone.report({ ...delivered(c, productId), trip: 2 })
  await phone.report(back(productId, 0, 3, 2), { type: 'closed', trip: 2 })

  expect(await states()).toEqual(Array(3).fill('completed delivered'))
  expect(await books(shop, routeId)).toEqual([{ loaded: 6, left: 6, taken: 3, returned: 3 }])
  // Three empties more were taken than she had, which opens her count (rule 60).
  expect(
    await shop.sql(
      "select sum(quantity)::int as n from bottle_movements where cause = 'delivered' and state = 'full'",
    ),
  ).toEqual([{ n: 6 }])
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('rule 52: the rest goes to another truck; a late word of the first phone counts once', async () => {
  const driving = await openDriving('a', 'b', 'c')
  const { shop, staff, phone, stops, states, routeId, red, addDriver, publish, findRoute } = driving
  const productId = shop.products[0]?.id ?? ''
  const [a, , c] = stops.map(({ id }) => id)
  await phone.report(load(productId, 6), { type: 'departed' }, delivered(a, productId, 2, 0))
  const path = fillPath(apiPaths.adminRouteTransfer, { id: routeId })
  const moved = await staff.call<{ moved: number }>('POST', path, { truckId: red })
  expect(moved.body).toEqual({ moved: 2 })
  const redRoute = await findRoute(red)
  const kim = await addDriver('Kim')
  await publish(redRoute.id, kim)
  const second = await driving.openPhone(kim)
  const loaded = await second.load()
  expect(loaded.body.stops.map(({ orderId }) => orderId).sort()).toEqual(
    stops
      .slice(1)
      .map(({ orderId }) => orderId)
      .sort(),
  )
  const onRed = (orderId: string | undefined) =>
    loaded.body.stops.find((stop) => stop.orderId === orderId)?.id
  await second.report({ type: 'departed' })
  expect(await second.report(delivered(onRed(stops[1]?.orderId), productId, 2, 0))).toBe('accepted')
  // Sam had left the third one before staff moved it.
  expect(await phone.report(delivered(c, productId, 2, 0))).toBe('review')

  expect((await states())[0]).toBe('completed delivered')
  const orders = await shop.sql<{ status: string }>(
    'select delivery_status as status from orders where id = any($1)',
    [stops.map(({ orderId }) => orderId)],
  )
  expect(orders.map(({ status }) => status)).toEqual(Array(3).fill('delivered'))
  expect(await atCustomers(shop)).toEqual([{ n: 6 }])
  expect(await books(shop, routeId)).toMatchObject([{ loaded: 6, left: 4 }])
  expect(await books(shop, redRoute.id)).toMatchObject([{ loaded: 0, left: 2 }])
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('rule 66: after a corrected receipt a problem is reported for 48 hours from its sending', async () => {
  const { shop, phone, left, sendReceipts, orderId } = await openReceipts()
  const first = phone.event(left(2, 0))
  await phone.report(first)
  await sendReceipts()
  shop.clock.advance(40 * HOUR)
  await phone.send([phone.event({ ...left(1, 0), supersedes: first.eventId })], phone.key())
  await sendReceipts()
  const sentAt = shop.clock.now().getTime()
  const ana = await customerBrowser(shop)

  shop.clock.set(new Date(sentAt + 48 * HOUR - 1).toISOString())
  expect((await report(ana, orderId, { kind: 'wrong-count' })).status).toBe(201)
  shop.clock.set(new Date(sentAt + 48 * HOUR).toISOString())
  const late = await report(ana, orderId, { kind: 'missing' })
  expect([late.status, late.body.code]).toEqual([409, 'report_closed'])
})

test("rule 58: the driver's route lists payments at a stop by the id of their event", async () => {
  const { shop, staff, phone, add, blue } = await openDriving('a')
  const { body: placed } = await placeByPhone(staff, shop, { deliveryDate: '2026-03-06' })
  const { body: stop } = await add(placed.orderId, { truckId: blue, date: DATE })
  const event = phone.event({
    type: 'payment-received',
    stopId: stop.id,
    payload: { method: 'cash', amount: '5.00' },
  })
  await phone.load()
  await phone.report(event)
  const { body } = await phone.load()
  const paid = body.stops.find(({ id }) => id === stop.id)
  expect(paid?.received).toEqual([{ id: event.eventId, method: 'cash', amount: '5.00' }])
})
