import { expect, test } from 'vitest'
import type { Schedule } from '#contract/dispatch.ts'
import { fillPath } from '#contract/fill-path.ts'
import type { Truck } from '#contract/fleet.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderSnapshot, UndoResult } from '#contract/staff/backoffice.ts'
import type { AuditEntry } from '#contract/staff/staff.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

async function shopWithOrders(count = 3) {
  const shop = await openShop()
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await shop.buyer().place()).body.orderId)
  const staff = await staffBrowser(shop)
  const set = (body: object) => staff.call<OrderSnapshot[]>('PATCH', apiPaths.adminOrdersBulk, body)
  const undo = (orders: OrderSnapshot[]) =>
    staff.call<UndoResult>('POST', apiPaths.adminOrdersUndo, { orders })
  const states = async () =>
    (
      await shop.sql<{ state: string }>(
        "select status || ' ' || delivery_status as state from orders order by id",
      )
    ).map(({ state }) => state)
  return { shop, staff, ids: ids.sort(), set, undo, states }
}

test('undo restores each order of a bulk update', async () => {
  const { staff, ids, set, undo, states } = await shopWithOrders()
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: ids[0] ?? '' }), {
    status: 'completed',
    deliveryStatus: 'delivered',
  })

  const { body: before } = await set({ ids, status: 'confirmed', deliveryStatus: 'failed' })
  const changed = await states()
  const { body } = await undo(before)

  expect(changed).toEqual(Array(3).fill('confirmed failed'))
  expect(body).toEqual({ undone: ids, skipped: [] })
  expect(await states()).toEqual(['completed delivered', 'pending scheduled', 'pending scheduled'])
})

test('X8: undo skips orders that were changed since', async () => {
  const { staff, ids, set, undo, states } = await shopWithOrders()
  const { body: before } = await set({ ids, status: 'confirmed' })
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: ids[1] ?? '' }), {
    deliveryStatus: 'in-transit',
  })

  const first = await undo(before)
  const second = await undo(before)

  expect(first.body).toEqual({ undone: [ids[0], ids[2]], skipped: [ids[1]] })
  expect(second.body).toEqual({ undone: [], skipped: ids })
  expect(await states()).toEqual(['pending scheduled', 'confirmed in-transit', 'pending scheduled'])
})

test('X8: a bulk update with a stale version changes nothing', async () => {
  const { staff, ids, set, states } = await shopWithOrders()
  const { body: listed } = await staff.call<Order[]>('GET', apiPaths.adminOrders)
  const versions = Object.fromEntries(listed.map(({ id, version }) => [id, version]))
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: ids[2] ?? '' }), {
    status: 'cancelled',
  })

  const stale = await set({ ids, status: 'confirmed', versions })
  const missing = await set({ ids: [...ids, UNKNOWN], status: 'confirmed' })

  expect(stale.status).toBe(409)
  expect(stale.body).toMatchObject({
    code: 'stale',
    message:
      'Someone else changed one of these orders. No orders were changed. Review them and try again.',
  })
  expect(missing.status).toBe(404)
  expect(missing.body).toMatchObject({
    message: 'One of these orders no longer exists. No orders were changed.',
  })
  expect(await states()).toEqual(['pending scheduled', 'pending scheduled', 'cancelled scheduled'])
})

test('customers are emailed about a bulk update only after the undo window', async () => {
  const { shop, ids, set, undo } = await shopWithOrders(2)
  const subjects = async () => (await shop.mailbox()).map(({ subject }) => subject)

  const { body: before } = await set({ ids, status: 'cancelled' })
  await shop.runJob('email.send')
  const atOnce = await subjects()
  await undo(before.slice(0, 1))
  shop.clock.advance(10_000)
  await shop.runJob('email.send')

  expect(atOnce).toEqual([])
  expect(await subjects()).toHaveLength(1)
  const emails = await shop.sql('select subject_id, kind from emails')
  expect(emails).toEqual([{ subject_id: ids[1], kind: 'order_cancelled' }])
})

test('bulk schedules are undone unless they were changed', async () => {
  const { shop, staff, ids } = await shopWithOrders()
  const truck = await staff.call<Truck>('POST', apiPaths.adminTrucks, {
    name: 'A',
    licensePlate: 'B',
    capacity: 9,
  })
  const input = { orderIds: ids, truckId: truck.body.id, scheduledDate: '2026-03-05' }

  const { body: created } = await staff.call<Schedule[]>('POST', apiPaths.adminSchedulesBulk, input)
  await staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id: created[0]?.id ?? '' }), {
    notes: 'Ring twice',
  })
  const { body } = await staff.call<UndoResult>('POST', apiPaths.adminSchedulesUndo, {
    schedules: created.map(({ id, version }) => ({ id, version })),
  })
  const left = await shop.sql('select id from schedules')

  expect(body.skipped).toEqual([created[0]?.id])
  expect(body.undone).toHaveLength(2)
  expect(left).toEqual([{ id: created[0]?.id }])
  const noTruck = await staff.call('POST', apiPaths.adminSchedulesBulk, {
    ...input,
    truckId: UNKNOWN,
  })
  expect(noTruck.body).toMatchObject({
    code: 'unknown_truck',
    message: 'This truck no longer exists. Nothing was scheduled.',
  })
  const noOrder = await staff.call('POST', apiPaths.adminSchedulesBulk, {
    ...input,
    orderIds: [UNKNOWN],
  })
  expect(noOrder.body.message).toBe('One of these orders no longer exists. Nothing was scheduled.')
})

test('X7: a bulk update and its undo are audited for each order', async () => {
  const { staff, ids, set, undo } = await shopWithOrders(2)

  const { body: before } = await set({ ids, status: 'confirmed' })
  await undo(before)
  const { body } = await staff.call<AuditEntry[]>(
    'GET',
    `${apiPaths.adminAudit}?subjectId=${ids[0]}`,
  )

  expect(body.map(({ action, after }) => [action, after])).toEqual([
    ['order.restored', { status: 'pending' }],
    ['order.updated', { status: 'confirmed' }],
  ])
})
