import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BoardRoute } from '#contract/routes/board.ts'
import type { Driver } from '#contract/routes/drivers.ts'
import { changeDay, STORM, undoDay } from '#tests/support/orders/day-changes.ts'
import { openBoard } from '#tests/support/routing/open-board.ts'

/** Two stops on a published route of March 5, whose customers were emailed their windows. */
async function publishedRoute() {
  const board = await openBoard()
  const { shop, blue, addStops } = board
  const stops = await addStops(blue, 'a', 'b')
  await shop.sql("update schedules set planned_at = '2026-03-05T15:00:00Z'")
  // After the cut-off.
  shop.clock.set('2026-03-04T15:00:00Z')
  const staff = await board.signIn()
  const { body: driver } = await staff.call<Driver>('POST', apiPaths.adminDrivers, { name: 'Sam' })
  const { id } = await board.findRoute(blue)
  const call = (path: string, body?: object) =>
    staff.call<BoardRoute>('POST', fillPath(path, { id }), body)
  const publish = () => call(apiPaths.adminRoutePublish, { driverId: driver.id })
  expect((await publish()).status).toBe(200)
  await shop.runJob('email.send')
  const windowEmails = async () => {
    await shop.runJob('email.send')
    return (await shop.mailbox()).filter(({ subject }) => subject.includes('AM')).length
  }
  expect(await windowEmails()).toBe(2)
  return { ...board, staff, stops, publish, windowEmails, setOut: () => setOut(id) }

  function setOut(routeId: string) {
    return staff.call('PATCH', fillPath(apiPaths.adminRoute, { id: routeId }), { status: 'out' })
  }
}

test('rule 48: a published route loses its stops, stays published and is marked as changed', async () => {
  const { staff, read, findRoute, blue, windowEmails, shop } = await publishedRoute()

  const { body } = await changeDay(staff)

  // The first order of the board has no stop.
  expect(body.counts).toMatchObject({ deliveries: 3, stops: 2 })
  expect(await findRoute(blue)).toMatchObject({
    status: 'published',
    hasUnpublishedChanges: true,
    trips: [],
  })
  expect((await read()).unplanned).toEqual([])
  expect((await read('2026-03-06')).unplanned).toHaveLength(3)
  shop.clock.advance(10 * 60_000)
  expect(await windowEmails()).toBe(2)
  const moved = (await shop.mailbox()).filter(({ subject }) =>
    subject.startsWith('Your delivery moved to Friday, March 6'),
  )
  expect(moved).toHaveLength(3)
})

test('rule 48: an undo restores stops with their times, and publishing again emails no one twice', async () => {
  const { staff, findRoute, blue, windowEmails, publish, shop } = await publishedRoute()
  const before = (await findRoute(blue)).trips
  const { body } = await changeDay(staff)

  expect((await undoDay(staff, body.id)).body.restored).toBe(3)

  const { trips, status } = await findRoute(blue)
  const listPlannedTimes = (list: typeof before) =>
    list.map(({ stops }) => stops.map(({ orderId, plannedAt }) => [orderId, plannedAt]))
  expect([status, listPlannedTimes(trips)]).toEqual(['published', listPlannedTimes(before)])
  await publish()
  shop.clock.advance(10 * 60_000)
  expect(await windowEmails()).toBe(2)
  expect(await shop.sql("select id from emails where kind = 'delivery_moved'")).toEqual([])
})

test('rule 48: a route that has left takes no stop back; the delivery is unplanned', async () => {
  const { staff, read, findRoute, blue, setOut } = await publishedRoute()
  const { body } = await changeDay(staff)
  expect((await setOut()).status).toBe(200)

  expect((await undoDay(staff, body.id)).body.restored).toBe(3)

  expect((await findRoute(blue)).trips).toEqual([])
  expect((await read(STORM)).unplanned).toHaveLength(3)
})
