import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { DeliveryPoint } from '#contract/points/points.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { addDeliveries, addTruck, planDay } from '#tests/support/orders/plan-day.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

async function openDay(addresses: string[]) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addTruck(staff)
  const ids = await addDeliveries(
    shop,
    staff,
    addresses.map((address) => ({ address })),
  )
  const order = fillPath(apiPaths.adminOrderPoint, { id: ids[0] ?? '' })
  const { customerId, address, zip } = (await staff.call<DeliveryPoint>('GET', order)).body
  const path = fillPath(apiPaths.adminCustomerPoints, { id: customerId })
  const edit = (change: object) => staff.call('PATCH', path, { address, zip, ...change })
  const plan = async () => {
    const { routes, leftOut } = await planDay(staff)
    const stops = routes.flatMap(({ trips }) => trips.flatMap((trip) => trip.stops))
    const plannedTime = (id: string | undefined) =>
      stops.find(({ orderId }) => orderId === id)?.plannedAt?.slice(11, 16) ?? ''
    return {
      distance: routes[0]?.distance ?? 0,
      minutes: routes[0]?.minutes ?? 0,
      leftOut,
      plannedTime,
    }
  }
  return { ids, edit, plan }
}

test('two deliveries at one door are one visit, however the address is spelled', async () => {
  const { ids, plan } = await openDay(['12 Main Street, Apt. 4', '9 Mill Road', '12 main st apt 4'])

  const { plannedTime } = await plan()

  expect(plannedTime(ids[0])).toMatch(/^\d\d:\d\d$/)
  expect(plannedTime(ids[2])).toBe(plannedTime(ids[0]))
  expect(plannedTime(ids[1])).not.toBe(plannedTime(ids[0]))
})

test('rule 51: a plan arrives within the opening hours of a door', async () => {
  const { ids, edit, plan } = await openDay(['12 Main Street', '9 Mill Road'])
  await edit({ openingHours: [{ from: '13:00', to: '14:00' }] })

  const { plannedTime, leftOut } = await plan()

  expect(leftOut).toEqual([])
  // 13:00 to 14:00 in New York.
  expect(plannedTime(ids[0]) >= '18:00' && plannedTime(ids[0]) <= '19:00').toBe(true)
  expect(plannedTime(ids[1]) < '18:00' || plannedTime(ids[1]) > '18:00').toBe(true)
})

test('rule 53: a plan drives to the pin and takes the extra minutes of a door', async () => {
  const { edit, plan } = await openDay(['12 Main Street', '9 Mill Road'])
  const before = await plan()
  await edit({ pin: { lat: 41.7, lon: -74.02 } })
  const pinned = await plan()
  await edit({ extraMinutes: 30 })
  const slow = await plan()

  // 20 miles there and back.
  expect(before.distance).toBeLessThan(2)
  expect(pinned.distance).toBeGreaterThan(40)
  expect(slow.minutes - pinned.minutes).toBeCloseTo(30, -1)
})
