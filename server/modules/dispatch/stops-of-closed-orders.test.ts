import { expect, test } from 'vitest'
import type { Schedule } from '#contract/dispatch.ts'
import { fillPath } from '#contract/fill-path.ts'
import type { ErasurePreview } from '#contract/identity.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderSnapshot } from '#contract/staff/backoffice.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

/** Ana's paid order for March 5. */
async function paidOrder(shop: TestShop): Promise<string> {
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  return orderId
}

async function scheduleOn(shop: TestShop, orderId: string, scheduledDate: string) {
  const form = { orderId, scheduledDate, notes: 'Gate code 12' }
  const staff = await staffBrowser(shop)
  return (await staff.call<Schedule>('POST', apiPaths.adminSchedules, form)).body
}

const readStops = (shop: TestShop) => shop.sql('select status, notes from schedules')

test('an undo that cancels an order again also unschedules it', async () => {
  const shop = await openShop()
  const orderId = await paidOrder(shop)
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminOrder, { id: orderId })
  await staff.call('PATCH', path, { status: 'cancelled' })
  const bulk = { ids: [orderId], status: 'confirmed' }
  const done = await staff.call<OrderSnapshot[]>('PATCH', apiPaths.adminOrdersBulk, bulk)
  await scheduleOn(shop, orderId, '2026-03-05')

  await staff.call('POST', apiPaths.adminOrdersUndo, { orders: done.body })

  expect(await shop.sql('select status from orders')).toEqual([{ status: 'cancelled' }])
  expect(await readStops(shop)).toMatchObject([{ status: 'cancelled' }])
})

test('a refunded set-aside order is unscheduled even if its subscription cannot be ended', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await scheduleOn(shop, id, '2026-03-05')
  await shop.sql('update payments set set_aside_at = now()')
  await shop.sql(`create function broken() returns trigger language plpgsql as
    $$ begin raise exception 'this subscription cannot be changed'; end $$`)
  await shop.sql(`create trigger broken before update on subscriptions
    for each row execute function broken()`)
  const staff = await staffBrowser(shop)

  const { status } = await staff.call('POST', fillPath(apiPaths.adminSetAsideRefund, { id }))

  expect(status).toBe(200)
  expect(await shop.sql('select status from orders')).toEqual([{ status: 'cancelled' }])
  expect(await readStops(shop)).toMatchObject([{ status: 'cancelled' }])
})

test('AU18: a late delivery with a stop ahead blocks the erasure until its stop has passed', async () => {
  const shop = await openShop()
  const orderId = await paidOrder(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await scheduleOn(shop, orderId, '2026-03-10')
  const ana = await customerBrowser(shop)

  const preview = await ana.call<ErasurePreview>('GET', apiPaths.erasurePreview)
  const blocked = await ana.call('DELETE', apiPaths.personalData)
  expect(preview.body.blockedBy).toMatchObject([{ orderId, reason: 'undelivered' }])
  expect([blocked.status, blocked.body.code]).toEqual([409, 'erasure_blocked'])
  expect(await readStops(shop)).toEqual([{ status: 'pending', notes: 'Gate code 12' }])

  shop.clock.set('2026-03-13T15:00:00Z')
  const erased = await ana.call('DELETE', apiPaths.personalData)
  expect(erased.status).toBe(200)
  expect(await readStops(shop)).toEqual([{ status: 'cancelled', notes: null }])
  const audit = await shop.sql('select * from audit_entries')
  expect(JSON.stringify(audit)).not.toMatch(/Gate code|Main Street/)
})

test('an unpaid order that is erased after a month is unscheduled', async () => {
  const shop = await openShop()
  const { orderId } = (await shop.buyer().place()).body
  shop.clock.advance(2 * 86_400_000)
  await shop.runJob('payment.expire')
  await scheduleOn(shop, orderId, '2026-03-06')
  shop.clock.advance(31 * 86_400_000)

  await shop.runJob('order.eraseUnpaid')

  expect(await shop.sql('select status, delivery_address from orders')).toEqual([
    { status: 'cancelled', delivery_address: null },
  ])
  expect(await readStops(shop)).toEqual([{ status: 'cancelled', notes: null }])
})
