import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Alert } from '#contract/staff/alerts.ts'
import type { OrderSnapshot, UndoResult } from '#contract/staff/backoffice.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents } from '#tests/support/subscriber.ts'

type RefundState = { order_id: string; amount_cents: number; status: string; due_at: Date }

async function shopWithPaidOrder() {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  const staff = await staffBrowser(shop)
  const cancel = (body: object = {}, id = orderId) =>
    staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { status: 'cancelled', ...body })
  return { shop, staff, orderId, cancel }
}

const refundsIn = (shop: TestShop) =>
  shop.sql<RefundState>('select * from refunds order by created_at, order_id')

const latestText = async (shop: TestShop, subject: RegExp) =>
  (await shop.mailbox()).filter((email) => subject.test(email.subject)).map(({ text }) => text)

test('AU4: a cancellation without a refund keeps the payment, and its email mentions no refund', async () => {
  const { shop, cancel } = await shopWithPaidOrder()

  const { status } = await cancel()
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(status).toBe(200)
  expect(await refundsIn(shop)).toEqual([])
  expect(await capturedCents(shop)).toEqual([1798])
  const [text, ...more] = await latestText(shop, /is cancelled$/)
  expect(more).toEqual([])
  expect(text).toContain('We won’t deliver this order.')
  expect(text).not.toMatch(/money|refund|back to your card/i)
})

test('AU4: a cancellation with a refund refunds the rest, and its email contains the amount', async () => {
  const { shop, staff, orderId, cancel } = await shopWithPaidOrder()
  await staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id: orderId }), {
    amount: '5.00',
    reason: 'One bottle broken',
  })

  const { status } = await cancel({ refund: true })
  const requested = await refundsIn(shop)
  await shop.deliverPending()
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(status).toBe(200)
  expect(requested.map(({ amount_cents }) => amount_cents)).toEqual([500, 1298])
  expect(await capturedCents(shop)).toEqual([0])
  const [text] = await latestText(shop, /is cancelled$/)
  expect(text?.replace(/\s+/g, ' ')).toContain('We requested a refund of $12.98 to your card')
  expect(text).toContain('5-7 business days')
  const history = await shop.sql<{ action: string; after: object }>(
    'select action, after from audit_entries where subject_id = $1 order by id desc limit 2',
    [orderId],
  )
  expect(history).toEqual([
    { action: 'order.refunded', after: { amountCents: 1298 } },
    { action: 'order.updated', after: { status: 'cancelled' } },
  ])
})

test('AU4: an impossible refund is rejected and the order is unchanged', async () => {
  const { shop, staff, orderId, cancel } = await shopWithPaidOrder()
  const unpaid = (await shop.buyer().place()).body.orderId

  const nothing = await cancel({ refund: true }, unpaid)
  const notCancelled = await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
    deliveryStatus: 'failed',
    refund: true,
  })
  await cancel({ refund: true })
  const again = await cancel({ refund: true })

  expect(nothing).toMatchObject({ status: 409, body: { code: 'nothing_to_refund' } })
  expect(notCancelled).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect(again).toMatchObject({ status: 409, body: { code: 'nothing_to_refund' } })
  expect(await refundsIn(shop)).toHaveLength(1)
  const states = await shop.sql('select id, status, delivery_status from orders')
  expect(states).toEqual(
    expect.arrayContaining([
      { id: unpaid, status: 'pending', delivery_status: 'scheduled' },
      { id: orderId, status: 'cancelled', delivery_status: 'scheduled' },
    ]),
  )
})

test('AU4: concurrent cancellations with a refund refund once', async () => {
  const { shop, cancel } = await shopWithPaidOrder()

  const responses = await Promise.all(Array.from({ length: 8 }, () => cancel({ refund: true })))
  await shop.runJob('refund.send')

  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await refundsIn(shop)).toHaveLength(1)
  expect(await capturedCents(shop)).toEqual([0])
})

test('AU4: a failed refund can be requested again with another cancellation', async () => {
  const { shop, staff, orderId, cancel } = await shopWithPaidOrder()
  await cancel({ refund: true })
  await shop.sql("update refunds set status = 'failed'")
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), { status: 'confirmed' })

  const { status } = await cancel({ refund: true })
  await shop.runJob('refund.send')

  expect(status).toBe(200)
  expect((await refundsIn(shop)).map((row) => row.status)).toEqual(['failed', 'succeeded'])
})

test('AU4: a rejected refund that was already emailed alerts staff until another succeeds', async () => {
  const { shop, staff, orderId, cancel } = await shopWithPaidOrder()
  const alerts = async () =>
    (await staff.call<Alert[]>('GET', apiPaths.adminAlerts)).body
      .filter(({ endedAt }) => endedAt === null)
      .map(({ kind, message }) => `${kind}: ${message}`)
  const error = { type: 'invalid_request_error', message: 'Not today.' } as const
  shop.deps.sandbox?.faults.next('POST refunds', { status: 400, error })

  await cancel({ refund: true })
  await shop.deliverPending()
  await shop.runJob('refund.send')
  const openAlerts = await alerts()
  await staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id: orderId }), {
    reason: 'Again',
  })
  await shop.runJob('refund.send')

  expect(openAlerts).toEqual([
    `refund_failed: Order ${orderId.slice(0, 8)}: the refund of $17.98 failed. Not today. Refund it again or contact the customer.`,
  ])
  expect(await alerts()).toEqual([])
  expect(await capturedCents(shop)).toEqual([0])
})

async function bulk() {
  const context = await shopWithPaidOrder()
  const { shop, staff, orderId } = context
  const unpaid = (await shop.buyer().place()).body.orderId
  const cancelAll = (body: object = { refund: true }, ids = [orderId, unpaid]) =>
    staff.call<OrderSnapshot[]>('PATCH', apiPaths.adminOrdersBulk, {
      ids,
      status: 'cancelled',
      ...body,
    })
  const undo = async (orders: OrderSnapshot[]) =>
    (await staff.call<UndoResult>('POST', apiPaths.adminOrdersUndo, { orders })).body
  return { ...context, unpaid, cancelAll, undo }
}

test('AU4: a bulk refund waits for the end of the undo window', async () => {
  const { shop, orderId, cancelAll } = await bulk()

  await cancelAll()
  await shop.runJob('refund.send')
  const waiting = await capturedCents(shop)
  shop.clock.advance(10_000)
  await shop.runJob('refund.send')

  expect(waiting).toEqual([1798])
  expect(await capturedCents(shop)).toEqual([0])
  expect(await refundsIn(shop)).toMatchObject([{ order_id: orderId, status: 'succeeded' }])
})

test('AU4: undo deletes the refund of a bulk cancellation and its email', async () => {
  const { shop, orderId, unpaid, cancelAll, undo } = await bulk()

  const { body: before } = await cancelAll()
  const { undone } = await undo(before)
  shop.clock.advance(20_000)
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(undone).toEqual([orderId, unpaid].sort())
  expect(await refundsIn(shop)).toEqual([])
  expect(await capturedCents(shop)).toEqual([1798])
  expect(await latestText(shop, /is cancelled$/)).toEqual([])
})

test('AU4: an undo after the refund was sent leaves the order cancelled', async () => {
  const { shop, orderId, unpaid, cancelAll, undo } = await bulk()

  const { body: before } = await cancelAll()
  shop.clock.advance(10_000)
  await shop.runJob('refund.send')

  expect(await undo(before)).toEqual({ undone: [unpaid], skipped: [orderId] })
  const [order] = await shop.sql('select status from orders where id = $1', [orderId])
  expect(order).toEqual({ status: 'cancelled' })
})

test('AU4: a bulk refund of unpaid orders changes nothing', async () => {
  const { shop, unpaid, cancelAll } = await bulk()

  const response = await cancelAll({ refund: true }, [unpaid])

  expect(response).toMatchObject({ status: 409, body: { code: 'nothing_to_refund' } })
  const [order] = await shop.sql('select status from orders where id = $1', [unpaid])
  expect(order).toEqual({ status: 'pending' })
})

test('AU4: a bulk cancellation without a refund keeps the payments', async () => {
  const { shop, cancelAll } = await bulk()

  const { status } = await cancelAll({})
  shop.clock.advance(10_000)
  await shop.runJob('refund.send')

  expect(status).toBe(200)
  expect(await capturedCents(shop)).toEqual([1798])
})

test('AU4: an order confirmed again before its refund is sent stays paid', async () => {
  const { shop, staff, orderId, cancelAll } = await bulk()
  const reopen = (path: string, ids: object) =>
    staff.call('PATCH', path, { ...ids, status: 'confirmed' })

  await cancelAll({ refund: true }, [orderId])
  const inBulk = await reopen(apiPaths.adminOrdersBulk, { ids: [orderId] })
  const alone = await reopen(fillPath(apiPaths.adminOrder, { id: orderId }), {})
  shop.clock.advance(20_000)
  await shop.runJob('order.runDeferredEffects')
  await shop.runJob('refund.send')
  await shop.deliverPending()

  // A bulk update could be undone, and the cancellation would be lost.
  expect(inBulk).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect(alone.status).toBe(200)
  expect(await capturedCents(shop)).toEqual([1798])
  expect(await latestText(shop, /cancelled|refunded/)).toEqual([])
  const [order] = await shop.sql('select status from orders where id = $1', [orderId])
  expect(order).toEqual({ status: 'confirmed' })
  const [newest] = await shop.sql(
    'select action, before from audit_entries order by id desc limit 1',
  )
  expect(newest).toEqual({ action: 'order.refund_withdrawn', before: { amountCents: 1798 } })
})
