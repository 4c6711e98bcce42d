import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { moveOrder } from '#server/modules/deliveries/index.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import {
  addDeliveries,
  addTruck,
  applyPlan,
  getPlan,
  PLAN_DATE,
  planDay,
  readStops,
  startPlan,
  undoPlan,
} from '#tests/support/orders/plan-day.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const schedule = (staff: Buyer, orderId: string, truckId: string) =>
  staff.call<{ id: string; version: number }>('POST', apiPaths.adminSchedules, {
    orderId,
    truckId,
    scheduledDate: PLAN_DATE,
  })

const cancel = (staff: Buyer, id: string) =>
  staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { status: 'cancelled' })

const move = (shop: TestShop, id: string, date: string) =>
  shop.deps.db.transaction((tx) => moveOrder(tx, shop.deps, id, date))

test('rule 50: deliveries that were moved, cancelled or put on a truck since are dropped and named', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { id: truckId } = await addTruck(staff)
  const [moved = '', cancelled = '', stays = '', grown = '', onRoute = ''] = await addDeliveries(
    shop,
    staff,
    [{}, {}, {}, {}, {}],
  )
  await schedule(staff, onRoute, truckId)
  const plan = await planDay(staff)
  expect(plan.difference).toMatchObject({ added: 4 })
  await move(shop, moved, '2026-03-06')
  await cancel(staff, cancelled)
  await move(shop, onRoute, '2026-03-09')
  await shop.sql('update orders set bottles = 100 where id = $1', [grown])

  const applied = await applyPlan(staff, plan)
  expect(applied.status).toBe(200)
  expect(applied.body.dropped.map(({ orderId }) => orderId).sort()).toEqual(
    [moved, cancelled, grown, onRoute].sort(),
  )
  const open = (await readStops(shop)).filter(({ status }) => status !== 'cancelled')
  expect(open).toMatchObject([{ order_id: stays, position: 1, trip: 1 }])
})

test('rule 50: a route edited by hand since answers 409 with both versions and changes nothing', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { id: truckId } = await addTruck(staff)
  const [a = '', b = '', c = ''] = await addDeliveries(shop, staff, [{}, {}, {}])
  const { body: stop } = await schedule(staff, a, truckId)
  const path = fillPath(apiPaths.adminSchedule, { id: stop.id })
  const edits: (() => Promise<unknown>)[] = [
    () => staff.call('PATCH', path, { scheduledTime: '15:00' }),
    () => schedule(staff, b, truckId),
    () => staff.call('PATCH', path, { status: 'cancelled' }),
    () => shop.sql('update routes set is_locked = true where truck_id = $1', [truckId]),
    () => shop.sql(`update routes set is_locked = false, status = 'published' where true`),
  ]
  for (const edit of edits) {
    const plan = await planDay(staff)
    const [before] = await shop.sql<{ id: string; version: number }>('select * from routes')
    await edit()
    const [now] = await shop.sql<{ version: number }>('select * from routes')
    const stops = await readStops(shop)
    const rejected = await applyPlan(staff, plan)
    expect(rejected.status).toBe(409)
    expect(rejected.body).toMatchObject({
      code: 'stale',
      routes: [
        { routeId: before?.id, truckId, expectedVersion: before?.version, version: now?.version },
      ],
    })
    expect(await readStops(shop)).toEqual(stops)
    expect(await getPlan(staff, plan.id)).toMatchObject({ status: 'ready' })
  }
  expect(c).not.toBe('')
})

test('of two dispatchers who apply two proposals at once, the second gets 409', async () => {
  const shop = await openShop()
  const [ana, ben] = [await staffBrowser(shop), await staffBrowser(shop, 'dispatcher')]
  await addTruck(ana, { capacity: 10 })
  await addTruck(ana, { capacity: 10, name: 'Two' })
  await addDeliveries(shop, ana, [{ bottles: 6 }, { bottles: 6 }, { bottles: 2, zip: '12498' }])
  const plans = [await planDay(ana), await planDay(ben)]

  const replies = await Promise.all(
    plans.map((plan, index) => applyPlan(index === 0 ? ana : ben, plan)),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)?.body.code).toBe('stale')
  const stops = await readStops(shop)
  expect(stops).toHaveLength(3)
  expect(new Set(stops.map(({ order_id: id }) => id)).size).toBe(3)
})

test('undo is rejected once something else changed a route, and changes nothing', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { id: truckId } = await addTruck(staff)
  await addDeliveries(shop, staff, [{}, {}])
  const plan = await planDay(staff)
  await applyPlan(staff, plan)
  const [late = ''] = await addDeliveries(shop, staff, [{ address: '9 Late Lane' }])
  await schedule(staff, late, truckId)
  const stops = await readStops(shop)

  expect(await getPlan(staff, plan.id)).toMatchObject({ status: 'applied', canUndo: false })
  expect((await undoPlan(staff, plan)).body).toMatchObject({ code: 'stale', routes: [{ truckId }] })
  expect(await readStops(shop)).toEqual(stops)
})

test('a stop that went out since can no longer be undone', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addTruck(staff)
  await addDeliveries(shop, staff, [{}])
  const plan = await planDay(staff)
  await applyPlan(staff, plan)
  const [stop] = await readStops(shop)
  const path = fillPath(apiPaths.adminSchedule, { id: stop?.id ?? '' })
  await staff.call('PATCH', path, { status: 'in-progress' })
  expect((await undoPlan(staff, plan)).body.code).toBe('stale')
})

test('a plan can be cancelled while it is computed, dropped when it is ready, and expires in a day', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addTruck(staff)
  const doors = Array.from({ length: 15 }, () => ({}))
  await addDeliveries(shop, staff, doors)
  const { planId: id } = (await startPlan(staff, { seconds: 120 })).body
  const cancelPath = fillPath(apiPaths.adminPlanCancel, { id })
  expect((await applyPlan(staff, { id })).body.code).toBe('plan_ended')
  expect((await staff.call('POST', cancelPath)).status).toBe(204)
  expect((await staff.call('POST', cancelPath)).status).toBe(204)
  expect(await getPlan(staff, id)).toMatchObject({ status: 'cancelled', routes: [] })

  // The planner is free again at once.
  const plan = await planDay(staff)
  expect(plan.status).toBe('ready')
  const path = fillPath(apiPaths.adminPlan, { id: plan.id })
  expect((await staff.call('DELETE', path)).status).toBe(204)
  expect((await applyPlan(staff, plan)).body.code).toBe('plan_ended')
  expect(await getPlan(staff, plan.id)).toMatchObject({ status: 'dropped' })

  const old = await planDay(staff)
  shop.clock.advance(24 * 3_600_000)
  const nextDay = await staffBrowser(shop)
  expect(await getPlan(nextDay, old.id)).toMatchObject({ status: 'expired' })
  expect((await applyPlan(nextDay, old)).body.code).toBe('plan_ended')
  const unknown = { id: '00000000-0000-4000-8000-000000000000' }
  expect((await applyPlan(nextDay, unknown)).status).toBe(404)
})

test('a few plans wait for the one that is computed; more are rejected; a shutdown ends them', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addTruck(staff)
  await addDeliveries(
    shop,
    staff,
    Array.from({ length: 15 }, () => ({})),
  )
  const start = () => startPlan(staff, { seconds: 120 })
  const replies = [await start(), await start(), await start(), await start(), await start()]
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect((await start()).body.code).toBe('too_many_plans')
  await shop.deps.planner.close()
  const rows = await shop.sql<{ status: string }>('select status from route_plans')
  expect(rows.map(({ status }) => status)).toEqual(Array(5).fill('failed'))
})

test('a plan whose process died is failed, and a plan cancelled in another process stops', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addTruck(staff)
  await addDeliveries(
    shop,
    staff,
    Array.from({ length: 15 }, () => ({})),
  )
  const { planId: id } = (await startPlan(staff, { seconds: 120 })).body
  await startPlan(staff, { seconds: 120 })
  await shop.sql(`update route_plans set status = 'cancelled'`)
  // Plans are computed one after the other: two that go on take longer than a test may.
  expect((await planDay(staff)).status).toBe('ready')

  await shop.sql(
    `insert into route_plans (id, date, scope, seconds, status, base, alive_at, created_at)
     select gen_random_uuid(), date, scope, seconds, 'computing', base, $1, created_at
     from route_plans where id = $2`,
    [shop.clock.now(), id],
  )
  const [dead] = await shop.sql<{ id: string }>(
    `select id from route_plans where status = 'computing'`,
  )
  expect(await getPlan(staff, dead?.id ?? '')).toMatchObject({ status: 'computing' })
  shop.clock.advance(61_000)
  expect(await getPlan(staff, dead?.id ?? '')).toMatchObject({
    status: 'failed',
    problem: 'The computation was interrupted.',
  })
})
