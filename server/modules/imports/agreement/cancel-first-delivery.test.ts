import { expect, test } from 'vitest'
import type { CustomerOrder } from '#contract/customer.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, runOnDays } from '#tests/support/subscriber.ts'
import { agree, importAndSend } from '#tests/support/subscription-import.ts'

const FIRST = '2026-03-10'

async function start() {
  const shop = await openShop()
  const token = await importAndSend(shop, await staffBrowser(shop))
  const { body } = await agree(shop.buyer(), token)
  return { shop, id: body.subscriptionId ?? '' }
}

/** The reply for the dialog, and the state of the first delivery a week later. */
async function previewAndCancel(shop: TestShop, id: string) {
  const ben = await customerBrowser(shop, 'ben@example.com')
  const [order] = (await ben.call<CustomerOrder[]>('GET', apiPaths.customerOrders)).body
  const [subscription] = (await ben.call<Subscription[]>('GET', apiPaths.subscriptions)).body
  await ben.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  await shop.runJob('refund.send')
  await runOnDays(shop, FIRST, '2026-03-11', '2026-03-17')
  const [cycle] = await getCycles(shop, id)
  return {
    effect: order?.cancelEffect,
    preview: subscription?.ifCancelled,
    outcome: cycle?.status,
    charges: (await capturedCents(shop)).length,
  }
}

test('rule 17: before its cut-off an imported first delivery is shown as cancelled, and is', async () => {
  const { shop, id } = await start()
  shop.clock.set('2026-03-08T15:00:00Z')

  expect(await previewAndCancel(shop, id)).toEqual({
    effect: undefined,
    preview: { cancelled: [FIRST], stillDelivered: [] },
    outcome: 'void',
    charges: 0,
  })
})

test('rule 17: past its cut-off it is shown as still delivered, and is charged', async () => {
  const { shop, id } = await start()
  shop.clock.set('2026-03-10T02:00:00Z')

  expect(await previewAndCancel(shop, id)).toEqual({
    effect: undefined,
    preview: { cancelled: [], stillDelivered: [FIRST] },
    outcome: 'paid',
    charges: 1,
  })
})

test('rule 17: past its cut-off a paid one is shown as still delivered, and is not refunded', async () => {
  const { shop, id } = await start()
  await runOnDays(shop, FIRST)

  expect(await previewAndCancel(shop, id)).toEqual({
    effect: 'still_delivered',
    preview: {
      first: { date: FIRST, cancelEffect: 'still_delivered' },
      cancelled: [],
      stillDelivered: [],
    },
    outcome: 'paid',
    charges: 1,
  })
})

test('rule 67: the subscription ended when it was cancelled, not when its first delivery was skipped', async () => {
  const { shop, id } = await start()
  const ben = await customerBrowser(shop, 'ben@example.com')
  shop.clock.set('2026-03-08T15:00:00Z')
  await runEngine(shop)
  const change = { type: 'skip', cycle: 1 }
  const skipped = await ben.call('POST', fillPath(apiPaths.changeSubscription, { id }), change)
  shop.clock.set('2026-03-12T15:00:00Z')
  await ben.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))

  expect(skipped.status).toBe(200)
  const [order] = (await ben.call<CustomerOrder[]>('GET', apiPaths.customerOrders)).body
  const [subscription] = (await ben.call<Subscription[]>('GET', apiPaths.subscriptions)).body
  expect(order?.cancelledAt).toMatch(/^2026-03-08/)
  expect(subscription?.cancelledAt).toBe('2026-03-12T15:00:00.000Z')
})
