import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { audit, sendEvent } from '#tests/support/provider-ledger.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const DAY_MS = 86_400_000

test('provider events are kept for 90 days, and one that arrives again later acts on nothing', async () => {
  const shop = await openShop()
  const { orderId, clientSecret } = await shop.buyer().buy()
  const intentId = intentIdFrom(clientSecret)
  await shop.deliverPending()
  await sendEvent(shop, intentId)
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminOrderRefund, { id: orderId })
  await staff.call('POST', path, { amount: '4.00', reason: 'A leaking bottle' })
  await shop.runJob('refund.send')
  await shop.deliverPending()
  const events = () => shop.sql<{ id: string }>('select id from provider_events')
  const facts = async () =>
    Promise.all(
      [
        'select status, paid_at, refunded_cents from payments',
        'select * from payment_transitions order by id',
        'select id, status, amount_cents from refunds',
        'select invoice_number from orders',
        'select id, status from emails order by id',
      ].map((sql) => shop.sql(sql)),
    )
  const before = await facts()

  shop.clock.advance(89 * DAY_MS)
  await shop.runJob('payment.purgeEvents')
  expect((await events()).length).toBeGreaterThan(1)
  shop.clock.advance(2 * DAY_MS)
  await shop.runJob('payment.purgeEvents')
  expect(await events()).toEqual([])

  for (const type of ['payment_intent.succeeded', 'charge.refunded', 'charge.refund.updated'])
    expect((await sendEvent(shop, intentId, { type })).status).toBe(204)
  await shop.deliverPending()
  await shop.runJob('refund.send')
  expect(await facts()).toEqual(before)
  expect(await shop.mailbox()).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})
