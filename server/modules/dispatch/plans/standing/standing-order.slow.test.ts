import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Driver } from '#contract/routes/drivers.ts'
import { eraseStandingDoors } from '#server/modules/dispatch/index.ts'
import { applyPlan, planDay, startPlan } from '#tests/support/orders/plan-day.ts'
import { openBoard } from '#tests/support/routing/open-board.ts'

/** The Thursday after that of the board. */
const NEXT = '2026-03-12'

async function openStanding() {
  const board = await openBoard()
  const { shop, blue, addStops, addOrders, firstOrder } = board
  await shop.sql("update orders set status = 'cancelled' where id = $1", [firstOrder])
  const setDoor = (id: string, address: string, date: string) =>
    shop.sql('update orders set delivery_address = $2, delivery_date = $3 where id = $1', [
      id,
      address,
      date,
    ])
  const stops = await addStops(blue, 'a', 'b', 'c')
  for (const [index, { orderId }] of stops.entries()) {
    await setDoor(orderId, `${index} Mill Road`, '2026-03-05')
  }
  await board.move(stops[2]?.id ?? '', { position: 1, version: 1 })
  const { id } = await board.findRoute(blue)
  shop.clock.set('2026-03-04T15:00:00Z')
  const staff = await board.signIn()
  const driver = await staff.call<Driver>('POST', apiPaths.adminDrivers, { name: 'Sam' })
  const call = (path: string, body: object) =>
    staff.call<{ code: string }>('POST', fillPath(path, { id }), body)
  return {
    ...board,
    staff,
    publish: () => call(apiPaths.adminRoutePublish, { driverId: driver.body.id }),
    save: (body: object = {}) => call(apiPaths.adminRouteStanding, body),
    /** Deliveries of next Thursday: at the doors of a, b and c, and at a new one. */
    addNext: async () => {
      const ids = await addOrders('a2', 'b2', 'c2', 'new')
      for (const [index, orderId] of ids.entries())
        await setDoor(orderId, `${index} Mill Road`, NEXT)
      return ids
    },
  }
}

test('rule 52: the order of a published route is used by the plan of the next same weekday', async () => {
  const { staff, blue, publish, save, addNext, read } = await openStanding()
  expect((await save()).body.code).toBe('not_published')
  await publish()
  expect((await save({ version: 1 })).body.code).toBe('stale')
  const saved = await save()
  expect(saved).toMatchObject({ status: 200, body: { truckId: blue, weekday: 4, stops: 3 } })
  expect((await read(NEXT)).standing).toMatchObject([{ truckId: blue, stops: 3 }])
  expect((await read('2026-03-13')).standing).toEqual([])

  const [a, b, c, added] = await addNext()
  const plan = await planDay(staff, { scope: 'standing', date: NEXT })
  expect(plan).toMatchObject({ status: 'ready', scope: 'standing', leftOut: [] })
  expect(plan.difference).toMatchObject({ added: 4, moved: 0, removed: 0 })
  const planned = plan.routes.find(({ truckId }) => truckId === blue)?.trips[0]?.stops ?? []
  expect(planned.map(({ orderId }) => orderId).filter((id) => id !== added)).toEqual([c, a, b])
  const all = plan.routes.flatMap(({ trips }) => trips.flatMap(({ stops }) => stops))
  expect(all.map(({ orderId }) => orderId)).toContain(added)
  expect((await applyPlan(staff, plan)).status).toBe(200)
  expect((await read(NEXT)).unplanned).toEqual([])
})

test('rule 52: stops on another truck go back to the standing one, and a pinned stop stays', async () => {
  const { staff, red, blue, publish, save, addNext, add, read, move } = await openStanding()
  await publish()
  await save()
  const [a = '', b = ''] = await addNext()
  await add(a, { truckId: red, date: NEXT })
  const pinned = await add(b, { truckId: red, date: NEXT })
  await move(pinned.body.id, { pin: 'truck', version: 1 })

  const plan = await planDay(staff, { scope: 'standing', date: NEXT })
  const findTruckId = (orderId: string) =>
    plan.routes.find(({ trips }) =>
      trips.some(({ stops }) => stops.some((stop) => stop.orderId === orderId)),
    )?.truckId
  expect([findTruckId(a), findTruckId(b)]).toEqual([blue, red])
  expect(plan.difference).toMatchObject({ added: 2, moved: 1 })
  expect((await applyPlan(staff, plan)).status).toBe(200)
  const [stops] = (await read(NEXT)).routes.filter(({ truckId }) => truckId === red)
  expect(stops?.trips.flatMap((trip) => trip.stops.map(({ orderId }) => orderId))).toContain(b)
})

test('rule 52: stops above a truck’s capacity are planned like new deliveries', async () => {
  const { shop, staff, blue, publish, save, addNext } = await openStanding()
  await publish()
  await save()
  const [a, b, c] = await addNext()
  await shop.sql('update orders set bottles = 20 where id = $1', [a])
  await shop.sql('update trucks set capacity = 6 where id <> $1', [blue])
  const plan = await planDay(staff, { scope: 'standing', date: NEXT })
  const loads = plan.routes.flatMap(({ truckId, trips }) =>
    trips.map(({ load }) => [truckId === blue ? 24 : 6, load] as const),
  )
  expect(loads.filter(([capacity, load]) => load > capacity)).toEqual([])
  const planned = plan.routes.flatMap(({ trips }) => trips.flatMap(({ stops }) => stops))
  expect(planned.map(({ orderId }) => orderId)).toEqual(expect.arrayContaining([b, c]))
})

test('rule 52: a plan for a weekday without a standing order is rejected with a message', async () => {
  const { staff, addNext } = await openStanding()
  await addNext()
  const { status, body } = await startPlan(staff, { scope: 'standing', date: NEXT })
  expect([status, body.code]).toEqual([409, 'no_standing_order'])
})

test('an erased customer leaves the standing order', async () => {
  const { shop, publish, save, read } = await openStanding()
  await publish()
  await save()
  const [row] = await shop.sql<{ id: string }>('select customer_id as id from orders limit 1')
  await shop.deps.db.transaction((tx) => eraseStandingDoors(tx, row?.id ?? ''))
  expect((await read(NEXT)).standing).toMatchObject([{ stops: 0 }])
})

test('rule 52: a standing order is renamed, keeps its name when it is replaced, and is deleted', async () => {
  const { staff, blue, publish, save, read, addNext } = await openStanding()
  await publish()
  await save()
  const path = fillPath(apiPaths.adminStandingOrder, { id: blue, weekday: '4' })
  const names = async () => (await read(NEXT)).standing?.map(({ name }) => name)
  expect(await names()).toEqual([null])

  const renamed = await staff.call('PATCH', path, { name: ' Hill tour ' })
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Hill tour', weekday: 4, stops: 3 } })
  await save()
  expect(await names()).toEqual(['Hill tour'])
  await staff.call('PATCH', path, { name: '' })
  expect(await names()).toEqual([null])

  expect((await staff.call('DELETE', path)).status).toBe(204)
  expect(await names()).toEqual([])
  await addNext()
  expect((await startPlan(staff, { scope: 'standing', date: NEXT })).body.code).toBe(
    'no_standing_order',
  )
  expect((await staff.call('DELETE', path)).status).toBe(404)
  expect((await staff.call('PATCH', path, { name: 'Hill tour' })).status).toBe(404)
})

test.each(['0', '8', '1.5', 'x'])('a weekday of %s is no standing order', async (weekday) => {
  const { staff, blue } = await openStanding()
  const path = fillPath(apiPaths.adminStandingOrder, { id: blue, weekday })
  expect([400, 404]).toContain((await staff.call('DELETE', path)).status)
})
