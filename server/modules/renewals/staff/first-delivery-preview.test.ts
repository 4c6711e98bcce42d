import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, subscribe } from '#tests/support/subscriber.ts'

async function subscribed() {
  const shop = await openShop({ now: '2026-03-02T15:00:00Z' })
  const { id } = await subscribe(shop)
  const path = fillPath(apiPaths.adminSubscription, { id })
  return {
    shop,
    id,
    async preview() {
      const staff = await staffBrowser(shop)
      const { body } = await staff.call<SubscriptionDetail>('GET', path)
      return body.subscription.ifCancelled.first
    },
    /** Returns what the shop keeps of the first payment. */
    async cancel() {
      await (await staffBrowser(shop)).call('PATCH', path, { type: 'cancel' })
      await shop.runJob('refund.send')
      await shop.deliverPending()
      return await capturedCents(shop)
    },
  }
}

const refunded = {
  date: '2026-03-05',
  cancelEffect: 'cancelled_and_refunded',
  refund: { toCard: '15.28', asCredit: '0.00' },
}

test('rule 17: staff see that a paid first delivery will be refunded, and it is', async () => {
  const { preview, cancel } = await subscribed()

  expect(await preview()).toEqual(refunded)
  expect(await cancel()).toEqual([0])
  expect(await preview()).toBeUndefined()
})

test('rule 17: staff see that a first delivery past its cut-off stays, and it does', async () => {
  const { shop, preview, cancel } = await subscribed()
  shop.clock.set('2026-03-04T13:00:00Z')

  expect(await preview()).toEqual({ date: '2026-03-05', cancelEffect: 'still_delivered' })
  expect(await cancel()).toEqual([1528])
})

test('a first delivery that is over is not part of the preview', async () => {
  const { shop, preview } = await subscribed()
  shop.clock.set('2026-03-06T15:00:00Z')

  expect(await preview()).toBeUndefined()
})

test('rule 17: a bulk cancel that can still be undone is part of the preview', async () => {
  const { shop, id, preview, cancel } = await subscribed()
  const staff = await staffBrowser(shop)
  const body = { ids: [id], status: 'cancelled', refund: false }
  await staff.call('PATCH', apiPaths.adminOrdersBulk, body)

  expect(await shop.sql('select status from orders where id = $1', [id])).toEqual([
    { status: 'cancelled' },
  ])
  expect(await preview()).toEqual(refunded)
  expect(await cancel()).toEqual([0])
})
