import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { Truck } from '#contract/fleet.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const truck = { name: 'Blue One', licensePlate: 'NY-1234', capacity: 120 }

const addTruck = async (staff: Buyer, change = {}) =>
  (await staff.call<Truck>('POST', apiPaths.adminTrucks, { ...truck, ...change })).body

test('a truck is added as available, updated partially and deleted', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const added = await addTruck(staff)
  const path = fillPath(apiPaths.adminTruck, { id: added.id })
  const changed = await staff.call<Truck>('PATCH', path, { status: 'maintenance' })

  expect(added).toMatchObject({ ...truck, status: 'available' })
  expect(changed.body).toMatchObject({ ...truck, status: 'maintenance' })
  expect((await staff.call('DELETE', path)).status).toBe(204)
  expect((await staff.call('GET', apiPaths.adminTrucks)).body).toEqual([])
  expect((await staff.call('DELETE', path)).status).toBe(404)
})

test('an invalid truck is rejected with the messages of the specification', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const response = await staff.call('POST', apiPaths.adminTrucks, {
    name: '',
    licensePlate: '',
    capacity: 0,
  })

  expect(response.status).toBe(400)
  expect(response.body.fields).toEqual({
    name: 'Name is required',
    licensePlate: 'License plate is required',
    capacity: 'Capacity must be at least 1',
  })
  for (const capacity of [1.5, 1e12, '10', null]) {
    expect((await staff.call('POST', apiPaths.adminTrucks, { ...truck, capacity })).status).toBe(
      400,
    )
  }
  const flying = await staff.call('POST', apiPaths.adminTrucks, { ...truck, status: 'flying' })
  expect(flying.status).toBe(400)
})

test('X8: an edit with an outdated version is rejected; one without a version applies', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { id, version } = await addTruck(staff)
  const path = fillPath(apiPaths.adminTruck, { id })
  await staff.call('PATCH', path, { name: 'Blue Two', version })

  const stale = await staff.call('PATCH', path, { name: 'Blue Three', version })
  const free = await staff.call<Truck>('PATCH', path, { capacity: 5 })

  expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
  expect(free.body).toMatchObject({ name: 'Blue Two', capacity: 5 })
})
