import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BoardStop } from '#contract/routes/board.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import {
  addDeliveries,
  addTruck,
  applyPlan,
  PLAN_DATE,
  planDay,
  readStops,
} from '#tests/support/orders/plan-day.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const schedule = (staff: Buyer, orderId: string, truckId: string | null, change = {}) =>
  staff.call<{ id: string }>('POST', apiPaths.adminSchedules, {
    orderId,
    truckId,
    scheduledDate: PLAN_DATE,
    ...change,
  })

const addBest = (staff: Buyer, orderId: string) =>
  staff.call<BoardStop & { code: string }>('POST', apiPaths.adminStopBest, {
    orderId,
    date: PLAN_DATE,
  })

const pin = (staff: Buyer, id: string, change: object) =>
  staff.call('PATCH', fillPath(apiPaths.adminStop, { id }), { version: 1, ...change })

async function openPlanning() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { id: truckId } = await addTruck(staff, { capacity: 24 })
  return { shop, staff, truckId }
}

test('the bottles of a delivery with two stops count once', async () => {
  const { shop, staff, truckId } = await openPlanning()
  const [doubled = '', late = ''] = await addDeliveries(shop, staff, [
    { bottles: 20 },
    { bottles: 4 },
  ])
  for (let count = 0; count < 2; count++) await schedule(staff, doubled, truckId)

  const plan = await planDay(staff, { scope: 'reorder' })

  const loads = plan.routes.flatMap(({ trips }) => trips.map(({ load }) => load))
  expect([loads, plan.leftOut]).toEqual([[20], []])
  expect((await applyPlan(staff, plan)).body.dropped).toEqual([])
  expect((await addBest(staff, late)).body).toMatchObject({ orderId: late })
  expect((await readStops(shop)).map(({ trip }) => trip)).toEqual([1, 1, 1])
})

test('rule 51: a pinned time stays as it was planned', async () => {
  const { shop, staff } = await openPlanning()
  const [pinned = ''] = await addDeliveries(shop, staff, [{}, { zip: '12498' }, { zip: '12477' }])
  await applyPlan(staff, await planDay(staff))
  await shop.sql('update schedules set planned_at = $2 where order_id = $1', [
    pinned,
    '2026-03-05T20:00:15Z',
  ])
  const stop = (await readStops(shop)).find((row) => row.order_id === pinned)
  await pin(staff, stop?.id ?? '', { pin: 'time' })

  const plan = await planDay(staff)

  const stops = plan.routes.flatMap(({ trips }) => trips.flatMap((trip) => trip.stops))
  expect(stops.find(({ orderId }) => orderId === pinned)?.plannedAt).toBe(
    '2026-03-05T20:00:15.000Z',
  )
  expect(stops).toHaveLength(3)
})

test('rule 51: the best route of a delivery keeps its typed time and the pins of others', async () => {
  const { shop, staff, truckId } = await openPlanning()
  const [first = '', timed = '', free = ''] = await addDeliveries(shop, staff, [
    { zip: '12498' },
    { zip: '12477' },
    {},
  ])
  const { body } = await schedule(staff, first, truckId)
  await pin(staff, body.id, { pin: 'position' })
  await schedule(staff, timed, null, { scheduledTime: '15:00' })

  expect((await addBest(staff, timed)).body).toMatchObject({
    plannedAt: '2026-03-05T20:00:00.000Z',
    scheduledTime: '15:00',
  })
  await addBest(staff, free)

  const stops = await readStops(shop)
  expect(stops[0]?.order_id).toBe(first)
})

test('rule 52: a delivery that is moved while distances are measured is put on no route', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addTruck(staff)
  const [id = ''] = await addDeliveries(shop, staff, [{}])
  const measure = shop.deps.measurePoints
  shop.deps.measurePoints = async (...args) => {
    await shop.sql(`update orders set delivery_date = '2026-03-06' where id = $1`, [id])
    return measure(...args)
  }

  expect((await addBest(staff, id)).body.code).toBe('no_delivery')
  expect(await readStops(shop)).toEqual([])
})
