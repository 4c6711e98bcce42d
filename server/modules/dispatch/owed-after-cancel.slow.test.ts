import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderSnapshot } from '#contract/staff/backoffice.ts'
import type { Insights } from '#contract/staff/insights.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { followOrder, showTracking } from '#tests/support/driving/open-tracking.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

/** The morning of the delivery: its cut-off is over. Blue is published, with one stop. */
async function openCancelled({ isLate = true } = {}) {
  const driving = await openDriving('x')
  const { shop, staff, read } = driving
  await shop.sql("update orders set status = 'cancelled' where id = $1", [driving.firstOrder])
  shop.clock.set('2026-03-03T15:00:00Z')
  const { id } = await subscribe(shop, { deliveryDate: DATE })
  if (isLate) shop.clock.set(`${DATE}T14:00:00Z`)
  const listed = async () => {
    const { body } = await staff.call<Insights>('GET', apiPaths.adminInsights)
    const list = `${apiPaths.adminOrders}?attention=unscheduled`
    const { body: orders } = await staff.call<{ id: string }[]>('GET', list)
    expect(orders).toHaveLength(Number(body.needsAttention.unscheduled))
    return orders.map((order) => order.id)
  }
  return {
    ...driving,
    id,
    cancel: async () => {
      const ana = await customerBrowser(shop)
      const { body } = await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
      expect(body).toMatchObject({ status: 'cancelled' })
    },
    listed,
    /** Staff confirm the order in a bulk update and undo it. */
    confirmAndUndo: async (beforeUndo = async () => {}) => {
      const change = { ids: [id], status: 'confirmed' }
      const path = apiPaths.adminOrdersBulk
      const { body: orders } = await staff.call<OrderSnapshot[]>('PATCH', path, change)
      await beforeUndo()
      shop.clock.advance(2000)
      const { body } = await staff.call('POST', apiPaths.adminOrdersUndo, { orders })
      expect(body).toEqual({ undone: [id], skipped: [] })
    },
    onBoard: async () => (await read()).unplanned.map(({ orderId }) => orderId),
  }
}

test('rule 17: the first delivery of a subscription that is cancelled past its cut-off is unplanned', async () => {
  const { id, cancel, listed, onBoard } = await openCancelled()
  await cancel()

  expect(await onBoard()).toEqual([id])
  expect(await listed()).toEqual([id])
})

test('rule 17: the delivery of a cancelled subscription is planned, driven and delivered like any other', async () => {
  const { shop, staff, id, cancel, phone, productId, listed, onBoard } = await openCancelled()
  await cancel()
  const best = { orderId: id, date: DATE }
  const { status, body } = await staff.call<{ id: string }>('POST', apiPaths.adminStopBest, best)
  expect(status).toBe(201)
  expect(await onBoard()).toEqual([])
  expect(await listed()).toEqual([])

  await phone.load()
  await phone.report({ type: 'departed' }, delivered(body.id, productId))

  const rows = await shop.sql('select status, delivery_status from orders where id = $1', [id])
  expect(rows).toEqual([{ status: 'cancelled', delivery_status: 'delivered' }])
})

test('rule 52: its customer is emailed when the truck comes', async () => {
  const { shop, id, cancel, add, blue, routeId, publish, sam } = await openCancelled()
  await cancel()
  expect((await add(id, { truckId: blue, date: DATE })).status).toBe(201)

  await publish(routeId, sam)
  await shop.runJob('email.send')

  const sent = await shop.sql(
    "select status from emails where kind = 'delivery_window' and subject_id = $1",
    [id],
  )
  expect(sent).toEqual([{ status: 'sent' }])
})

test('rule 63: the order page of a cancelled subscription shows when the truck comes', async () => {
  const { shop, id, cancel, add, blue, routeId, publish, sam } = await openCancelled()
  await cancel()
  await add(id, { truckId: blue, date: DATE })
  await shop.sql('update schedules set planned_at = $2 where order_id = $1', [id, `${DATE}T15:00Z`])
  await publish(routeId, sam)

  const page = await followOrder(shop.url, id, shop.buyer())

  const state = await page.next()
  expect([state.status, showTracking(state.tracking)]).toEqual(['cancelled', 'window 09:15–10:45'])
})

test('rule 17: staff cancel the delivery of a cancelled subscription, with or without a refund', async () => {
  const { shop, staff, id, cancel, listed, onBoard, add, blue } = await openCancelled()
  await cancel()
  await add(id, { truckId: blue, date: DATE })
  const path = fillPath(apiPaths.adminOrder, { id })
  const change = { status: 'cancelled', cancelDelivery: true }
  expect((await staff.call('PATCH', path, change)).status).toBe(200)

  expect(await onBoard()).toEqual([])
  expect(await listed()).toEqual([])
  expect(await shop.sql('select status from schedules where order_id = $1', [id])).toEqual([
    { status: 'cancelled' },
  ])
  expect(await shop.sql('select id from refunds')).toEqual([])
  expect(await staff.call('PATCH', path, change)).toMatchObject({ status: 400 })
})

test('rule 17: cancelling such a delivery refunds its payment if staff choose so', async () => {
  const { shop, staff, id, cancel } = await openCancelled()
  await cancel()
  const change = { status: 'cancelled', cancelDelivery: true, refund: true }
  expect((await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), change)).status).toBe(
    200,
  )

  expect(await shop.sql('select order_id from refunds')).toEqual([{ order_id: id }])
  const emails = "select 1 as n from emails where kind = 'order_cancelled' and subject_id = $1"
  expect(await shop.sql(emails, [id])).toEqual([{ n: 1 }])
})

test('rule 17: a delivery that staff mark as failed stays theirs to call', async () => {
  const { staff, id, cancel } = await openCancelled()
  await cancel()
  const change = { status: 'cancelled', deliveryStatus: 'failed' }
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), change)

  const list = `${apiPaths.adminOrders}?attention=failedDelivery`
  const { body } = await staff.call<{ id: string }[]>('GET', list)
  expect(body.map((order) => order.id)).toEqual([id])
})

test('rule 17: a first delivery that is cancelled before its cut-off is not planned', async () => {
  const { id, cancel, listed, onBoard, add, blue } = await openCancelled({ isLate: false })
  await cancel()

  expect(await onBoard()).toEqual([])
  expect(await listed()).toEqual([])
  expect((await add(id, { truckId: blue, date: DATE })).body.code).toBe('order_cancelled')
})

test('an order that staff cancel is not planned, also past its cut-off and without a refund', async () => {
  const { staff, id, listed, onBoard, add, blue } = await openCancelled()
  const path = fillPath(apiPaths.adminOrder, { id })
  expect((await staff.call('PATCH', path, { status: 'cancelled' })).status).toBe(200)

  expect(await onBoard()).toEqual([])
  expect(await listed()).toEqual([])
  expect((await add(id, { truckId: blue, date: DATE })).body.code).toBe('order_cancelled')
})

test('rule 17: undoing a bulk update keeps the remaining delivery of a cancelled subscription', async () => {
  const { shop, id, cancel, confirmAndUndo, listed, onBoard, add, blue } = await openCancelled()
  await cancel()
  const cancelledAt = () => shop.sql('select status, cancelled_at from orders where id = $1', [id])
  const before = await cancelledAt()
  await confirmAndUndo()
  expect(await listed()).toEqual([id])
  expect(await onBoard()).toEqual([id])

  await add(id, { truckId: blue, date: DATE })
  await confirmAndUndo()

  expect(await cancelledAt()).toEqual(before)
  expect(await shop.sql('select status from schedules where order_id = $1', [id])).toEqual([
    { status: 'pending' },
  ])
})

test('an order that staff cancelled is cancelled again by such an undo, with its stop', async () => {
  const { shop, staff, id, confirmAndUndo, listed, onBoard, add, blue } = await openCancelled()
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { status: 'cancelled' })
  shop.clock.advance(60_000)
  await confirmAndUndo(async () => {
    expect((await add(id, { truckId: blue, date: DATE })).status).toBe(201)
  })

  expect(await listed()).toEqual([])
  expect(await onBoard()).toEqual([])
  expect(await shop.sql('select status from schedules where order_id = $1', [id])).toEqual([
    { status: 'cancelled' },
  ])
})
