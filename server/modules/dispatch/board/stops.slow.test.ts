import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { DATE, openBoard } from '#tests/support/routing/open-board.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

test('an order is put on a route by truck and date, or by the route, at a position', async () => {
  const { blue, add, addOrders, addStops, findRoute, show, unplanned } = await openBoard()
  await addStops(blue, 'a', 'b')
  const [c = ''] = await addOrders('c')
  const { id: routeId } = await findRoute(blue)
  expect(await unplanned()).toContain('c')

  const added = await add(c, { routeId, position: 2 })

  expect([added.status, added.body.position, added.body.version]).toEqual([201, 2, 1])
  expect(await show(blue)).toBe('a c b')
  expect(await unplanned()).not.toContain('c')
})

test('an order is rejected for an unknown truck, route or order, and without a route', async () => {
  const { blue, add, addOrders, read } = await openBoard()
  const [a = ''] = await addOrders('a')
  const fails = async (body: object, orderId = a) => {
    const { status, body: reply } = await add(orderId, body)
    return `${status} ${reply.code}`
  }

  expect(await fails({ truckId: UNKNOWN, date: DATE })).toBe('400 unknown_truck')
  expect(await fails({ routeId: UNKNOWN })).toBe('404 not_found')
  expect(await fails({ truckId: blue, date: DATE }, UNKNOWN)).toBe('400 unknown_order')
  expect(await fails({})).toBe('400 invalid')
  expect(await fails({ truckId: blue })).toBe('400 invalid')
  for (const position of [0, -1, 1.5, 'first'])
    expect(await fails({ truckId: blue, date: DATE, position })).toBe('400 invalid')
  expect((await read()).routes).toEqual([])
})

test('a delivery has one open stop; a schedule without a truck is put on the truck', async () => {
  const { shop, staff, blue, red, add, addOrders } = await openBoard()
  const [a = '', b = ''] = await addOrders('a', 'b')
  const form = { orderId: b, scheduledDate: DATE, notes: 'Ring twice' }
  const unassigned = await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)
  await add(a, { truckId: blue, date: DATE })

  const again = await add(a, { truckId: red, date: DATE })
  const assigned = await add(b, { truckId: red, date: DATE })

  expect([again.status, again.body.code]).toEqual([409, 'stop_exists'])
  expect(assigned.body.id).toBe(unassigned.body.id)
  expect(await shop.sql('select notes, version from schedules where order_id = $1', [b])).toEqual([
    { notes: 'Ring twice', version: 2 },
  ])
  // The specification's endpoint still accepts the order.
  const spec = { orderId: a, truckId: red, scheduledDate: DATE }
  expect((await staff.call('POST', apiPaths.adminSchedules, spec)).status).toBe(201)
})

test('a stop without a truck schedules its order and leaves its delivery unplanned', async () => {
  const { staff, read, firstOrder: orderId } = await openBoard()
  const readLists = async () => {
    const list = `${apiPaths.adminOrders}?attention=unscheduled`
    const { body } = await staff.call<{ id: string }[]>('GET', list)
    return {
      unscheduled: body.map(({ id }) => id),
      unplanned: (await read()).unplanned.map((delivery) => delivery.orderId),
    }
  }
  expect(await readLists()).toEqual({ unscheduled: [orderId], unplanned: [orderId] })

  await staff.call('POST', apiPaths.adminSchedules, { orderId, scheduledDate: DATE })

  expect(await readLists()).toEqual({ unscheduled: [], unplanned: [orderId] })
})

test('parallel requests put a delivery on one truck', async () => {
  const { blue, red, add, addOrders } = await openBoard()
  const [a = ''] = await addOrders('a')

  const responses = await Promise.all(
    [blue, red, blue, red].map((truckId) => add(a, { truckId, date: DATE })),
  )

  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
})

test('a cancelled order is not put on a route', async () => {
  const { staff, blue, add, addOrders } = await openBoard()
  const [a = ''] = await addOrders('a')
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: a }), { status: 'cancelled' })

  const rejected = await add(a, { truckId: blue, date: DATE })

  expect([rejected.status, rejected.body.code]).toEqual([409, 'order_cancelled'])
})

test('a stop moves to another position, trip and truck; both routes are numbered from 1', async () => {
  const { shop, blue, red, addStops, move, findRoute, show } = await openBoard()
  const [a, b, c] = await addStops(blue, 'a', 'b', 'c')
  await addStops(red, 'x')

  await move(c?.id ?? '', { position: 1, version: 1 })
  expect(await show(blue)).toBe('c a b')
  await move(a?.id ?? '', { trip: 2, version: 1 })
  expect(await show(blue)).toBe('c b | a')
  const moved = await move(b?.id ?? '', {
    routeId: (await findRoute(red)).id,
    position: 1,
    version: 1,
  })

  expect(moved.body).toMatchObject({ position: 1, version: 2 })
  expect([await show(blue), await show(red)]).toEqual(['c | a', 'b x'])
  const entries = await shop.sql<{ before: object; after: object }>(
    "select before, after from audit_entries where subject_id = $1 and action = 'schedule.updated'",
    [b?.id],
  )
  expect(entries).toEqual([
    { before: { truckId: blue, position: 2 }, after: { truckId: red, position: 1 } },
  ])
})

test('X8: a move with an outdated version changes nothing', async () => {
  const { blue, red, addStops, move, remove, show } = await openBoard()
  const [a] = await addStops(blue, 'a', 'b')
  const id = a?.id ?? ''
  await move(id, { position: 2, version: 1 })

  const stale = await move(id, { truckId: red, version: 1 })
  const staleRemoval = await remove(id, '?version=1')

  expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
  expect([staleRemoval.status, staleRemoval.body.code]).toEqual([409, 'stale'])
  expect([await show(blue), await show(red)]).toEqual(['b a', ''])
  expect((await move(id, { truckId: red })).status).toBe(400)
})

test('a stop that another one displaced keeps its version', async () => {
  const { blue, addStops, move, show } = await openBoard()
  const [a, b] = await addStops(blue, 'a', 'b', 'c')
  await move(b?.id ?? '', { position: 1, version: 1 })

  const moved = await move(a?.id ?? '', { position: 3, version: 1 })

  expect(moved.status).toBe(200)
  expect(await show(blue)).toBe('b c a')
})

test('a pin stays with the stop and leaves its place and planned time', async () => {
  const { shop, blue, addStops, move } = await openBoard()
  const [a] = await addStops(blue, 'a', 'b')
  const id = a?.id ?? ''
  await shop.sql("update schedules set planned_at = '2026-03-05T15:00:00Z' where id = $1", [id])

  const pinned = await move(id, { pin: 'position', version: 1 })
  expect(pinned.body).toMatchObject({
    pin: 'position',
    position: 1,
    plannedAt: '2026-03-05T15:00:00.000Z',
    version: 2,
  })
  const moved = await move(id, { position: 2, version: 2 })

  expect(moved.body).toMatchObject({ pin: 'position', position: 2, plannedAt: null })
  expect((await move(id, { pin: 'forever', version: 3 })).status).toBe(400)
})

test('a stop is not moved to a route of another date or an unknown truck', async () => {
  const { blue, red, addStops, addOrders, add, move, read, show } = await openBoard()
  const [a] = await addStops(blue, 'a')
  const [b = ''] = await addOrders('b')
  await add(b, { truckId: red, date: '2026-03-06' })
  const [other] = (await read('2026-03-06')).routes

  const otherDate = await move(a?.id ?? '', { routeId: other?.id, version: 1 })
  const unknown = await move(a?.id ?? '', { truckId: UNKNOWN, version: 1 })

  expect([otherDate.status, otherDate.body.code]).toEqual([400, 'invalid'])
  expect([unknown.status, unknown.body.code]).toEqual([400, 'unknown_truck'])
  expect(await show(blue)).toBe('a')
  expect((await move(UNKNOWN, { truckId: red, version: 1 })).status).toBe(404)
})

test('a removed stop leaves its delivery unplanned', async () => {
  const { blue, addStops, remove, show, unplanned } = await openBoard()
  const [a] = await addStops(blue, 'a', 'b')

  expect((await remove(a?.id ?? '', '?version=1')).status).toBe(204)

  expect(await show(blue)).toBe('b')
  expect(await unplanned()).toContain('a')
  expect((await remove(a?.id ?? '')).status).toBe(404)
})

test('a closed route is not changed from the board', async () => {
  const { shop, blue, red, add, addOrders, addStops, move, remove, findRoute } = await openBoard()
  const [a] = await addStops(blue, 'a')
  const [x] = await addStops(red, 'x')
  const [c = ''] = await addOrders('c')
  await shop.sql("update routes set status = 'closed' where truck_id = $1", [blue])
  const { id: routeId } = await findRoute(blue)

  const responses = [
    await add(c, { routeId }),
    await move(a?.id ?? '', { truckId: red, version: 1 }),
    await move(a?.id ?? '', { pin: 'truck', version: 1 }),
    await move(x?.id ?? '', { routeId, version: 1 }),
    await remove(a?.id ?? ''),
  ]

  expect(responses.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
    Array.from({ length: 5 }, () => '409 route_closed'),
  )
})

test('two dispatchers move stops crosswise between two routes: no deadlock, nothing lost', async () => {
  const { shop, blue, red, addStops, move, read } = await openBoard()
  const onBlue = await addStops(blue, 'a', 'b', 'c', 'd', 'e')
  const onRed = await addStops(red, 'v', 'w', 'x', 'y', 'z')

  const responses = await Promise.all(
    onBlue.flatMap((stop, index) => [
      move(stop.id, { truckId: red, position: index + 1, version: 1 }),
      move(onRed[index]?.id ?? '', { truckId: blue, position: 1, version: 1 }),
    ]),
  )

  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  const { routes } = await read()
  for (const [truckId, stops] of [
    [blue, onRed],
    [red, onBlue],
  ] as const) {
    const [trip, ...others] = routes.find((route) => route.truckId === truckId)?.trips ?? []
    expect(others).toEqual([])
    expect(trip?.stops.map(({ id }) => id).sort()).toEqual(stops.map(({ id }) => id).sort())
  }
  const positions = await shop.sql<{ position: number }>(
    'select position from schedules where truck_id = $1 order by position',
    [blue],
  )
  expect(positions.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
})
