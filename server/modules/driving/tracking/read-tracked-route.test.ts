import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { delivered } from '#tests/support/driving/open-driving.ts'
import { openTracking } from '#tests/support/driving/open-tracking.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { readTrackedRoute } from './read-tracked-route.ts'

test('rule 63: a stop that takes the rest of a delivery is before others, and its customer gets no second email', async () => {
  const { shop, staff, blue, phone, setTime, follow, ids, orderIdAt, productId, wantEmail } =
    await openTracking('a', 'b', 'c')
  setTime(20)
  await phone.report({ type: 'departed' })
  setTime(30)
  await phone.report(delivered(ids[0], productId))
  const page = await follow(2)
  await page.until(/^1 /)
  await wantEmail(0)
  setTime(32)

  const rest = { orderId: orderIdAt(0), truckId: blue, scheduledDate: DATE, scheduledTime: null }
  const { body } = await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, rest)
  await shop.sql('update schedules set position = 0 where id = $1', [body.id])
  await phone.report({ type: 'arrived', stopId: ids[1] ?? '' })

  await page.until(/^2 /)
  await shop.deliverPending()
  const count = `select count(*)::int as n from emails where kind = 'truck_near'`
  expect(await shop.sql(count)).toEqual([{ n: 0 }])
})

test('a delivery that staff marked as delivered is not before others', async () => {
  const { staff, phone, setTime, follow, ids, orderIdAt } = await openTracking('a', 'b', 'c')
  setTime(20)
  await phone.report({ type: 'departed' })
  const page = await follow(2)
  await page.until(/^2 /)

  const path = fillPath(apiPaths.adminOrder, { id: orderIdAt(1) })
  expect((await staff.call('PATCH', path, { deliveryStatus: 'delivered' })).status).toBe(200)
  await phone.report({ type: 'arrived', stopId: ids[0] ?? '' })

  await page.until(/^1 /)
})

test('a skipped stop is pending again on the truck that it was moved to', async () => {
  const { shop, staff, phone, setTime, ids, routeId, red, findRoute } = await openTracking('a', 'b')
  setTime(20)
  await phone.report({ type: 'departed' }, { type: 'skipped-for-now', stopId: ids[0] ?? '' })
  const progress = async (id: string) =>
    (await readTrackedRoute(shop.deps.db, shop.deps, id))?.stops.map((stop) => stop.progress)
  expect(await progress(routeId)).toEqual(['skipped', 'pending'])

  const transfer = fillPath(apiPaths.adminRouteTransfer, { id: routeId })
  await staff.call('POST', transfer, { truckId: red })

  expect(await progress((await findRoute(red)).id)).toEqual(['pending', 'pending'])
})
