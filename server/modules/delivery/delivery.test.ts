import { expect, test } from 'vitest'
import type { Schedule, Truck } from '#contract/delivery.ts'
import { apiPaths, fillPath } from '#contract/paths.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const truck = { name: 'Blue One', licensePlate: 'NY-1234', capacity: 120 }

const addTruck = async (staff: Buyer, change = {}) =>
  (await staff.call<Truck>('POST', apiPaths.adminTrucks, { ...truck, ...change })).body

test('a truck is added as available, changed in part and deleted', async () => {
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

test('a truck is refused in the words of the specification', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const answer = await staff.call('POST', apiPaths.adminTrucks, {
    name: '',
    licensePlate: '',
    capacity: 0,
  })

  expect(answer.status).toBe(400)
  expect(answer.body.fields).toEqual({
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

test('a completed schedule delivers its one-time order, and the customer is told once', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.settleDown()
  const staff = await staffBrowser(shop)
  const { id: truckId } = await addTruck(staff)

  const { body: schedule } = await staff.call<Schedule>('POST', apiPaths.adminSchedules, {
    orderId,
    truckId,
    scheduledDate: '2026-03-05',
    scheduledTime: '09:30',
    notes: 'Ring twice',
  })
  const path = fillPath(apiPaths.adminSchedule, { id: schedule.id })
  await staff.call('PATCH', path, { status: 'in-progress' })
  expect((await staff.order(orderId)).body.deliveryStatus).toBe('in-transit')
  await staff.call('PATCH', path, { status: 'completed' })
  await staff.call('PATCH', path, { status: 'in-progress' })
  await shop.sweep('mail.send')

  expect(schedule).toMatchObject({
    status: 'pending',
    truck: { name: 'Blue One' },
    order: { customerName: 'Ana Ruiz' },
  })
  expect((await staff.order(orderId)).body).toMatchObject({
    status: 'completed',
    deliveryStatus: 'delivered',
    paymentStatus: 'paid',
  })
  const subjects = (await shop.mailbox()).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /out for delivery|was delivered/.test(subject))).toHaveLength(
    2,
  )
})

test('a schedule needs an order that exists, a truck that exists and a date that exists', async () => {
  const shop = await openShop()
  const { orderId } = (await shop.buyer().place()).body
  const staff = await staffBrowser(shop)
  const unknown = '00000000-0000-4000-8000-000000000000'
  const create = (body: object) => staff.call('POST', apiPaths.adminSchedules, body)
  const good = { orderId, scheduledDate: '2026-03-05' }

  expect((await create({})).body.fields).toEqual({
    orderId: 'Order is required',
    scheduledDate: 'Required',
  })
  expect((await create({ ...good, scheduledDate: '' })).body.fields).toEqual({
    scheduledDate: 'Date is required',
  })
  expect((await create({ ...good, scheduledDate: '2026-02-30' })).status).toBe(400)
  expect((await create({ ...good, orderId: unknown })).body.code).toBe('unknown_order')
  expect((await create({ ...good, truckId: unknown })).body.code).toBe('unknown_truck')
  expect((await create({ ...good, status: 'lost' })).status).toBe(400)
  expect((await create({ ...good, truckId: '', scheduledTime: '', notes: null })).status).toBe(201)
})

test('a deleted truck leaves its schedules behind, and they can still be changed', async () => {
  const shop = await openShop()
  const { orderId } = (await shop.buyer().place()).body
  const staff = await staffBrowser(shop)
  const { id: truckId } = await addTruck(staff)
  const body = { orderId, truckId, scheduledDate: '2026-03-05' }
  const { body: schedule } = await staff.call<Schedule>('POST', apiPaths.adminSchedules, body)

  await staff.call('DELETE', fillPath(apiPaths.adminTruck, { id: truckId }))
  const path = fillPath(apiPaths.adminSchedule, { id: schedule.id })
  const changed = await staff.call<Schedule>('PATCH', path, { truckId, notes: 'later' })

  expect(changed.body).toMatchObject({ truckId, truck: null, notes: 'later' })
  expect((await staff.call('DELETE', path)).status).toBe(204)
})

test('X8: a stale edit that names its version is refused; without one it applies', async () => {
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
