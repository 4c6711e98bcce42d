import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
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

test('rule 50: a plan is a proposal; applying it makes the stops, and undo takes them back', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const truck = await addTruck(staff, { capacity: 24 })
  const ids = await addDeliveries(shop, staff, [
    { zip: '12401' },
    { zip: '12477' },
    { zip: '12498', bottles: 3 },
  ])

  const plan = await planDay(staff)
  expect(plan).toMatchObject({ status: 'ready', progress: 1, leftOut: [], problem: null })
  expect(plan.routes).toHaveLength(1)
  const [route] = plan.routes
  expect(route).toMatchObject({ truckId: truck.id, trips: [{ load: 7 }] })
  expect(route?.distance).toBeGreaterThan(10)
  expect(route?.minutes).toBeGreaterThan(20)
  expect(plan.difference).toMatchObject({ added: 3, moved: 0 })
  expect(plan.difference?.text).toMatch(/^Adds 3 stops, takes \d+ min and \d+ mi more$/)
  const planned = route?.trips[0]?.stops ?? []
  expect(planned.map(({ orderId }) => orderId).sort()).toEqual([...ids].sort())
  const times = planned.map(({ plannedAt }) => plannedAt)
  expect(times).toEqual([...times].sort())
  // 08:00 in New York.
  expect(times[0] ?? '').toMatch(/^2026-03-05T13:/)
  expect(await readStops(shop)).toEqual([])

  expect((await applyPlan(staff, plan)).body).toEqual({ dropped: [] })
  const stops = await readStops(shop)
  expect(stops.map(({ order_id: id, position }) => [id, position])).toEqual(
    planned.map(({ orderId }, index) => [orderId, index + 1]),
  )
  expect(stops.map(({ planned_at: at }) => at?.toISOString())).toEqual(times)
  expect(await getPlan(staff, plan.id)).toMatchObject({ status: 'applied', canUndo: true })
  expect((await applyPlan(staff, plan)).body).toMatchObject({ code: 'plan_ended' })

  expect((await undoPlan(staff, plan)).body).toEqual({ restored: 3 })
  expect(await readStops(shop)).toEqual([])
  expect(await getPlan(staff, plan.id)).toMatchObject({ status: 'undone', canUndo: false })
  expect((await undoPlan(staff, plan)).body).toMatchObject({ code: 'plan_ended' })
  const actions = await shop.sql<{ action: string }>(
    `select action from audit_entries where action like 'plan.%' or action like 'schedule.%'`,
  )
  expect(actions.map(({ action }) => action).sort()).toEqual([
    'plan.applied',
    'plan.started',
    'plan.undone',
    ...Array(3).fill('schedule.created'),
    ...Array(3).fill('schedule.deleted'),
  ])
})

test('a truck of capacity 1 leaves out an order of 40 with a reason', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addTruck(staff, { capacity: 1 })
  const [large = '', small = ''] = await addDeliveries(shop, staff, [
    { bottles: 40 },
    { bottles: 1 },
  ])

  const plan = await planDay(staff)
  expect(plan.leftOut).toEqual([
    { orderId: large, reason: "Doesn't fit: 40 bottles are more than any truck carries" },
  ])
  expect((await applyPlan(staff, plan)).status).toBe(200)
  expect((await readStops(shop)).map(({ order_id: id }) => id)).toEqual([small])
})

test('a second trip is possible; orders for a third are left out because every truck is full', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addTruck(staff, { capacity: 10 })
  await addDeliveries(shop, staff, [{ bottles: 10 }, { bottles: 9 }, { bottles: 8 }])

  const plan = await planDay(staff)
  expect(plan.routes[0]?.trips).toHaveLength(2)
  expect(plan.leftOut).toEqual([
    { orderId: expect.any(String), reason: "Doesn't fit: every truck is full" },
  ])
})

test('without a truck every delivery is left out; without deliveries there is nothing to plan', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const [id = ''] = await addDeliveries(shop, staff, [{}])
  await addTruck(staff, { status: 'maintenance' })

  const plan = await planDay(staff)
  expect(plan.leftOut).toEqual([{ orderId: id, reason: "Doesn't fit: no truck is available" }])
  expect((await startPlan(staff, { date: '2026-03-20' })).body.code).toBe('nothing_to_plan')
  expect((await startPlan(staff, { scope: 'reorder' })).body.code).toBe('nothing_to_plan')
  expect((await startPlan(staff, { date: '9999-12-31' })).body.code).toBe('invalid')
  expect((await startPlan(staff, { seconds: 121 })).body.code).toBe('invalid')
  expect((await startPlan(staff, { scope: 'all' })).body.code).toBe('invalid')
})

test('two orders at one door are one visit; an unassigned schedule is put on the truck', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { id: truckId } = await addTruck(staff)
  const [first = '', second = ''] = await addDeliveries(shop, staff, [
    { address: '12 Main St.', zip: '12401-1234' },
    { address: '12 main st', zip: '12401' },
    { address: '1 Far Away', zip: '12498' },
  ])
  await staff.call('POST', apiPaths.adminSchedules, { orderId: first, scheduledDate: PLAN_DATE })
  const [unassigned] = await readStops(shop)

  const plan = await planDay(staff)
  await applyPlan(staff, plan)
  const stops = await readStops(shop)
  const doorStops = stops.filter(({ order_id: id }) => id === first || id === second)
  expect(stops).toHaveLength(3)
  expect(stops.find(({ order_id: id }) => id === first)).toMatchObject({
    id: unassigned?.id,
    truck_id: truckId,
  })
  expect(doorStops[0]?.planned_at).toEqual(doorStops[1]?.planned_at)
  await undoPlan(staff, plan)
  expect(await readStops(shop)).toMatchObject([
    { id: unassigned?.id, truck_id: null, position: null, planned_at: null },
  ])
})

test('only unplanned: routes are kept; a locked route and a truck in maintenance are left alone', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const kept = await addTruck(staff, { capacity: 10 })
  const locked = await addTruck(staff, { capacity: 200, name: 'Locked' })
  const broken = await addTruck(staff, { capacity: 300, status: 'maintenance', name: 'Broken' })
  const [a = '', b = '', c = '', d = ''] = await addDeliveries(shop, staff, [
    { bottles: 4, zip: '12498' },
    { bottles: 4, zip: '12401' },
    { bottles: 1, zip: '12477' },
    { bottles: 1, zip: '12401' },
  ])
  const add = (orderId: string, truckId: string) => {
    shop.clock.advance(1000)
    const body = { orderId, truckId, scheduledDate: PLAN_DATE }
    return staff.call('POST', apiPaths.adminSchedules, body)
  }
  await add(a, kept.id)
  await add(b, kept.id)
  await add(c, locked.id)
  await shop.sql('update routes set is_locked = true where truck_id = $1', [locked.id])

  const plan = await planDay(staff, { scope: 'unplanned' })
  expect(plan).toMatchObject({ leftOut: [], difference: { added: 1, moved: 0 } })
  expect(plan.routes.map(({ truckId }) => truckId)).toEqual([kept.id])
  await applyPlan(staff, plan)
  const stops = await readStops(shop)
  const onKept = stops.filter(({ truck_id: id }) => id === kept.id).map((stop) => stop.order_id)
  expect(onKept.filter((id) => id !== d)).toEqual([a, b])
  expect(onKept).toContain(d)
  expect(stops.filter(({ truck_id: id }) => id === locked.id)).toMatchObject([
    { order_id: c, planned_at: null },
  ])
  expect(stops.some(({ truck_id: id }) => id === broken.id)).toBe(false)
})

test('re-order: stops stay on their trucks, and the difference counts the stops that move', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { id: truckId } = await addTruck(staff)
  const other = await addTruck(staff, { name: 'Empty' })
  const zips = ['12401', '12498', '12401', '12498', '12401']
  const ids = await addDeliveries(shop, staff, [...zips.map((zip) => ({ zip })), { zip: '12401' }])
  for (const orderId of ids.slice(0, 5)) {
    shop.clock.advance(1000)
    const body = { orderId, truckId, scheduledDate: PLAN_DATE }
    await staff.call('POST', apiPaths.adminSchedules, body)
  }

  const plan = await planDay(staff, { scope: 'reorder' })
  expect(plan.routes.map((route) => route.truckId)).toEqual([truckId])
  expect(plan.routes[0]?.trips.flatMap(({ stops }) => stops)).toHaveLength(5)
  const { difference } = plan
  expect(difference?.savedMinutes).toBeGreaterThan(0)
  expect(difference?.moved).toBeGreaterThan(0)
  expect(difference?.moved).toBeLessThan(4)
  expect(difference?.text).toMatch(/^Moves \d stops?, saves \d+ min and \d+ mi$/)
  await applyPlan(staff, plan)
  expect((await readStops(shop)).some((stop) => stop.truck_id === other.id)).toBe(false)
  const path = fillPath(apiPaths.adminPlan, { id: plan.id })
  expect((await staff.call('DELETE', path)).body).toMatchObject({ code: 'plan_ended' })
})
