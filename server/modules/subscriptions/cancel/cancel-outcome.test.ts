import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** A weekly subscription whose delivery on March 12 is ordered; sets the clock to `now`. */
async function orderedDelivery(shop: TestShop, now: string) {
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const [cycle] = await getCycles(shop, id)
  shop.clock.set(now)
  return { id, orderId: cycle?.order_id ?? '' }
}

/** The dialog's preview, and the result of the cancellation. */
async function previewAndCancel(shop: TestShop, id: string) {
  const ana = await customerBrowser(shop)
  const [subscription] = (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body
  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  const [cycle] = await getCycles(shop, id)
  return {
    preview: subscription?.ifCancelled,
    outcome: cycle?.status === 'void' ? 'cancelled' : 'unaffected',
  }
}

const setDelivery = async (shop: TestShop, orderId: string, change: object) =>
  (await staffBrowser(shop)).call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), change)

test('a delivery before its cut-off is cancelled', async () => {
  const shop = await openShop()
  const { id } = await orderedDelivery(shop, '2026-03-10T15:00:00Z')

  expect(await previewAndCancel(shop, id)).toEqual({
    preview: { cancelled: ['2026-03-12'], stillDelivered: [] },
    outcome: 'cancelled',
  })
})

test('rule 17: a dispatched delivery is still made, even before its cut-off', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderedDelivery(shop, '2026-03-10T15:00:00Z')
  await setDelivery(shop, orderId, { deliveryStatus: 'in-transit' })

  expect(await previewAndCancel(shop, id)).toEqual({
    preview: { cancelled: [], stillDelivered: ['2026-03-12'] },
    outcome: 'unaffected',
  })
})

/** The next delivery after March 28 has no order yet. */
const PLANNED = '2026-04-02'

test('a failed delivery that is on hold is shown as cancelled, and is cancelled', async () => {
  const shop = await openShop()
  const { id } = await orderedDelivery(shop, '2026-03-28T15:00:00Z')
  await shop.sql("update cycles set status = 'failed', hold_at = now(), due_at = null")

  expect(await previewAndCancel(shop, id)).toEqual({
    preview: { cancelled: ['2026-03-12', PLANNED], stillDelivered: [] },
    outcome: 'cancelled',
  })
})

test('a failed delivery that was made although it was on hold stays, and can still be paid', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderedDelivery(shop, '2026-03-28T15:00:00Z')
  await shop.sql("update cycles set status = 'failed', hold_at = now(), due_at = null")
  await setDelivery(shop, orderId, { deliveryStatus: 'delivered' })

  expect(await previewAndCancel(shop, id)).toEqual({
    preview: { cancelled: [PLANNED], stillDelivered: [] },
    outcome: 'unaffected',
  })
  expect(await shop.sql('select status from orders where id = $1', [orderId])).toEqual([
    { status: 'pending' },
  ])
})

test('a delivery that staff cancelled past its cut-off is not shown as still delivered', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderedDelivery(shop, '2026-03-11T15:00:00Z')
  await setDelivery(shop, orderId, { status: 'cancelled' })

  expect((await previewAndCancel(shop, id)).preview).toEqual({ cancelled: [], stillDelivered: [] })
})

test('an old dispatched delivery is shown as still delivered, even after many later cycles', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderedDelivery(shop, '2026-03-12T09:00:00Z')
  await setDelivery(shop, orderId, { deliveryStatus: 'in-transit' })
  await shop.sql(`insert into cycles (subscription_id, cycle, date, status, created_at, updated_at)
    select subscription_id, n, date '2026-03-12' + 7 * n, 'skipped', now(), now()
    from cycles, generate_series(2, 20) n`)

  expect((await previewAndCancel(shop, id)).preview?.stillDelivered).toEqual(['2026-03-12'])
})
