import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { DATE, openBoard } from '#tests/support/routing/open-board.ts'

/** Blue is back with a; b is on Red; c is on no truck. */
async function openClosed() {
  const board = await openBoard()
  const { shop, staff, blue, red, firstOrder, addOrders, addStops } = board
  await shop.sql("update orders set status = 'cancelled' where id = $1", [firstOrder])
  const [a] = await addStops(blue, 'a')
  const [b] = await addStops(red, 'b')
  const [c = ''] = await addOrders('c')
  await shop.sql("update routes set status = 'closed' where truck_id = $1", [blue])
  type Reply = { code?: string; status?: string }
  return {
    ...board,
    c,
    create: (change: object = {}) =>
      staff.call<Reply>('POST', apiPaths.adminSchedules, {
        ...{ orderId: c, truckId: blue, scheduledDate: DATE, ...change },
      }),
    change: (stop: { id: string } | undefined, body: object) =>
      staff.call<Reply>('PATCH', fillPath(apiPaths.adminSchedule, { id: stop?.id ?? '' }), body),
    a,
    b,
  }
}

test('rule 49: a stop cannot be put on a closed route, so its delivery stays unplanned', async () => {
  const { staff, create, change, b, blue, c, unplanned } = await openClosed()

  expect(await create()).toMatchObject({ status: 409, body: { code: 'route_closed' } })
  const moved = await change(b, { truckId: blue })
  expect(moved).toMatchObject({ status: 409, body: { code: 'route_closed' } })
  const bulk = await staff.call('POST', apiPaths.adminSchedulesBulk, {
    ...{ orderIds: [c], truckId: blue, scheduledDate: DATE },
  })
  expect(bulk).toMatchObject({
    status: 409,
    body: { message: "This truck's route is closed. Nothing was scheduled." },
  })

  expect(await unplanned()).toEqual(['c'])
})

test('rule 49: a cancelled stop of a closed route cannot be opened again', async () => {
  const { change, a, unplanned } = await openClosed()
  expect((await change(a, { status: 'cancelled' })).status).toBe(200)
  expect(await unplanned()).toEqual(['a', 'c'])

  expect(await change(a, { status: 'pending' })).toMatchObject({ body: { code: 'route_closed' } })

  expect(await unplanned()).toEqual(['a', 'c'])
})

test('a stop of a closed route can still be completed, noted or moved to another truck', async () => {
  const { create, change, a, red, show } = await openClosed()

  expect((await create({ status: 'completed' })).status).toBe(201)
  expect((await change(a, { notes: 'Left at the gate' })).status).toBe(200)
  expect((await change(a, { truckId: red })).status).toBe(200)

  expect(await show(red)).toBe('b a')
})
