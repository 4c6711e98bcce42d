import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SetAsidePayment } from '#contract/payments/set-aside.ts'
import type { Alert } from '#contract/staff/alerts.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import {
  audit,
  getOrderState,
  listProviderCharges,
  sendEvent,
} from '#tests/support/provider-ledger.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

const MINUTE_MS = 60_000
const MAX_TRIES = 7

/** Makes the handler of paid orders throw for one order, and counts its calls. */
function breakHandler(shop: TestShop, brokenId: () => string) {
  const { handlers } = shop.deps
  const { paid, paidWithoutSubscription } = handlers
  const state = { calls: 0, isBroken: true }
  const guard = (handler: typeof paid): typeof paid => {
    return (tx, orderId) => {
      if (orderId !== brokenId() || !state.isBroken) return handler(tx, orderId)
      state.calls += 1
      throw new Error('the calendar has no such day')
    }
  }
  handlers.paid = guard(paid)
  handlers.paidWithoutSubscription = guard(paidWithoutSubscription)
  return state
}

/** Creates a payment whose webhooks are lost and whose handler throws. */
async function brokenOrder(change: object = {}) {
  const shop = await openShop()
  let brokenId = ''
  const handler = breakHandler(shop, () => brokenId)
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place(ana.submission(change))).body
  brokenId = orderId
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 99)
  await ana.confirm(clientSecret)
  return { shop, ana, orderId, intentId: intentIdFrom(clientSecret), handler }
}

/** Runs reconciliation as the job does, every five minutes. */
async function reconcileFor(shop: TestShop, minutes: number) {
  for (let elapsed = 0; elapsed < minutes; elapsed += 5) {
    shop.clock.advance(5 * MINUTE_MS)
    await shop.runJob('payment.reconcile')
  }
}

async function staffActions(shop: TestShop) {
  const staff = await staffBrowser(shop)
  const act = (path: string, id: string) =>
    staff.call<{ outcome?: string; amount?: string; code?: string; message: string }>(
      'POST',
      fillPath(path, { id }),
    )
  return {
    list: async () => (await staff.call<SetAsidePayment[]>('GET', apiPaths.adminSetAside)).body,
    alerts: async () =>
      (await staff.call<Alert[]>('GET', apiPaths.adminAlerts)).body
        .filter(({ endedAt }) => endedAt === null)
        .map(({ kind, subject }) => `${kind} ${subject}`),
    retry: (id: string) => act(apiPaths.adminSetAsideRetry, id),
    refund: (id: string) => act(apiPaths.adminSetAsideRefund, id),
  }
}

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

  expect(handler.calls).toBe(MAX_TRIES)
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
      attempts: MAX_TRIES,
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

test('AU2: a staff retry shows the error, confirms once it works, and is recorded', async () => {
  const { shop, orderId, handler } = await brokenOrder()
  await reconcileFor(shop, 120)
  const { list, alerts, retry, refund } = await staffActions(shop)

  const failed = await retry(orderId)
  expect([failed.status, failed.body.code]).toEqual([409, 'still_failing'])
  expect(failed.body.message).toContain('the calendar has no such day')
  expect(await list()).toHaveLength(1)

  handler.isBroken = false
  const both = await Promise.all([retry(orderId), retry(orderId)])
  expect(both.map(({ status }) => status).toSorted()[0]).toBe(200)
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect([await list(), await alerts()]).toEqual([[], []])
  expect((await refund(orderId)).body.code).toBe('not_set_aside')
  expect((await retry(orderId)).body.code).toBe('not_set_aside')
  const entries = await shop.sql<{ action: string }>(
    'select action from audit_entries where subject_id = $1',
    [orderId],
  )
  expect(entries.map(({ action }) => action)).toContain('order.payment_retried')
  await shop.runJob('email.send')
  const confirmed = (await shop.mailbox()).filter(({ recipient }) => recipient.startsWith('ana'))
  expect(confirmed).toHaveLength(1)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU2: if only the subscription fails, a retry confirms the order without it and reports that', async () => {
  const { shop, orderId, handler } = await brokenOrder({ isRecurring: true })
  handler.isBroken = false
  await shop.sql(`create function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'no subscription for ana@example.com'; end $$`)
  await shop.sql(`create trigger refuse_row before insert on subscriptions
    for each row execute function refuse_row()`)
  await reconcileFor(shop, 120)
  const { list, retry } = await staffActions(shop)
  expect((await list())[0]?.reason).toBe('Database error P0001.')

  const { status, body } = await retry(orderId)

  expect([status, body.outcome]).toEqual([200, 'confirmed_without_subscription'])
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect(await shop.sql('select id from subscriptions')).toEqual([])
  expect(await list()).toEqual([])
})

test('AU2: staff refund it with one click: row first, order cancelled, refunded once', async () => {
  const { shop, orderId } = await brokenOrder({ isRecurring: true })
  await reconcileFor(shop, 120)
  const { list, alerts, refund } = await staffActions(shop)

  const responses = await Promise.all([refund(orderId), refund(orderId), refund(orderId)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(responses.find(({ status }) => status === 200)?.body).toEqual({ amount: '15.28' })
  expect(await shop.sql('select status, amount_cents from refunds')).toEqual([
    { status: 'requested', amount_cents: 1528 },
  ])
  await shop.runJob('refund.send')
  await shop.runJob('email.send')

  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1528, refunded: 1528 }])
  expect([await list(), await alerts()]).toEqual([[], []])
  expect((await audit(shop)).findings).toEqual([])
  const emails = (await shop.mailbox()).filter(({ recipient }) => recipient.startsWith('ana'))
  expect(emails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/refund/i)])
})

test('AU2: a renewal whose handler throws is charged once, set aside, and paid after a staff retry', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const renewal = (await getCycles(shop, id))[0]?.order_id ?? ''
  const handler = breakHandler(shop, () => renewal)
  shop.clock.set('2026-03-12T13:00:00Z')
  for (let round = 0; round < 40; round++) {
    await runEngine(shop)
    await reconcileFor(shop, 5)
  }
  expect(handler.calls).toBe(MAX_TRIES)
  expect(await capturedCents(shop)).toEqual([1528, 1528])
  const { list, retry } = await staffActions(shop)
  expect(await list()).toMatchObject([{ orderId: renewal, amount: '15.28', isRecurring: true }])

  handler.isBroken = false
  expect((await retry(renewal)).body).toEqual({ outcome: 'confirmed' })
  await runEngine(shop)

  expect(await getOrderState(shop, renewal)).toBe('confirmed paid')
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect(await capturedCents(shop)).toEqual([1528, 1528])
  expect((await audit(shop)).findings).toEqual([])
})
