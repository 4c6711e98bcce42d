import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { delivered, failed } from '#tests/support/driving/open-driving.ts'
import { openTracking } from '#tests/support/driving/open-tracking.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

test('rule 63: a page shows the window, then the stops before it, and follows each event', async () => {
  const { phone, setTime, follow, ids, productId } = await openTracking('a', 'b', 'c')
  const page = await follow(2)
  expect(await page.until('window 09:15–10:45')).toMatchObject({ deliveryStatus: 'scheduled' })

  setTime(20)
  await phone.report({ type: 'departed' })
  const first = await page.until(/^2 /)
  expect(first).toMatchObject({ deliveryStatus: 'in-transit', tracking: { emailsWhenNear: false } })
  setTime(45)
  await phone.report({ type: 'arrived', stopId: ids[0] ?? '' })
  setTime(50)
  await phone.report(delivered(ids[0], productId))
  // Fifteen minutes late at the first of three stops.
  await page.until('1 10:05–10:25')
  await phone.report(failed(ids[1]))
  await page.until(/^0 /)
  await phone.report({ type: 'arrived', stopId: ids[2] ?? '' })
  await page.until('arrived')
  await phone.report(delivered(ids[2], productId))
  expect(await page.until('none')).toMatchObject({ deliveryStatus: 'delivered' })
})

test('a page has nothing of other customers: only fields of its own delivery', async () => {
  const { phone, follow, setTime } = await openTracking('a', 'b')
  setTime(20)
  await phone.report({ type: 'departed' })
  const state = await (await follow(1)).until(/^1 /)

  expect(Object.keys(state).sort()).toEqual([
    ...['deliveryDate', 'deliveryStatus', 'id', 'paymentStatus', 'status', 'tracking'],
  ])
  expect(Object.keys(state.tracking ?? {}).sort()).toEqual([
    ...['emailsWhenNear', 'from', 'state', 'stopsBefore', 'to'],
  ])
})

test('skipped for now, an undo and a failed stop: each has its line', async () => {
  const { phone, setTime, follow, ids, productId } = await openTracking('a', 'b')
  setTime(20)
  await phone.report({ type: 'departed' })
  const [first, second] = [await follow(0), await follow(1)]
  await second.until(/^1 /)

  const skipped = phone.event({ type: 'skipped-for-now', stopId: ids[0] ?? '' })
  await phone.report(skipped)
  await first.until('later')
  await second.until(/^0 /)
  await phone.report({ type: 'superseded', supersedes: skipped.eventId })
  await first.until(/^0 /)
  await second.until(/^1 /)
  const mistake = phone.event(delivered(ids[0], productId))
  await phone.report(mistake)
  await first.until('none')
  await phone.report({ type: 'superseded', supersedes: mistake.eventId })
  await first.until(/^0 /)
  await phone.report(failed(ids[0]))
  expect(await first.until('failed')).toMatchObject({ deliveryStatus: 'failed' })
})

test('staff: a route is withdrawn and published again, and the rest is transferred', async () => {
  const { phone, staff, sam, routeId, red, setTime, follow, publish } = await openTracking('a', 'b')
  const page = await follow(1)
  await page.until(/^window/)
  await staff.call('POST', fillPath(apiPaths.adminRouteWithdraw, { id: routeId }))
  await page.until('none')
  await publish(routeId, sam)
  await page.until('window 09:00–10:30')
  setTime(20)
  await phone.report({ type: 'departed' })
  await page.until(/^1 /)

  await staff.call('POST', fillPath(apiPaths.adminRouteTransfer, { id: routeId }), { truckId: red })

  // The other truck's route is a draft.
  await page.until('none')
})

test('a page that is open before the delivery is on a route finds it', async () => {
  const { shop, red, addOrders, add, addDriver, publish, findRoute } = await openTracking('a')
  const [orderId = ''] = await addOrders('late')
  const changes: (string | undefined)[] = []
  const feed = await shop.deps.tracker.follow(orderId, () => changes.push(feed.current()?.state))
  expect(feed.current()).toBeUndefined()

  await add(orderId, { truckId: red, date: DATE })
  await publish((await findRoute(red)).id, await addDriver('Rita'))

  await expect.poll(() => changes).toEqual(['today'])
  feed.stop()
})

test('events that arrive hours late count at their time: no range is made of them', async () => {
  const { phone, setTime, follow, ids, productId } = await openTracking('a', 'b')
  setTime(20)
  const left = phone.event({ type: 'departed' })
  setTime(50)
  const first = phone.event(delivered(ids[0], productId))
  setTime(300)
  const page = await follow(1)
  await phone.report(left, first)
  await page.until('today')
  await phone.report({ type: 'arrived', stopId: ids[1] ?? '' })
  await page.until('arrived')
})

test('1,000 pages on 30 routes: an event costs two statements, however many follow', async () => {
  const { shop, phone, setTime, ids, stops, productId, routeId } = await openTracking('a', 'b', 'c')
  const orderIds = Array.from({ length: 997 }, () => randomUUID())
  await shop.sql(
    `insert into orders (id, delivery_address, delivery_city, delivery_state, delivery_zip, delivery_date,
       status, subtotal_cents, discount_cents, total_cents, is_recurring, created_at, updated_at)
     select id, id::text, 'Kingston', 'NY', '12401', $2, 'confirmed', 0, 0, 0, false, now(), now()
     from unnest($1::uuid[]) as n (id)`,
    [orderIds, DATE],
  )
  await shop.sql(
    `insert into schedules (id, order_id, truck_id, scheduled_date, status, planned_at, created_at)
     select gen_random_uuid(), id, md5((n % 29)::text)::uuid, $2, 'pending', now(), now()
     from unnest($1::uuid[]) with ordinality as a (id, n)`,
    [orderIds, DATE],
  )
  await shop.sql(`update routes set status = 'out', left_at = now() where id <> $1`, [routeId])
  await notificationsReceived(shop)
  let notified = 0
  const all = [...orderIds, ...stops.map(({ orderId }) => orderId)]
  const query = vi.spyOn(shop.deps.pool, 'query')
  const read = () =>
    query.mock.calls.filter(([text]) => /driver_events|near_email|"routes"/.test(sqlText(text)))
  const feeds = await Promise.all(all.map((id) => shop.deps.tracker.follow(id, () => notified++)))
  // One for all their routes, and two for each of 30 routes.
  expect(read()).toHaveLength(61)

  setTime(20)
  query.mockClear()
  await phone.report({ type: 'departed' })
  await expect.poll(() => feeds.at(-1)?.current()?.stopsBefore).toBe(2)
  expect(read()).toHaveLength(2)
  query.mockClear()
  notified = 0
  await phone.report(delivered(ids[0], productId))
  await expect.poll(() => feeds.at(-1)?.current()?.stopsBefore).toBe(1)
  expect(read()).toHaveLength(2)
  // Only the three pages of this route were notified.
  expect(notified).toBe(3)
  for (const feed of feeds) feed.stop()
})

/** Notifications arrive in the order of their commits, so none of an earlier change is still to come. */
async function notificationsReceived({ sql, deps }: TestShop): Promise<void> {
  const last = randomUUID()
  const received = new Promise<void>((resolve) => {
    const stop = deps.listener.on('carboy_route', (payload) => {
      if (payload !== last) return
      stop()
      resolve()
    })
  })
  await sql(`select pg_notify('carboy_route', $1)`, [last])
  await received
}

const sqlText = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
