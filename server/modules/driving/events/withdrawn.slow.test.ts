import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'

/** A route that its phone has loaded and staff have then withdrawn. */
async function openWithdrawn() {
  const driving = await openDriving('a', 'b', 'c')
  const { shop, staff, routeId, productId } = driving
  const post = (path: string, body?: object) =>
    staff.call<{ code?: string }>('POST', fillPath(path, { id: routeId }), body)
  expect((await post(apiPaths.adminRouteWithdraw)).status).toBe(200)
  return {
    ...driving,
    post,
    status: async () =>
      (await shop.sql<{ status: string }>('select status from routes where id = $1', [routeId]))[0]
        ?.status,
    closedDeliveries: () => shop.sql('select order_id from bottle_settlements'),
    loaded: { type: 'loaded' as const, payload: { lines: [{ productId, full: 6 }] } },
    returned: { type: 'returned' as const, payload: { lines: [{ productId, empties: 1 }] } },
  }
}

const departed = { type: 'departed' as const }
const closed = { type: 'closed' as const }

test('rule 57: a withdrawn route that its driver drove is out, closed and finalized, and listed', async () => {
  const { phone, status, states, closedDeliveries, reviews, loaded, returned, productId, a, b } =
    await openWithdrawn()
  expect(await phone.report(loaded)).toBe('accepted')
  expect(await status()).toBe('draft')
  expect(await phone.report(departed)).toBe('review')
  expect(await status()).toBe('out')
  await phone.report(delivered(a, productId), failed(b))
  expect(await phone.report(returned, closed)).toBe('accepted accepted')

  expect(await status()).toBe('closed')
  expect(await states()).toEqual([
    'completed delivered',
    // Moved to the next day, as of any route that is closed.
    'cancelled failed scheduled',
    'cancelled scheduled',
  ])
  expect(await closedDeliveries()).toHaveLength(1)
  expect(await reviews()).toMatchObject([
    { kind: 'withdrawn', plan: 'Staff had withdrawn this route.', fact: 'Departed.' },
  ])
})

test('rule 57: a delivery on a withdrawn route sets the route out, and staff close it', async () => {
  const { phone, status, reviews, decide, setRoute, closedDeliveries, productId, a } =
    await openWithdrawn()
  expect(await phone.report(delivered(a, productId))).toBe('review')
  expect(await status()).toBe('out')
  const [review] = await reviews()
  expect(review).toMatchObject({ kind: 'withdrawn', isApplied: true })
  expect(await decide(review?.id ?? '', apiPaths.adminReviewAccept)).toMatchObject({ body: [] })
  expect((await setRoute({ status: 'closed' })).status).toBe(200)
  expect(await closedDeliveries()).toHaveLength(1)
})

test('a withdrawn route that is reported at once is closed', async () => {
  const { phone, status, reviews, loaded, returned, productId, a } = await openWithdrawn()
  const reported = await phone.report(loaded, departed, delivered(a, productId), returned, closed)
  expect(reported).toBe('accepted review accepted accepted accepted')
  expect(await status()).toBe('closed')
  expect((await reviews()).map(({ kind }) => kind)).toEqual(['withdrawn'])
})

test('staff dismiss the departure of a withdrawn route; the route stays out for them to close', async () => {
  const { phone, status, states, reviews, decide, setRoute } = await openWithdrawn()
  await phone.report(departed)
  const [review] = await reviews()
  await decide(review?.id ?? '', apiPaths.adminReviewDismiss)
  expect(await status()).toBe('out')
  expect(await states()).toEqual(Array(3).fill('pending scheduled'))
  expect((await setRoute({ status: 'closed' })).status).toBe(200)
})

test('rule 57: stops that another truck got in the meantime are decided by the rules of moved stops', async () => {
  const { shop, phone, status, reviews, move, red, stops, productId, a } = await openWithdrawn()
  for (const { id } of stops) {
    const [row] = await shop.sql<object>('select version from schedules where id = $1', [id])
    expect((await move(id, { truckId: red, ...row })).status).toBe(200)
  }
  expect(await phone.report(departed)).toBe('review')
  expect(await phone.report(delivered(a, productId))).toBe('review')
  expect(await phone.report(closed)).toBe('accepted')
  expect(await status()).toBe('closed')
  expect((await reviews()).map(({ kind }) => kind).toSorted()).toEqual([
    'stop-changed',
    'withdrawn',
  ])
})

test('a withdrawn route that was published again to another driver is driven as published', async () => {
  const { phone, status, reviews, publish, routeId, addDriver } = await openWithdrawn()
  expect((await publish(routeId, await addDriver('Kim'))).status).toBe(200)
  expect(await phone.report(departed)).toBe('accepted')
  expect(await status()).toBe('out')
  expect(await reviews()).toEqual([])
})

test('a withdrawn route that staff prepared for another driver is out with the one who drove it', async () => {
  const { shop, phone, status, routeId, setRoute, addDriver, sam } = await openWithdrawn()
  expect((await setRoute({ driverId: await addDriver('Kim') })).status).toBe(200)
  await phone.report(departed)
  expect(await status()).toBe('out')
  expect(await shop.sql('select driver_id from routes where id = $1', [routeId])).toEqual([
    { driver_id: sam },
  ])
})

test('rule 52: a driver who left with a withdrawn route and has another one is shown on both', async () => {
  const { phone, read, red, blue, staff, addStops, findRoute, publish, addDriver, sam } =
    await openWithdrawn()
  await addStops(red, 'd')
  const { id } = await findRoute(red)
  expect((await publish(id, sam)).status).toBe(200)
  const warnings = async () =>
    (await read()).routes.flatMap((route) =>
      route.warnings.map((text) => `${route.truckId === blue ? 'Blue' : 'Red'}: ${text}`),
    )
  expect(await warnings()).toEqual([])
  await phone.report(departed)

  const text = 'The driver has another route on this date'
  expect(await warnings()).toEqual([`Blue: ${text}`, `Red: ${text}`])
  const setOut = (change: object) =>
    staff.call('PATCH', fillPath(apiPaths.adminRoute, { id }), { status: 'out', ...change })
  expect(await setOut({})).toMatchObject({ status: 409, body: { code: 'driver_busy' } })
  expect((await setOut({ driverId: await addDriver('Kim') })).status).toBe(200)
  expect(await warnings()).toEqual([])
})
