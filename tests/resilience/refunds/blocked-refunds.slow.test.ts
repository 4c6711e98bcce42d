import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Alert } from '#contract/staff/alerts.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { RequestFault } from '#server/adapters/sandbox/faults.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { audit, getOrderState, listProviderCharges } from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const HOUR_MS = 3_600_000
const SEND_REFUND = 'POST refunds'
const WRONG_ACCOUNT: RequestFault = {
  status: 404,
  error: { code: 'resource_missing', param: 'payment_intent', message: 'No such payment_intent' },
}

/** Creates a paid order whose refund was requested by staff and not sent yet. */
async function requestedRefund() {
  const shop = await openShop()
  const faults = getFaults(shop)
  const order = await shop.buyer().buy()
  await shop.deliverPending()
  const staff = await staffBrowser(shop)
  const refund = (id: string) =>
    staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id }), { reason: 'Not at home' })
  await refund(order.orderId)
  const detail = async () => {
    // A staff session lasts half a day, so each check logs in again.
    const reader = await staffBrowser(shop)
    const path = fillPath(apiPaths.adminOrder, { id: order.orderId })
    return (await reader.call<OrderDetail>('GET', path)).body
  }
  const openAlerts = async () => {
    const { body } = await (await staffBrowser(shop)).call<Alert[]>('GET', apiPaths.adminAlerts)
    return body.filter(({ endedAt }) => endedAt === null).map(({ kind }) => kind)
  }
  const intentId = intentIdFrom(order.clientSecret)
  return { shop, faults, orderId: order.orderId, intentId, refund, detail, openAlerts }
}

test.each<[string, RequestFault, RegExp]>([
  ['an API key that was rolled', 'error-401', /API key/],
  ['a key without the permission', 'error-403', /API key/],
  ['a low balance', 'no-balance', /balance/],
  ['a key of another account', WRONG_ACCOUNT, /wasn't found at the payment provider/],
])('AU5: %s delays a refund and alerts staff, and never ends it', async (_what, fault, why) => {
  const { shop, faults, orderId, detail, openAlerts } = await requestedRefund()
  faults.next(SEND_REFUND, fault, 40)
  for (let hours = 0; hours < 40; hours++) {
    await shop.runJob('refund.send')
    shop.clock.advance(HOUR_MS + 1000)
  }

  expect((await detail()).refunds).toMatchObject([{ status: 'requested' }])
  expect((await detail()).refunds[0]?.problem).toMatch(why)
  expect(await openAlerts()).toEqual(['refunds_blocked'])
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')

  faults.clear()
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect((await detail()).refunds).toMatchObject([{ status: 'succeeded', problem: null }])
  expect(await openAlerts()).toEqual([])
  expect(await getOrderState(shop, orderId)).toBe('confirmed refunded')
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 1798 }])
  expect((await audit(shop)).findings).toEqual([])
  const alerts = (await shop.mailbox()).filter(({ subject }) => subject.includes('Refunds aren’t'))
  expect(alerts).toHaveLength(2)
})

test('AU5: a blocked refund is retried with growing delays of at most an hour, and blocks no other', async () => {
  const { shop, faults, refund } = await requestedRefund()
  faults.next(SEND_REFUND, 'error-401', 1)
  await shop.runJob('refund.send')
  const second = await shop.buyer().buy()
  await shop.deliverPending()
  await refund(second.orderId)
  await shop.runJob('refund.send')
  expect(await getOrderState(shop, second.orderId)).toBe('confirmed refunded')

  faults.next(SEND_REFUND, 'error-401', 99)
  const gaps: number[] = []
  for (let attempt = 0; attempt < 14; attempt++) {
    const [row] = await shop.sql<{ due_at: Date }>(
      "select due_at from refunds where status = 'requested'",
    )
    gaps.push(((row?.due_at.getTime() ?? 0) - shop.clock.now().getTime()) / 1000)
    shop.clock.set(row?.due_at.toISOString() ?? '')
    await shop.runJob('refund.send')
  }
  expect(gaps[0]).toBe(10)
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b))
  expect(gaps.at(-1)).toBe(3600)
})

test('AU5: a disputed charge fails the refund permanently, with a reason for staff and its own alert', async () => {
  const { shop, intentId, detail, openAlerts } = await requestedRefund()
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 9)
  await shop.deps.sandbox?.openDispute(intentId)

  await shop.runJob('refund.send')
  shop.clock.advance(HOUR_MS)
  await shop.runJob('refund.send')

  const { refunds, order } = await detail()
  expect(refunds).toMatchObject([{ status: 'failed' }])
  expect(refunds[0]?.problem).toMatch(/disputed this payment/)
  expect(order.paymentStatus).toBe('disputed')
  expect(await openAlerts()).toEqual(expect.arrayContaining(['refund_failed', 'dispute_opened']))
  expect(await openAlerts()).not.toContain('refunds_blocked')
})

test('AU5: a refund reported as already made counts only if it is ours', async () => {
  const ours = await requestedRefund()
  ours.faults.next(SEND_REFUND, 'drop-response')
  await ours.shop.runJob('refund.send')
  // The ledger lists nothing yet, and the idempotency key has expired.
  await ours.shop.sql("delete from sandbox.idempotency_keys where key like 'refund-%'")
  const hidden = "update sandbox.objects set intent = 'hidden' where type = 'refund'"
  await ours.shop.sql(hidden)
  const { cards } = ours.shop.deps
  const { refund } = cards
  cards.refund = async (input, profile) => {
    const made = "update sandbox.objects set intent = $1 where type = 'refund'"
    await ours.shop.sql(made, [ours.intentId])
    return refund(input, profile)
  }
  ours.shop.clock.advance(HOUR_MS)
  await ours.shop.runJob('refund.send')
  expect((await ours.detail()).refunds).toMatchObject([{ status: 'succeeded' }])
  expect(await listProviderCharges(ours.shop)).toEqual([{ amount: 1798, refunded: 1798 }])

  const other = await requestedRefund()
  other.faults.nextWebhook('*', 'lose', 9)
  const byHand = {
    idempotencyKey: 'by-hand',
    intentId: other.intentId,
    amountCents: 1798,
    refundId: '',
  }
  await other.shop.deps.cards.refund(byHand, 'background')
  await other.shop.runJob('refund.send')
  const { refunds } = await other.detail()
  expect(refunds).toMatchObject([{ status: 'failed' }])
  expect(refunds[0]?.problem).toMatch(/already refunded in full/)
  expect(await other.openAlerts()).toEqual([])
  expect(await getOrderState(other.shop, other.orderId)).toBe('confirmed refunded')
  const needing = await (await staffBrowser(other.shop)).call<unknown[]>(
    'GET',
    `${apiPaths.adminOrders}?attention=failedRefund`,
  )
  expect(needing.body).toEqual([])
})

test('AU5: an internal error while settling a refund delays that refund only', async () => {
  const { shop, refund, detail } = await requestedRefund()
  const second = await shop.buyer().buy()
  await shop.deliverPending()
  await refund(second.orderId)
  const { handlers } = shop.deps
  const { refunded } = handlers
  let isFirst = true
  handlers.refunded = (tx, orderId, refund) => {
    if (!isFirst) return refunded(tx, orderId, refund)
    isFirst = false
    throw new Error('broken')
  }
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 99)

  await shop.runJob('refund.send')

  expect(await getOrderState(shop, second.orderId)).toBe('confirmed refunded')
  expect((await detail()).refunds).toMatchObject([{ status: 'requested' }])
  shop.clock.advance(HOUR_MS)
  await shop.runJob('refund.send')
  expect((await detail()).refunds).toMatchObject([{ status: 'succeeded' }])
})
