import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BoardRoute } from '#contract/routes/board.ts'
import type { Driver } from '#contract/routes/drivers.ts'
import { DATE, openBoard } from '#tests/support/routing/open-board.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

/** The cut-off of March 5 has passed, and a route with two stops is to be published. */
async function openPublished() {
  const board = await openBoard()
  const stops = await board.addStops(board.blue, 'a', 'b')
  board.shop.clock.set('2026-03-04T15:00:00Z')
  const staff = await board.signIn()
  const { body: driver } = await staff.call<Driver>('POST', apiPaths.adminDrivers, { name: 'Sam' })
  const { id } = await board.findRoute(board.blue)
  const call = (method: string, path: string, body?: object) =>
    staff.call<BoardRoute>(method, fillPath(path, { id }), body)
  return {
    ...board,
    staff,
    stops,
    sam: driver.id,
    publish: () => call('POST', apiPaths.adminRoutePublish, { driverId: driver.id }),
    withdraw: () => call('POST', apiPaths.adminRouteWithdraw),
    update: (body: object) => call('PATCH', apiPaths.adminRoute, body),
    hasChanges: async () => (await board.findRoute(board.blue)).hasUnpublishedChanges,
    /** Orders whose customers were emailed that their time is no longer valid, in no order. */
    withdrawn: async () => {
      const kind = 'delivery_window_withdrawn'
      const rows = await board.shop.sql<{ id: string }>(
        'select subject_id::text id from emails where kind = $1',
        [kind],
      )
      return rows.map((row) => row.id)
    },
  }
}

test('rule 52: a stop with an announced time that left the route is emailed about when it is published again', async () => {
  const { publish, withdraw, remove, stops, withdrawn } = await openPublished()
  const [a, b] = stops
  await publish()
  await remove(a?.id ?? '')
  expect(await withdrawn()).toEqual([])

  await publish()

  expect(await withdrawn()).toEqual([a?.orderId])
  await publish()
  expect(await withdrawn()).toHaveLength(1)
  await withdraw()
  expect((await withdrawn()).sort()).toEqual([a?.orderId, b?.orderId].sort())
})

test('rule 52: a stop on another published route, or one that is done, keeps its announced window', async () => {
  const { staff, shop, publish, withdraw, move, stops, withdrawn, red } = await openPublished()
  const [a, b] = stops
  await publish()
  await move(a?.id ?? '', { truckId: red, version: a?.version })
  await shop.sql(`update routes set status = 'published' where truck_id = $1`, [red])
  const path = fillPath(apiPaths.adminSchedule, { id: b?.id ?? '' })
  await staff.call('PATCH', path, { status: 'completed' })

  await withdraw()

  expect(await withdrawn()).toEqual([])
})

test('a lock, another driver and the departure are no changes to publish', async () => {
  const { publish, update, staff, hasChanges, move, stops } = await openPublished()
  const { body: kim } = await staff.call<Driver>('POST', apiPaths.adminDrivers, { name: 'Kim' })
  await publish()

  await update({ isLocked: true })
  await update({ driverId: kim.id })
  expect(await hasChanges()).toBe(false)
  await move(stops[0]?.id ?? '', { position: 2, version: stops[0]?.version })
  expect(await hasChanges()).toBe(true)
  await update({ isLocked: false })

  expect(await hasChanges()).toBe(true)
})

test('rule 52: a stop that joins the route while it is published is announced or marked as a change', async () => {
  const { shop, staff, publish, addOrders, blue, sam, hasChanges } = await openPublished()
  const [late] = await addOrders('late')
  const both: Promise<unknown>[] = []
  await shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from drivers where id = ${sam} for update`)
    both.push(publish())
    await untilBlocked(shop)
    // It waits for the board, which is being published.
    const body = { orderId: late, truckId: blue, scheduledDate: DATE }
    both.push(staff.call('POST', apiPaths.adminSchedules, body))
  })
  await Promise.all(both)

  const announced = await shop.sql('select 1 from told_windows where order_id = $1', [late])
  expect(announced.length === 1 || (await hasChanges())).toBe(true)
})
