import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { BoardStop } from '#contract/routes/board.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { addDeliveries, addTruck, PLAN_DATE, readStops } from '#tests/support/orders/plan-day.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const addBest = (staff: Buyer, orderId: string, date = PLAN_DATE) =>
  staff.call<BoardStop & { code: string }>('POST', apiPaths.adminStopBest, { orderId, date })

test('rule 52: a late delivery goes where it costs least, also on a published route', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const near = await addTruck(staff, { capacity: 10, name: 'Near' })
  const far = await addTruck(staff, { capacity: 10, name: 'Far' })
  const [a = '', b = '', c = '', late = '', large = ''] = await addDeliveries(shop, staff, [
    { zip: '12401' },
    { zip: '12498' },
    { zip: '12498' },
    { zip: '12498', bottles: 4 },
    { zip: '12498', bottles: 11 },
  ])
  for (const [orderId, truckId] of [
    [a, near.id],
    [b, far.id],
    [c, far.id],
  ]) {
    shop.clock.advance(1000)
    const body = { orderId, truckId, scheduledDate: PLAN_DATE }
    await staff.call('POST', apiPaths.adminSchedules, body)
  }
  await shop.sql(`update routes set status = 'published' where truck_id = $1`, [far.id])

  const { status, body } = await addBest(staff, late)
  expect(status).toBe(201)
  expect(body).toMatchObject({ orderId: late, plannedAt: expect.any(String) })
  const onFar = (await readStops(shop)).filter(({ truck_id: id }) => id === far.id)
  expect(onFar.map(({ position }) => position)).toEqual([1, 2, 3])
  expect(onFar.map(({ order_id: id }) => id).filter((id) => id !== late)).toEqual([b, c])

  expect((await addBest(staff, late)).body.code).toBe('stop_exists')
  expect((await addBest(staff, large)).body.code).toBe('no_room')
  expect((await addBest(staff, large, '2026-03-06')).body.code).toBe('no_delivery')
  expect(await readStops(shop)).toHaveLength(4)
})

test('locked routes and trucks that left are not changed; a full trip gets a second one', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const open = await addTruck(staff, { capacity: 10, name: 'Open' })
  const locked = await addTruck(staff, { capacity: 100, name: 'Locked' })
  const out = await addTruck(staff, { capacity: 100, name: 'Out' })
  const ids = await addDeliveries(shop, staff, [
    { bottles: 9 },
    { bottles: 1 },
    { bottles: 1 },
    { bottles: 5 },
  ])
  for (const [index, { id: truckId }] of [open, locked, out].entries()) {
    const body = { orderId: ids[index], truckId, scheduledDate: PLAN_DATE }
    await staff.call('POST', apiPaths.adminSchedules, body)
  }
  await shop.sql('update routes set is_locked = true where truck_id = $1', [locked.id])
  await shop.sql(`update routes set status = 'out' where truck_id = $1`, [out.id])

  expect((await addBest(staff, ids[3] ?? '')).status).toBe(201)
  const stops = (await readStops(shop)).filter(({ truck_id: id }) => id === open.id)
  expect(stops.map(({ trip, position }) => [trip, position])).toEqual([
    [1, 1],
    [2, 1],
  ])
})
