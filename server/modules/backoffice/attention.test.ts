import { expect, test } from 'vitest'
import type { Schedule } from '#contract/dispatch.ts'
import { fillPath } from '#contract/fill-path.ts'
import type { Truck } from '#contract/fleet.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Insights } from '#contract/staff/insights.ts'
import { createRng } from '#server/demo/rng.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { seededRandom } from '#tests/support/test-runtime.ts'

test('each attention count matches its filtered list', async () => {
  const shop = await openShop()
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push((await shop.buyer().buy()).orderId)
  await shop.deliverPending()
  const staff = await staffBrowser(shop)
  const [unscheduled = '', failed = '', unpaid = '', driven = ''] = ids
  const set = (id: string, change: object) =>
    staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), change)
  await set(failed, { deliveryStatus: 'failed' })
  await shop.sql("update payments set status = 'failed' where order_id = $1", [unpaid])
  const { body: truck } = await staff.call<Truck>('POST', apiPaths.adminTrucks, {
    name: 'A',
    licensePlate: 'B',
    capacity: 1,
  })
  await staff.call('POST', apiPaths.adminSchedules, {
    orderId: driven,
    truckId: truck.id,
    scheduledDate: '2026-03-05',
  })
  await staff.call('DELETE', fillPath(apiPaths.adminTruck, { id: truck.id }))

  const list = async (path: string, reason: string) => {
    const { body, headers } = await staff.call<(Order & Schedule)[]>(
      'GET',
      `${path}?limit=50&attention=${reason}`,
    )
    expect(headers.get('x-total-count')).toBe(String(body.length))
    return body.map((row) => row.orderId ?? row.id)
  }
  const orders = (reason: string) => list(apiPaths.adminOrders, reason)

  expect(await orders('unscheduled')).toEqual([unscheduled])
  expect(await orders('failedDelivery')).toEqual([failed])
  expect(await orders('failedPayment')).toEqual([unpaid])
  expect(await list(apiPaths.adminSchedules, 'truck')).toEqual([driven])
  expect(await orders('odd')).toHaveLength(4)
  const { body } = await staff.call<Insights>('GET', apiPaths.adminInsights)
  expect(body.needsAttention).toEqual({
    unscheduled: 1,
    failedDeliveries: 1,
    failedPayments: 1,
    failedRefunds: 0,
    overdueInvoices: 0,
    disputed: 0,
    fraudWarnings: 0,
    withoutTruck: 1,
    onHold: 0,
    uncharged: 0,
    uninvoiced: 0,
    openCases: 0,
  })
  await set(failed, { status: 'cancelled' })
  expect(await orders('failedDelivery')).toEqual([])
})

test('concurrent schedule changes leave an order unscheduled if it has no active schedule', async () => {
  const shop = await openShop()
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await shop.buyer().buy()).orderId)
  await shop.deliverPending()
  const staff = await staffBrowser(shop)
  const rng = createRng(seededRandom('schedules'))
  const changeOrder = async () => {
    const orderId = rng.pick(ids)
    const form = { orderId, scheduledDate: '2026-03-05' }
    const { body } = await staff.call<Schedule>('POST', apiPaths.adminSchedules, form)
    const path = fillPath(apiPaths.adminSchedule, { id: body.id })
    const cancel = () => staff.call('PATCH', path, { status: 'cancelled' })
    const move = () => staff.call('PATCH', path, { orderId: rng.pick(ids) })
    const remove = () => staff.call('DELETE', path)
    await rng.pick([cancel, move, remove, remove])()
  }

  for (let round = 0; round < 6; round++) {
    await Promise.all(Array.from({ length: 5 }, changeOrder))
    const left = await shop.sql<{ id: string }>(
      `select o.id from orders o where not exists (select 1 from schedules s
       where s.order_id = o.id and s.status <> 'cancelled') order by created_at desc, id desc`,
    )
    const path = `${apiPaths.adminOrders}?limit=50&attention=unscheduled`
    const { body } = await staff.call<Order[]>('GET', path)
    expect(body.map(({ id }) => id)).toEqual(left.map(({ id }) => id))
    await shop.sql("update schedules set status = 'cancelled' where order_id = $1", [
      ids[round % 3],
    ])
  }
})
