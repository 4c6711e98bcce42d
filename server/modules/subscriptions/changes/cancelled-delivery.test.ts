import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderSnapshot, UndoResult } from '#contract/staff/backoffice.ts'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { NEW_ADDRESS } from '#tests/support/orders/new-address.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

const DELIVERY_DAY = '2026-03-12T15:00:00Z'

/** Staff cancelled the ordered delivery of March 12, and the engine has not run since. */
async function cancelledDelivery(how: 'single' | 'bulk' = 'single') {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  const ana = await customerBrowser(shop)
  const staff = await staffBrowser(shop)
  const cancel = { status: 'cancelled' }
  const { body: snapshots } =
    how === 'bulk'
      ? await staff.call<OrderSnapshot[]>('PATCH', apiPaths.adminOrdersBulk, {
          ids: [orderId],
          ...cancel,
        })
      : await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), cancel)
  const change = (body: SubscriptionChange) =>
    ana.call('POST', fillPath(apiPaths.changeSubscription, { id }), body)
  const readOrder = async () =>
    (
      await shop.sql<{ status: string; delivery_address: string; delivery_date: string }>(
        'select status, delivery_address, delivery_date::text from orders where id = $1',
        [orderId],
      )
    )[0]
  return { shop, id, orderId, staff, snapshots, change, readOrder }
}

const ownChanges: SubscriptionChange[] = [
  { type: 'move', cycle: 1, date: '2026-03-13' },
  { type: 'skip', cycle: 1 },
  { type: 'extra', cycle: 1, items: [] },
]

test.each(ownChanges)('a delivery that staff cancelled rejects: $type', async (body) => {
  const { shop, id, change, readOrder } = await cancelledDelivery()

  const response = await change(body)
  shop.clock.set('2026-03-13T15:00:00Z')
  await runEngine(shop)

  expect([response.status, response.body.code]).toEqual([409, 'no_delivery'])
  expect(await readOrder()).toMatchObject({ status: 'cancelled', delivery_date: '2026-03-12' })
  expect(await getCycles(shop, id)).toMatchObject([{ status: 'void', reason: 'order_cancelled' }])
  expect(await capturedCents(shop)).toHaveLength(1)
})

test('a new address or pause does not reopen a delivery that staff cancelled', async () => {
  const { shop, id, change, readOrder } = await cancelledDelivery()

  for (const body of [
    { type: 'change', address: NEW_ADDRESS },
    { type: 'pause' },
    { type: 'resume' },
  ] as SubscriptionChange[]) {
    expect((await change(body)).status).toBe(200)
    await shop.runJob('delivery.createOrders')
  }
  expect(await readOrder()).toMatchObject({ status: 'cancelled' })
  shop.clock.set(DELIVERY_DAY)
  await runEngine(shop)

  expect(await readOrder()).toMatchObject({ status: 'cancelled' })
  const [cycle] = await getCycles(shop, id)
  expect(cycle).toMatchObject({ status: 'void', reason: 'order_cancelled' })
  expect(await capturedCents(shop)).toHaveLength(1)
})

test('AU21: a new address in the undo window is kept, and the delivery stays cancelled', async () => {
  const { shop, id, staff, snapshots, change, readOrder } = await cancelledDelivery('bulk')

  expect((await change({ type: 'change', address: NEW_ADDRESS })).status).toBe(200)
  const undo = await staff.call<UndoResult>('POST', apiPaths.adminOrdersUndo, { orders: snapshots })
  shop.clock.advance(60_000)
  await shop.runJob('order.runDeferredEffects')
  await runEngine(shop)

  expect(undo.body.undone).toEqual([])
  expect(await readOrder()).toMatchObject({
    status: 'cancelled',
    delivery_address: NEW_ADDRESS.deliveryAddress,
  })
  expect(await getCycles(shop, id)).toMatchObject([{ status: 'void', reason: 'order_cancelled' }])
})
