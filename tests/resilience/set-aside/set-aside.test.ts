import { expect, test } from 'vitest'
import {
  brokenOrder,
  MAX_ATTEMPTS,
  MINUTE_MS,
  reconcileFor,
  staffActions,
} from '#tests/support/orders/set-aside.ts'
import {
  audit,
  getOrderState,
  listProviderCharges,
  sendEvent,
} from '#tests/support/provider-ledger.ts'

test('AU2: a paid order whose handler throws is retried with growing delays, then set aside with a reason', async () => {
  const { shop, orderId, handler } = await brokenOrder()

  const calledAt: number[] = []
  for (let minute = 0; minute < 24 * 60; minute += 5) {
    const before = handler.calls
    shop.clock.advance(5 * MINUTE_MS)
    await shop.runJob('payment.reconcile')
    if (minute % 60 === 0) await shop.runJob('payment.expire')
    if (handler.calls > before) calledAt.push(minute)
  }

  expect(handler.calls).toBe(MAX_ATTEMPTS)
  const gaps = calledAt.slice(1).map((at, n) => at - (calledAt[n] ?? 0))
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b))
  expect(await getOrderState(shop, orderId)).toBe('pending pending')
  const { list, alerts } = await staffActions(shop)
  expect(await list()).toMatchObject([
    {
      orderId,
      customerName: 'Ana Ruiz',
      amount: '17.98',
      reason: 'the calendar has no such day.',
      attempts: MAX_ATTEMPTS,
    },
  ])
  expect(await alerts()).toEqual([`payment_set_aside ${orderId}`])
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 0 }])
})

test('AU2: reads, webhooks and a second checkout neither run the handler each time nor fail', async () => {
  const { shop, ana, orderId, intentId, handler } = await brokenOrder()

  for (let n = 0; n < 30; n++) {
    shop.clock.advance(1500)
    const { status, body } = await ana.order(orderId)
    expect([status, body.status]).toEqual([200, 'pending'])
  }
  expect(handler.calls).toBe(2)

  const first = await sendEvent(shop, intentId, { id: 'evt_1' })
  const second = await sendEvent(shop, intentId, { id: 'evt_2' })
  expect([first.status, second.status]).toEqual([204, 204])
  expect(handler.calls).toBe(2)
  expect((await ana.startCheckout()).status).toBeLessThan(500)
  expect((await ana.pay(orderId)).status).toBe(409)
  expect(handler.calls).toBe(2)
})

test('AU2: the first failure makes the provider resend the webhook; later retries are our own', async () => {
  const { shop, orderId, intentId, handler } = await brokenOrder()

  expect((await sendEvent(shop, intentId, { id: 'evt_1' })).status).toBe(500)
  expect((await sendEvent(shop, intentId, { id: 'evt_1' })).status).toBe(204)
  expect((await sendEvent(shop, intentId, { id: 'evt_1' })).status).toBe(204)
  expect(handler.calls).toBe(2)

  handler.isBroken = false
  await reconcileFor(shop, 5)
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect((await audit(shop)).findings).toEqual([])
})

test('AU2: other payments settle, and a handler that works again settles its own', async () => {
  const { shop, orderId, handler } = await brokenOrder()
  const others = []
  for (let n = 0; n < 3; n++) {
    others.push((await shop.buyer().buy(undefined)).orderId)
    await reconcileFor(shop, 10)
  }
  for (const id of others) expect(await getOrderState(shop, id)).toBe('confirmed paid')
  expect(await getOrderState(shop, orderId)).toBe('pending pending')

  handler.isBroken = false
  await reconcileFor(shop, 60)
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  const { list, alerts } = await staffActions(shop)
  expect([await list(), await alerts()]).toEqual([[], []])
})
