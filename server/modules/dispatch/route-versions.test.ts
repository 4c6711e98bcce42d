import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Schedule } from '#contract/dispatch.ts'
import { fillPath } from '#contract/fill-path.ts'
import type { Truck } from '#contract/fleet.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

async function openDispatch() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const addTruck = async (name: string) => {
    const form = { name, licensePlate: 'NY-1', capacity: 40 }
    return (await staff.call<Truck>('POST', apiPaths.adminTrucks, form)).body.id
  }
  const { orderId } = await shop.buyer().buy()
  return {
    blue: await addTruck('Blue'),
    red: await addTruck('Red'),
    schedule: async (truckId: string | null) =>
      (
        await staff.call<Schedule>('POST', apiPaths.adminSchedules, {
          orderId,
          truckId,
          scheduledDate: '2026-03-05',
        })
      ).body.id,
    change: (id: string, body: object) =>
      staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id }), body),
    remove: (id: string) => staff.call('DELETE', fillPath(apiPaths.adminSchedule, { id })),
    /** `truck date version`, by date. */
    routes: async () => {
      const { rows } = await shop.deps.db.execute(sql`select trucks.name, date::text, routes.version
        from routes join trucks on trucks.id = truck_id order by date, name`)
      return rows.map(({ name, date, version }) => `${name} ${date} v${version}`)
    },
  }
}

test('the first stop of a truck on a date starts its route, and further ones change it', async () => {
  const { blue, schedule, routes } = await openDispatch()

  await schedule(null)
  expect(await routes()).toEqual([])
  await schedule(blue)
  await schedule(blue)

  expect(await routes()).toEqual(['Blue 2026-03-05 v2'])
})

test('a moved stop changes the routes that it leaves and joins', async () => {
  const { blue, red, schedule, change, routes } = await openDispatch()
  const id = await schedule(blue)

  await change(id, { truckId: red })
  expect(await routes()).toEqual(['Blue 2026-03-05 v2', 'Red 2026-03-05 v1'])
  await change(id, { scheduledDate: '2026-03-06' })

  expect(await routes()).toEqual(['Blue 2026-03-05 v2', 'Red 2026-03-05 v2', 'Red 2026-03-06 v1'])
})

test('notes and progress of a stop leave its route as it is; cancelling and deleting change it', async () => {
  const { blue, schedule, change, remove, routes } = await openDispatch()
  const id = await schedule(blue)

  await change(id, { notes: 'Ring twice' })
  await change(id, { status: 'in-progress' })
  expect(await routes()).toEqual(['Blue 2026-03-05 v1'])
  await change(id, { status: 'cancelled' })
  expect(await routes()).toEqual(['Blue 2026-03-05 v2'])
  await change(id, { status: 'pending' })
  await remove(id)

  expect(await routes()).toEqual(['Blue 2026-03-05 v4'])
})
