import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Insights } from '#contract/staff/insights.ts'
import { settleIntent } from '#server/modules/payments/index.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import {
  audit,
  getOrderState,
  listProviderCharges,
  sendEvent,
} from '#tests/support/provider-ledger.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { silentLog } from '#tests/support/test-runtime.ts'

/** Creates a paid order with a full or partial refund by staff. */
async function refundedOrder(shop: TestShop, amount?: string) {
  const { orderId, clientSecret } = await shop.buyer().buy()
  await shop.deliverPending()
  const staff = await staffBrowser(shop)
  const refund = async (body: object) => {
    await staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id: orderId }), body)
    await shop.runJob('refund.send')
    await shop.deliverPending()
  }
  await refund({ reason: 'Not at home', ...(amount && { amount }) })
  const waiting = async () => {
    const { body } = await staff.call<Insights>('GET', apiPaths.adminInsights)
    const list = await staff.call<Order[]>('GET', `${apiPaths.adminOrders}?attention=failedRefund`)
    expect(list.body).toHaveLength(body.needsAttention.failedRefunds)
    return body.needsAttention.failedRefunds
  }
  return { orderId, intentId: intentIdFrom(clientSecret), refund, waiting }
}

const books = async (shop: TestShop, orderId: string) => {
  const [payment] = await shop.sql<{ refunded_cents: number }>(
    'select refunded_cents from payments where order_id = $1',
    [orderId],
  )
  const rows = await shop.sql<{ status: string }>(
    'select status from refunds order by created_at, status',
  )
  return {
    state: await getOrderState(shop, orderId),
    refundedCents: payment?.refunded_cents,
    refunds: rows.map(({ status }) => status),
  }
}

const openAlerts = (shop: TestShop) => shop.sql('select kind from alerts where ended_at is null')

test('a refund that fails after acceptance is reverted in the books and needs attention', async () => {
  const errors: string[] = []
  const log = { ...silentLog, error: (_fields: object, words?: string) => errors.push(words ?? '') }
  const shop = await openShop({ log })
  const { orderId, intentId, refund, waiting } = await refundedOrder(shop)
  expect(await books(shop, orderId)).toEqual({
    state: 'confirmed refunded',
    refundedCents: 1798,
    refunds: ['succeeded'],
  })
  expect(await waiting()).toBe(0)

  await shop.deps.sandbox?.failRefund(intentId)
  await shop.deliverPending()

  expect(await books(shop, orderId)).toEqual({
    state: 'confirmed paid',
    refundedCents: 0,
    refunds: ['failed'],
  })
  expect(await waiting()).toBe(1)
  expect(errors).toContain('accepted refund failed')
  expect(await openAlerts(shop)).toEqual([{ kind: 'refund_failed' }])
  expect(await shop.sql('select expected, found from mismatches')).toEqual([
    { expected: 'succeeded', found: 'failed' },
  ])
  expect((await audit(shop)).findings).toEqual([])

  shop.clock.advance(60_000)
  await refund({ reason: 'Once more' })
  expect(await books(shop, orderId)).toEqual({
    state: 'confirmed refunded',
    refundedCents: 1798,
    refunds: ['failed', 'succeeded'],
  })
  expect(await waiting()).toBe(0)
  expect(await openAlerts(shop)).toEqual([])
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 1798 }])
  expect((await audit(shop)).findings).toEqual([])
})

test('a failed partial refund does not affect the others, however often it is reported', async () => {
  const shop = await openShop()
  const { orderId, intentId, refund } = await refundedOrder(shop, '5.00')
  shop.clock.advance(1000)
  await refund({ reason: 'One more bottle', amount: '3.00' })
  shop.deps.sandbox?.faults.nextWebhook('*', 'duplicate', 9)

  await shop.deps.sandbox?.failRefund(intentId)
  await shop.deliverPending()
  await shop.runJob('refund.sync')

  expect(await books(shop, orderId)).toEqual({
    state: 'confirmed paid',
    refundedCents: 500,
    refunds: ['succeeded', 'failed'],
  })
  expect(await shop.sql('select id from mismatches')).toHaveLength(1)
  expect((await audit(shop)).findings).toEqual([])
})

test.each(['refund.updated', 'refund.failed', 'charge.refund.updated'])(
  'a failed refund is recognized from %s, and not from a forged event',
  async (type) => {
    const shop = await openShop()
    const { orderId, intentId } = await refundedOrder(shop)
    shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 9)
    await shop.deps.sandbox?.failRefund(intentId)
    await shop.deliverPending()

    const forged = await sendEvent(shop, intentId, { type, secret: 'whsec_wrong' })
    expect(forged.status).toBe(400)
    expect((await books(shop, orderId)).refunds).toEqual(['succeeded'])
    await sendEvent(shop, intentId, { type })

    expect(await books(shop, orderId)).toEqual({
      state: 'confirmed paid',
      refundedCents: 0,
      refunds: ['failed'],
    })
  },
)

test('W4: a failed refund without a webhook is found by reading the ledger', async () => {
  const shop = await openShop()
  const { orderId, intentId, waiting } = await refundedOrder(shop)
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 9)
  await shop.deps.sandbox?.failRefund(intentId)
  await shop.deliverPending()
  expect((await books(shop, orderId)).state).toBe('confirmed refunded')

  shop.clock.advance(6 * 3_600_000)
  await shop.runJob('refund.sync')

  expect(await books(shop, orderId)).toEqual({
    state: 'confirmed paid',
    refundedCents: 0,
    refunds: ['failed'],
  })
  expect(await waiting()).toBe(1)
  expect((await audit(shop)).findings).toEqual([])
})

test('I9: a response from before a refund never reverts it', async () => {
  const shop = await openShop()
  const { orderId, clientSecret } = await shop.buyer().buy()
  await shop.deliverPending()
  const staff = await staffBrowser(shop)
  const { cards } = shop.deps
  let isFirst = true
  const slow: typeof cards = {
    ...cards,
    async readIntent(id, profile) {
      const intent = await cards.readIntent(id, profile)
      if (!isFirst) return intent
      isFirst = false
      await staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id: orderId }), {
        reason: 'Not at home',
      })
      await shop.runJob('refund.send')
      return intent
    },
  }

  await settleIntent({ ...shop.deps, cards: slow }, intentIdFrom(clientSecret), 'background')

  expect(await books(shop, orderId)).toEqual({
    state: 'confirmed refunded',
    refundedCents: 1798,
    refunds: ['succeeded'],
  })
})

test('the audit reports a payment without an order whose refund failed', async () => {
  const shop = await openShop()
  const eve = shop.buyer()
  const { clientSecret } = (await eve.startCheckout()).body
  await eve.confirm(clientSecret)
  await shop.deliverPending()
  await shop.runJob('refund.send')
  expect((await audit(shop)).findings).toEqual([])

  await shop.deps.sandbox?.failRefund(intentIdFrom(clientSecret))
  await shop.deliverPending()

  expect(await shop.sql('select status from refunds')).toEqual([{ status: 'failed' }])
  expect((await audit(shop)).findings).toMatchObject([
    { rule: 'I2', id: intentIdFrom(clientSecret) },
    { rule: 'I10', id: 'all' },
  ])
})
