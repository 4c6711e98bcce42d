import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** Staff have the delivery of March 12 on the screen; then its customer moves it to March 13. */
async function moveAfterReading(shop: TestShop) {
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  const staff = await staffBrowser(shop)
  const read = async () =>
    (await staff.call<Order[]>('GET', apiPaths.adminOrders)).body.find(
      (order) => order.id === orderId,
    ) as Order
  const seen = await read()
  const ana = await customerBrowser(shop)
  const path = fillPath(apiPaths.changeSubscription, { id })
  const moved = await ana.call('POST', path, { type: 'move', cycle: 1, date: '2026-03-13' })
  expect(moved.status).toBe(200)
  return { staff, orderId, seen, read }
}

const stops = (shop: TestShop) =>
  shop.sql<{ date: string }>('select scheduled_date::text as date from schedules')

test('X8: staff cannot schedule a delivery for the date it had before its customer moved it', async () => {
  const shop = await openShop()
  const { staff, orderId, seen, read } = await moveAfterReading(shop)
  const schedule = (date: string, orderVersion: number) =>
    staff.call('POST', apiPaths.adminSchedules, { orderId, scheduledDate: date, orderVersion })

  expect(await schedule('2026-03-12', seen.version)).toMatchObject({
    status: 409,
    body: { code: 'stale' },
  })
  expect(await stops(shop)).toEqual([])

  const current = await read()
  expect(current.deliveryDate).toBe('2026-03-13')
  expect((await schedule('2026-03-13', current.version)).status).toBe(201)
  expect(await stops(shop)).toEqual([{ date: '2026-03-13' }])
})

test('X8: of several orders scheduled at once, one that was moved stops all of them', async () => {
  const shop = await openShop()
  const { staff, orderId, seen } = await moveAfterReading(shop)
  const buyer = shop.buyer()
  const scheduledDate = '2026-03-12'
  const { orderId: other } = await buyer.buy(buyer.submission({ deliveryDate: scheduledDate }))

  const { status, body } = await staff.call('POST', apiPaths.adminSchedulesBulk, {
    orderIds: [orderId, other],
    scheduledDate,
    versions: { [orderId]: seen.version },
  })

  expect([status, body.message]).toEqual([
    409,
    'One of these orders has changed. Nothing was scheduled. Review them and try again.',
  ])
  expect(await stops(shop)).toEqual([])
})
