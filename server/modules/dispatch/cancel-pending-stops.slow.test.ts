import { expect, test } from 'vitest'
import type { Schedule } from '#contract/dispatch.ts'
import { fillPath } from '#contract/fill-path.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail, OrderSnapshot } from '#contract/staff/backoffice.ts'
import type { Subscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { NEW_ADDRESS } from '#tests/support/orders/new-address.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** The delivery of March 12 is ordered with a pending stop. Its cut-off is March 11, 12:00Z. */
async function scheduleDelivery(shop: TestShop) {
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const [cycle] = await getCycles(shop, id)
  const orderId = cycle?.order_id ?? ''
  const ana = await customerBrowser(shop)
  const staff = await staffBrowser(shop)
  const { body: stop } = await staff.call<Schedule>('POST', apiPaths.adminSchedules, {
    orderId,
    scheduledDate: '2026-03-12',
    notes: 'Gate code 12',
  })
  const stopPath = fillPath(apiPaths.adminSchedule, { id: stop.id })
  const change = (body: SubscriptionChange, query = '') =>
    ana.call<Subscription & { code?: string }>(
      'POST',
      `${fillPath(apiPaths.changeSubscription, { id })}${query}`,
      body,
    )
  return {
    id,
    orderId,
    staff,
    stop,
    change,
    cancel: () => ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id })),
    setStop: (body: object) => staff.call('PATCH', stopPath, body),
    setOrder: (body: object) =>
      staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), body),
    // Logs in again, because a staff session ends after twelve hours.
    readStop: async () =>
      (await (await staffBrowser(shop)).call<Schedule[]>('GET', apiPaths.adminSchedules)).body[0],
    detail: async () =>
      (await staff.call<OrderDetail>('GET', fillPath(apiPaths.adminOrder, { id: orderId }))).body,
    unscheduled: async () => {
      const path = `${apiPaths.adminOrders}?attention=unscheduled`
      const staffAgain = await staffBrowser(shop)
      return (await staffAgain.call<Order[]>('GET', path)).body.map((order) => order.id)
    },
  }
}

const changes: [string, SubscriptionChange][] = [
  ['moved', { type: 'move', cycle: 1, date: '2026-03-13' }],
  ['skipped', { type: 'skip', cycle: 1 }],
  ['paused', { type: 'pause' }],
  ['readdressed', { type: 'change', address: NEW_ADDRESS }],
]

test.each(changes)(
  'a delivery that is %s is unscheduled in the same transaction',
  async (_, body) => {
    const shop = await openShop()
    const { orderId, stop, change, readStop, detail } = await scheduleDelivery(shop)

    const preview = await change(body, '?preview=true')
    expect(preview.status).toBe(200)
    expect(await readStop()).toMatchObject({ status: 'pending', version: stop.version })
    const response = await change(body)

    expect(response.status).toBe(200)
    expect(await readStop()).toMatchObject({
      id: stop.id,
      orderId,
      status: 'cancelled',
      notes: 'Gate code 12',
      scheduledDate: '2026-03-12',
      version: stop.version + 1,
    })
    expect((await detail()).schedules).toMatchObject([{ id: stop.id, status: 'cancelled' }])
    const entries = await shop.sql<{ actor: string; before: object; after: object }>(
      "select * from audit_entries where subject_id = $1 and action = 'schedule.updated'",
      [stop.id],
    )
    expect(entries).toMatchObject([
      { actor: 'system', before: { status: 'pending' }, after: { status: 'cancelled' } },
    ])
  },
)

test('cancelling a subscription unschedules deliveries before their cut-off', async () => {
  const shop = await openShop()
  const { cancel, readStop } = await scheduleDelivery(shop)

  expect((await cancel()).status).toBe(200)

  expect(await readStop()).toMatchObject({ status: 'cancelled', notes: 'Gate code 12' })
})

test('a first delivery past its cut-off keeps its stop when the subscription is cancelled', async () => {
  const shop = await openShop({ now: '2026-03-02T15:00:00Z' })
  const stops: (string | undefined)[] = []
  for (const [email, now] of [
    ['early@example.com', '2026-03-03T15:00:00Z'],
    ['late@example.com', '2026-03-04T15:00:00Z'],
  ]) {
    shop.clock.set('2026-03-02T15:00:00Z')
    const { id } = await subscribe(shop, { customerEmail: email })
    const staff = await staffBrowser(shop)
    const form = { orderId: id, scheduledDate: '2026-03-05' }
    const { body } = await staff.call<Schedule>('POST', apiPaths.adminSchedules, form)
    shop.clock.set(now ?? '')
    const customer = await customerBrowser(shop, email)
    await customer.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
    const rows = await shop.sql<{ status: string }>('select status from schedules where id = $1', [
      body.id,
    ])
    stops.push(rows[0]?.status)
  }

  expect(stops).toEqual(['cancelled', 'pending'])
})

test('a moved delivery is listed as unscheduled until it has another stop', async () => {
  const shop = await openShop()
  const { orderId, change, unscheduled } = await scheduleDelivery(shop)
  await change({ type: 'move', cycle: 1, date: '2026-03-13' })
  shop.clock.set('2026-03-12T13:00:00Z')

  expect(await unscheduled()).toContain(orderId)
  const staff = await staffBrowser(shop)
  await staff.call('POST', apiPaths.adminSchedules, { orderId, scheduledDate: '2026-03-13' })
  expect(await unscheduled()).not.toContain(orderId)
})

test('an unskipped delivery keeps its order and is unscheduled', async () => {
  const shop = await openShop()
  const { id, orderId, change, unscheduled } = await scheduleDelivery(shop)
  await change({ type: 'skip', cycle: 1 })
  await change({ type: 'unskip', cycle: 1 })
  await shop.runJob('delivery.createOrders')
  shop.clock.set('2026-03-11T13:00:00Z')

  expect(await getCycles(shop, id)).toMatchObject([{ status: 'ordered', order_id: orderId }])
  expect(await unscheduled()).toContain(orderId)
})

test('new items for the same address and date keep the stop', async () => {
  const shop = await openShop()
  const { stop, change, readStop } = await scheduleDelivery(shop)
  const [item] = (await change({ type: 'resume' })).body.items
  const items = [{ productId: item?.productId ?? '', quantity: 3 }]

  expect((await change({ type: 'change', items })).status).toBe(200)

  expect(await readStop()).toEqual(stop)
})

test('a delivery on hold keeps its stop, marked as on hold until it is released', async () => {
  const shop = await openShop()
  const { id, orderId, staff, readStop } = await scheduleDelivery(shop)
  await shop.sql("update cycles set status = 'unpaid', hold_at = now() where order_id = $1", [
    orderId,
  ])

  expect(await readStop()).toMatchObject({ status: 'pending', isOnHold: true })
  const path = fillPath(apiPaths.adminSubscription, { id })
  await staff.call('PATCH', path, { type: 'release', cycle: 1 })
  expect(await readStop()).toMatchObject({ status: 'pending', isOnHold: false })
})

test('a dispatched delivery cannot be moved, skipped or readdressed', async () => {
  const shop = await openShop()
  const { orderId, change, setStop, readStop } = await scheduleDelivery(shop)
  await setStop({ status: 'in-progress' })

  for (const body of [changes[0]?.[1], changes[1]?.[1]]) {
    const rejected = await change(body as SubscriptionChange)
    expect([rejected.status, rejected.body.code]).toEqual([409, 'past_cutoff'])
  }
  const response = await change({ type: 'change', address: NEW_ADDRESS })

  expect(response.body.next).toMatchObject({ isEditable: false, date: '2026-03-12' })
  const [order] = await shop.sql('select delivery_address from orders where id = $1', [orderId])
  expect(order).not.toMatchObject({ delivery_address: NEW_ADDRESS.deliveryAddress })
  expect(await readStop()).toMatchObject({ status: 'in-progress' })
})

test('rule 17: cancelling succeeds after dispatch; the delivery is made and charged', async () => {
  const shop = await openShop()
  const { id, cancel, setStop, readStop } = await scheduleDelivery(shop)
  await setStop({ status: 'in-progress' })

  expect((await cancel()).status).toBe(200)
  shop.clock.set('2026-03-12T13:00:00Z')
  await runEngine(shop)

  expect(await getCycles(shop, id)).toMatchObject([{ status: 'paid' }])
  expect(await readStop()).toMatchObject({ status: 'in-progress' })
})

test('an order that staff cancel is unscheduled; in bulk only after the undo window', async () => {
  const shop = await openShop()
  const { orderId, staff, setOrder, setStop, readStop } = await scheduleDelivery(shop)
  await setOrder({ status: 'cancelled' })
  expect(await readStop()).toMatchObject({ status: 'cancelled' })

  await setOrder({ status: 'confirmed' })
  await setStop({ status: 'pending' })
  const bulk = { ids: [orderId], status: 'cancelled' }
  const done = await staff.call<OrderSnapshot[]>('PATCH', apiPaths.adminOrdersBulk, bulk)
  expect(await readStop()).toMatchObject({ status: 'pending' })
  await staff.call('POST', apiPaths.adminOrdersUndo, { orders: done.body })
  await staff.call('PATCH', apiPaths.adminOrdersBulk, bulk)
  shop.clock.advance(60_000)
  await shop.runJob('order.runDeferredEffects')
  expect(await readStop()).toMatchObject({ status: 'cancelled' })
})

test('an unpaid order is unscheduled when its buyer changes the address', async () => {
  const shop = await openShop()
  const eve = shop.buyer()
  await eve.startCheckout()
  const { orderId } = (await eve.place()).body
  const staff = await staffBrowser(shop)
  await staff.call('POST', apiPaths.adminSchedules, { orderId, scheduledDate: '2026-03-05' })

  await eve.place(eve.submission({ customerName: 'Eve Corrected' }))
  expect(await shop.sql('select status from schedules')).toEqual([{ status: 'pending' }])
  await eve.place(eve.submission(NEW_ADDRESS))

  expect(await shop.sql('select status from schedules')).toEqual([{ status: 'cancelled' }])
  expect(await shop.sql('select delivery_address from orders')).toEqual([
    { delivery_address: NEW_ADDRESS.deliveryAddress },
  ])
})
