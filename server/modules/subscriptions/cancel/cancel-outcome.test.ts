import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** A weekly subscription whose delivery of 12 March has its order, at this moment. */
async function orderedDelivery(shop: TestShop, now: string) {
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const [cycle] = await getCycles(shop, id)
  shop.clock.set(now)
  return { id, orderId: cycle?.order_id ?? '' }
}

/** What the dialog announces, then what the cancel did. */
async function previewAndCancel(shop: TestShop, id: string) {
  const ana = await customerBrowser(shop)
  const [shown] = (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body
  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  const [cycle] = await getCycles(shop, id)
  return { announced: shown?.ifCancelled, did: cycle?.status === 'void' ? 'off' : 'left' }
}

const setDelivery = async (shop: TestShop, orderId: string, change: object) =>
  (await staffBrowser(shop)).call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), change)

test('a delivery before its cut-off is off', async () => {
  const shop = await openShop()
  const { id } = await orderedDelivery(shop, '2026-03-10T15:00:00Z')

  expect(await previewAndCancel(shop, id)).toEqual({
    announced: { off: ['2026-03-12'], comes: [] },
    did: 'off',
  })
})

test('17: a delivery that is already out comes, though its cut-off is still ahead', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderedDelivery(shop, '2026-03-10T15:00:00Z')
  await setDelivery(shop, orderId, { deliveryStatus: 'in-transit' })

  expect(await previewAndCancel(shop, id)).toEqual({
    announced: { off: [], comes: ['2026-03-12'] },
    did: 'left',
  })
})

test('a delivery that failed for good and is on hold is announced as off, as the cancel does it', async () => {
  const shop = await openShop()
  const { id } = await orderedDelivery(shop, '2026-03-28T15:00:00Z')
  await shop.sql("update cycles set status = 'failed', held_at = now(), due_at = null")

  expect(await previewAndCancel(shop, id)).toEqual({
    announced: { off: ['2026-03-12'], comes: [] },
    did: 'off',
  })
})

test('a delivery that staff called off past its cut-off is not announced to come', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderedDelivery(shop, '2026-03-11T15:00:00Z')
  await setDelivery(shop, orderId, { status: 'cancelled' })

  expect((await previewAndCancel(shop, id)).announced).toEqual({ off: [], comes: [] })
})

test('an old delivery that is out is announced to come, however many followed it', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderedDelivery(shop, '2026-03-12T09:00:00Z')
  await setDelivery(shop, orderId, { deliveryStatus: 'in-transit' })
  await shop.sql(`insert into cycles (subscription_id, cycle, date, status, created_at, updated_at)
    select subscription_id, n, date '2026-03-12' + 7 * n, 'skipped', now(), now()
    from cycles, generate_series(2, 20) n`)

  expect((await previewAndCancel(shop, id)).announced?.comes).toEqual(['2026-03-12'])
})
