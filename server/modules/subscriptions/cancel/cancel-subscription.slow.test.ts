import { expect, test } from 'vitest'
import type { CustomerOrder } from '#contract/customer.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine } from '#tests/support/subscriber.ts'

async function subscribe(shop: TestShop, isPaid = true) {
  const guest = shop.buyer()
  const body = guest.submission({ isRecurring: true, recurringFrequency: 'weekly' })
  const { orderId } = isPaid ? await guest.buy(body) : (await guest.place(body)).body
  await shop.deliverPending()
  const ana = await customerBrowser(shop)
  const path = fillPath(apiPaths.cancelOrder, { id: orderId })
  return { ana, orderId, cancel: () => ana.call<CustomerOrder & { code: string }>('PATCH', path) }
}

test('before the cut-off the delivery is cancelled and refunded in full, once', async () => {
  const shop = await openShop({ now: '2026-03-02T15:00:00Z' })
  const { ana, orderId, cancel } = await subscribe(shop)
  const before = await ana.call<CustomerOrder[]>('GET', apiPaths.customerOrders)
  expect(before.body[0]?.cancelEffect).toBe('cancelled_and_refunded')

  const first = await cancel()
  const second = await cancel()
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(first.body).toMatchObject({ status: 'cancelled', isRecurring: true })
  expect(second.status).toBeLessThan(500)
  expect((await ana.order(orderId)).body).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'refunded',
  })
  expect(await shop.sql('select id from refunds')).toHaveLength(1)
  const subjects = (await shop.mailbox()).map(({ subject }) => subject)
  expect(subjects).toContain(`Subscription ${orderId.slice(0, 8)} is cancelled`)
  expect(subjects).toContain(`We refunded $15.28 for order ${orderId.slice(0, 8)}`)
})

test('past the cut-off the delivery is still made and stays paid', async () => {
  const shop = await openShop({ now: '2026-03-02T15:00:00Z' })
  const { ana, orderId, cancel } = await subscribe(shop)
  // 08:00 in New York on the day before the delivery.
  shop.clock.set('2026-03-04T13:00:00Z')

  const response = await cancel()
  await shop.runJob('refund.send')

  expect(response.body).toMatchObject({ status: 'cancelled', cancelEffect: 'still_delivered' })
  expect((await ana.order(orderId)).body.paymentStatus).toBe('paid')
})

test('an unpaid subscription is cancelled together with its intent', async () => {
  const shop = await openShop()
  const guest = shop.buyer()
  await guest.startCheckout()
  const { orderId } = (await guest.place(guest.submission({ isRecurring: true }))).body
  const ana = await customerBrowser(shop)

  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id: orderId }))

  const [payment] = await shop.sql<{ status: string; intent_id: string }>('select * from payments')
  expect(payment?.status).toBe('failed')
  const intent = await shop.deps.cards.readIntent(payment?.intent_id ?? '', 'background')
  expect(intent.state).toBe('canceled')
})

test('a one-time order cannot be cancelled as a subscription', async () => {
  const shop = await openShop()
  const { orderId } = (await shop.buyer().place()).body
  const ana = await customerBrowser(shop)

  const response = await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id: orderId }))

  expect([response.status, response.body.code]).toEqual([409, 'not_recurring'])
})

test('the subscription ends when staff cancel its first order', async () => {
  const shop = await openShop({ now: '2026-03-02T15:00:00Z' })
  const { orderId } = await subscribe(shop)
  const staff = await staffBrowser(shop)

  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
    status: 'cancelled',
  })

  expect(await shop.sql('select status, next_date from subscriptions')).toEqual([
    { status: 'cancelled', next_date: null },
  ])
})

test('a delivery that staff cancel is not charged', async () => {
  const shop = await openShop({ now: '2026-03-02T15:00:00Z' })
  const { orderId } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const staff = await staffBrowser(shop)
  const [cycle] = await getCycles(shop, orderId)

  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: cycle?.order_id ?? '' }), {
    status: 'cancelled',
  })
  shop.clock.set('2026-03-12T15:00:00Z')
  await runEngine(shop)

  expect(await getCycles(shop, orderId)).toMatchObject([
    { status: 'void', reason: 'order_cancelled', due_at: null },
  ])
  expect(await capturedCents(shop)).toHaveLength(1)
})

test('an erased subscriber is not charged again, and no personal data remains', async () => {
  const shop = await openShop({ now: '2026-03-02T15:00:00Z' })
  const { ana, orderId } = await subscribe(shop)
  shop.clock.set('2026-03-11T13:00:00Z')
  await runEngine(shop)

  await ana.call('DELETE', apiPaths.personalData)
  shop.clock.set('2026-03-12T15:00:00Z')
  await runEngine(shop)

  expect(await capturedCents(shop)).toHaveLength(1)
  expect(await getCycles(shop, orderId)).toMatchObject([{ status: 'void', reason: 'erased' }])
  const rows = await shop.sql(
    'select s.*, c.ip from subscriptions s join consents c on c.order_id = s.id',
  )
  expect(JSON.stringify(rows)).not.toMatch(/Ana|Main Street|845-555|127\.0/)
})
