import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Board } from '#contract/routes/board.ts'
import { DATE, openBoard } from '#tests/support/routing/open-board.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

test('rule 49: confirmed deliveries of the date without an open stop on a truck are unplanned', async () => {
  const { shop, staff, addOrders, blue, add, addStops, unplanned, firstOrder } = await openBoard()
  await add(firstOrder, { truckId: blue, date: DATE })
  await addStops(blue, 'planned')
  const [, unassigned, cancelled, delivered, unpaid, later] = await addOrders(
    'open',
    'unassigned',
    'cancelled',
    'delivered',
    'unpaid',
    'later',
  )
  await staff.call('POST', apiPaths.adminSchedules, { orderId: unassigned, scheduledDate: DATE })
  const set = (assignment: string, id: string | undefined) =>
    shop.sql(`update orders set ${assignment} where id = $1`, [id])
  await set("status = 'cancelled'", cancelled)
  await set("delivery_status = 'delivered'", delivered)
  await set("status = 'pending'", unpaid)
  await set("delivery_date = '2026-03-06'", later)

  expect(await unplanned()).toEqual(['open', 'unassigned'])
})

test('rule 49: a cancelled stop leaves its delivery unplanned, a completed one does not', async () => {
  const { staff, blue, addStops, unplanned, firstOrder, shop } = await openBoard()
  const [a, b] = await addStops(blue, 'a', 'b')
  await shop.sql("update orders set delivery_date = '2026-03-09' where id = $1", [firstOrder])
  const set = (id: string | undefined, status: string) =>
    staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id: id ?? '' }), { status })
  await set(a?.id, 'cancelled')
  await set(b?.id, 'completed')

  expect(await unplanned()).toEqual(['a'])
})

test("rule 49: a subscription's later order is unplanned before it is charged, unless it is on hold", async () => {
  const { shop } = await openBoard()
  const { id } = await subscribe(shop, { customerEmail: 'bo@example.com' })
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  const staff = await staffBrowser(shop)
  const isUnplanned = async () => {
    const path = `${apiPaths.adminRoutes}?date=2026-03-12`
    const { body } = await staff.call<Board>('GET', path)
    return body.unplanned.map((delivery) => delivery.orderId).includes(orderId)
  }
  const setCycle = (assignment: string) =>
    shop.sql(`update cycles set ${assignment} where order_id = $1`, [orderId])

  expect(await isUnplanned()).toBe(true)
  await setCycle("status = 'unpaid', hold_at = now()")
  expect(await isUnplanned()).toBe(false)
  await setCycle('released_at = now()')
  expect(await isUnplanned()).toBe(true)
  await setCycle("status = 'skipped'")
  expect(await isUnplanned()).toBe(false)
})

test('the board shows stops in order, loads per trip and warnings', async () => {
  const { shop, staff, red, addStops, move, findRoute } = await openBoard()
  const stops = await addStops(red, 'a', 'b', 'c', 'd')
  const before = await findRoute(red)
  expect(before.trips.map(({ load }) => load)).toEqual([8])
  expect(before.warnings).toEqual(['Trip 1 carries 8 of 6 bottles'])

  await move(stops[3]?.id ?? '', { trip: 2, version: 1 })
  await staff.call('PATCH', fillPath(apiPaths.adminTruck, { id: red }), { status: 'maintenance' })
  await shop.sql("update orders set delivery_date = '2026-03-06' where id = $1", [
    stops[0]?.orderId,
  ])
  const route = await findRoute(red)

  expect(route).toMatchObject({ status: 'draft', driverId: null, isLocked: false, truckId: red })
  expect(route.trips.map(({ load }) => load)).toEqual([6, 2])
  expect(route.trips[0]?.stops[1]).toMatchObject({
    id: stops[1]?.id,
    orderId: stops[1]?.orderId,
    position: 2,
    version: 1,
    plannedAt: null,
    pin: 'none',
    customerName: 'Ana Ruiz',
    bottles: 2,
    isOnHold: false,
  })
  expect(route.warnings).toEqual([
    'The truck is in maintenance',
    '1 stop for a delivery of another date',
  ])
})

test('a delivery with two stops is loaded once', async () => {
  const { staff, blue, addStops, findRoute } = await openBoard()
  const [a] = await addStops(blue, 'a')
  const form = { orderId: a?.orderId, truckId: blue, scheduledDate: DATE }
  await staff.call('POST', apiPaths.adminSchedules, form)

  const route = await findRoute(blue)

  expect(route.trips.map(({ stops, load }) => [stops.length, load])).toEqual([[2, 2]])
  expect(route.warnings).toEqual(['1 delivery with more than one stop'])
})

test('the route of a deleted truck stays on the board and warns', async () => {
  const { staff, blue, red, addStops, move, findRoute } = await openBoard()
  const [a] = await addStops(blue, 'a')
  await staff.call('DELETE', fillPath(apiPaths.adminTruck, { id: blue }))

  expect((await findRoute(blue)).warnings).toEqual([
    'The truck was deleted. Move its stops to another one.',
  ])
  expect((await move(a?.id ?? '', { truckId: red, version: 1 })).status).toBe(200)
})

test("the specification's edit of truck or date takes a stop's place, and moves no delivery", async () => {
  const { shop, staff, blue, red, addStops, show } = await openBoard()
  const [a, b] = await addStops(blue, 'a', 'b')
  const placed = "set trip = 2, position = 3, planned_at = '2026-03-05T15:00:00Z'"
  await shop.sql(`update schedules ${placed} where id = any ($1)`, [[a?.id, b?.id]])
  const edit = (id: string | undefined, body: object) =>
    staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id: id ?? '' }), body)
  const readStopRow = async (id: string | undefined) =>
    (
      await shop.sql(
        `select trip, position, planned_at, pin, scheduled_date::text date from schedules where id = $1`,
        [id],
      )
    )[0]

  await edit(a?.id, { truckId: blue, notes: 'Ring twice' })
  expect(await readStopRow(a?.id)).toMatchObject({ trip: 2, position: 3 })
  await edit(a?.id, { truckId: red })
  await edit(b?.id, { scheduledDate: '2026-03-06' })

  const lost = { trip: 1, position: null, planned_at: null, pin: 'none' }
  expect(await readStopRow(a?.id)).toEqual({ ...lost, date: DATE })
  expect(await readStopRow(b?.id)).toEqual({ ...lost, date: '2026-03-06' })
  expect(await show(red)).toBe('a')
  const [order] = await shop.sql('select delivery_date::text date from orders where id = $1', [
    b?.orderId,
  ])
  expect(order).toEqual({ date: DATE })
  await edit(a?.id, { scheduledTime: '09:30' })
  expect(await readStopRow(a?.id)).toMatchObject({ pin: 'time' })
  await edit(a?.id, { scheduledTime: '' })
  expect(await readStopRow(a?.id)).toMatchObject({ pin: 'none' })
})

test('a board without a valid date is rejected; one of a far date is empty', async () => {
  const { staff, read } = await openBoard()

  for (const query of ['', '?date=', '?date=tomorrow', '?date=2026-02-30'])
    expect((await staff.call('GET', `${apiPaths.adminRoutes}${query}`)).status).toBe(400)
  expect(await read('9999-12-31')).toMatchObject({ routes: [], unplanned: [] })
})
