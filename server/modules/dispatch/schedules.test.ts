import { expect, test } from 'vitest'
import type { Schedule } from '#contract/dispatch.ts'
import { fillPath } from '#contract/fill-path.ts'
import type { Truck } from '#contract/fleet.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const truck = { name: 'Blue One', licensePlate: 'NY-1234', capacity: 120 }

const addTruck = async (staff: Buyer, change = {}) =>
  (await staff.call<Truck>('POST', apiPaths.adminTrucks, { ...truck, ...change })).body

test('a completed schedule completes its one-time order, and the customer is emailed once', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
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
  await shop.runJob('email.send')

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

test('a schedule needs an existing order, an existing truck and a valid date', async () => {
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

test('schedules of a deleted truck remain and can still be changed', async () => {
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
