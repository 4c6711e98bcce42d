import { expect, test } from 'vitest'
import type { CustomerOrder } from '#contract/customer.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

/** A paid first delivery on 5 March 2026. */
async function openSubscription() {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  const ana = await customerBrowser(shop)
  return {
    shop,
    cancel: () => ana.call<CustomerOrder>('PATCH', fillPath(apiPaths.cancelOrder, { id })),
    updateByStaff: async (change: object) => {
      const staff = await staffBrowser(shop)
      const { status } = await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), change)
      expect(status).toBe(200)
    },
    isStillDelivered: async () => {
      const { body: orders } = await ana.call<CustomerOrder[]>('GET', apiPaths.customerOrders)
      const { body: order } = await ana.call<CustomerOrder>(
        'GET',
        fillPath(apiPaths.customerOrder, { id }),
      )
      expect(orders[0]?.isStillDelivered).toBe(order.isStillDelivered)
      return order.isStillDelivered
    },
  }
}

const PAST_CUTOFF = '2026-03-04T14:00:00Z'

test('rule 17: the customer sees that a delivery is still made, until it is', async () => {
  const { shop, cancel, updateByStaff, isStillDelivered } = await openSubscription()
  shop.clock.set(PAST_CUTOFF)
  const before = await isStillDelivered()
  const { body } = await cancel()
  const after = await isStillDelivered()
  await updateByStaff({ deliveryStatus: 'delivered' })

  expect([before, body.isStillDelivered, after, await isStillDelivered()]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('rule 17: a delivery that is cancelled before its cut-off is not still made', async () => {
  const { shop, cancel, isStillDelivered } = await openSubscription()
  shop.clock.set('2026-03-04T12:00:00Z')
  await cancel()

  expect(await isStillDelivered()).toBe(false)
})

test('rule 17: an order that staff cancel past its cut-off is not still delivered', async () => {
  const { shop, updateByStaff, isStillDelivered } = await openSubscription()
  shop.clock.set(PAST_CUTOFF)
  await updateByStaff({ status: 'cancelled' })

  expect(await isStillDelivered()).toBe(false)
})

test('rule 17: nor is a delivery that staff cancel after its subscription', async () => {
  const { shop, cancel, updateByStaff, isStillDelivered } = await openSubscription()
  shop.clock.set(PAST_CUTOFF)
  await cancel()
  await updateByStaff({ status: 'cancelled', cancelDelivery: true })

  expect(await isStillDelivered()).toBe(false)
})

test('rule 17: nor is a delivery that was refunded completely', async () => {
  const { shop, cancel, updateByStaff, isStillDelivered } = await openSubscription()
  shop.clock.set(PAST_CUTOFF)
  await cancel()
  await updateByStaff({ status: 'cancelled', refund: true })
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(await shop.sql('select paid_at is not null as paid from payments')).toEqual([
    { paid: true },
  ])
  expect(await isStillDelivered()).toBe(false)
})
