import { expect, test } from 'vitest'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import {
  audit,
  getOrderState,
  listProviderCharges,
  sendEvent,
} from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'

const HOUR_MS = 3_600_000
const SEND_REFUND = 'POST refunds'

/** Staff cancel an order while the buyer pays it. */
async function paidAfterCancel(shop: TestShop) {
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place()).body
  await shop.sql(`update orders set status = 'cancelled' where id = $1`, [orderId])
  await ana.confirm(clientSecret)
  await shop.deliverPending()
  return { ana, orderId, intentId: intentIdFrom(clientSecret) }
}

const refundRows = (shop: TestShop) =>
  shop.sql<{ status: string; attempts: number; amount_cents: number }>(
    'select status, attempts, amount_cents from refunds',
  )

test('I9, rule 4: a payment for a cancelled order is fully refunded and emailed once; the status stays', async () => {
  const shop = await openShop()
  const { orderId } = await paidAfterCancel(shop)

  await shop.runJob('refund.send')
  await shop.deliverPending()
  await shop.runJob('refund.send')
  await shop.runJob('payment.reconcile')
  await shop.deliverPending()

  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 1798 }])
  const emails = await shop.mailbox()
  expect(emails.map(({ recipient }) => recipient)).toEqual(['ana@example.com'])
  expect(emails[0]?.subject).toMatch(/refund/i)
  expect(emails[0]?.text).toContain('$17.98')
  expect((await audit(shop)).findings).toEqual([])
})

test('I3: the refund row is committed before the provider is called', async () => {
  const shop = await openShop()
  const { orderId } = await paidAfterCancel(shop)

  expect(await getOrderState(shop, orderId)).toBe('cancelled paid')
  expect(await refundRows(shop)).toEqual([{ status: 'requested', attempts: 0, amount_cents: 1798 }])
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 0 }])

  getFaults(shop).next(SEND_REFUND, 'drop-request')
  await shop.runJob('refund.send')
  // The attempt is counted before the call, so that it survives a crash during the call.
  expect(await refundRows(shop)).toEqual([{ status: 'requested', attempts: 1, amount_cents: 1798 }])
})

test('I4: a refund whose response was lost is found in the ledger and not requested again', async () => {
  const shop = await openShop()
  const { orderId } = await paidAfterCancel(shop)
  getFaults(shop).nextWebhook('*', 'lose', 9)
  getFaults(shop).next(SEND_REFUND, 'drop-response')
  await shop.runJob('refund.send')
  expect(await getOrderState(shop, orderId)).toBe('cancelled paid')

  // A second request would be rejected, and the books would mark the refund as failed.
  getFaults(shop).next(SEND_REFUND, 'error-500', 9)
  shop.clock.advance(HOUR_MS)
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
  expect((await refundRows(shop))[0]?.status).toBe('succeeded')
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 1798 }])
  expect(await shop.mailbox()).toHaveLength(1)
})

test('I4: within 23 hours the same key is used, so that two requests make one refund', async () => {
  const shop = await openShop()
  await paidAfterCancel(shop)
  getFaults(shop).next(SEND_REFUND, 'drop-response')
  await shop.runJob('refund.send')
  // The ledger's list is eventually consistent.
  await shop.sql(`update sandbox.objects set intent = 'hidden' where type = 'refund'`)

  shop.clock.advance(HOUR_MS)
  await shop.runJob('refund.send')

  expect(await shop.sql(`select id from sandbox.objects where type = 'refund'`)).toHaveLength(1)
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 1798 }])
  expect((await refundRows(shop))[0]?.status).toBe('succeeded')
})

test('I4: a key is not reused after 23 hours; a new key replaces a stored 500', async () => {
  const shop = await openShop()
  const { orderId } = await paidAfterCancel(shop)
  getFaults(shop).next(SEND_REFUND, 'error-500')
  await shop.runJob('refund.send')
  shop.clock.advance(HOUR_MS)
  await shop.runJob('refund.send')
  expect(await getOrderState(shop, orderId)).toBe('cancelled paid')

  shop.clock.advance(22 * HOUR_MS + 1000)
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
  const keys = await shop.sql<{ key: string }>(
    `select key from sandbox.idempotency_keys where key like 'refund-%' order by created_at`,
  )
  expect(new Set(keys.map(({ key }) => key)).size).toBe(2)
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 1798 }])
})

test('a refund that succeeded before a later failure is settled on the next attempt', async () => {
  const shop = await openShop()
  const { orderId } = await paidAfterCancel(shop)
  getFaults(shop).nextWebhook('*', 'lose', 9)
  getFaults(shop).next('GET payment_intents/:id', 'drop-request')

  await shop.runJob('refund.send')
  shop.clock.advance(HOUR_MS)
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
  expect(await shop.mailbox()).toHaveLength(1)
  expect((await audit(shop)).findings).toEqual([])
})

test('two concurrent workers refund once', async () => {
  const shop = await openShop()
  await paidAfterCancel(shop)

  await Promise.all([1, 2, 3, 4].map(() => shop.runJob('refund.send')))

  expect(await shop.sql(`select id from sandbox.objects where type = 'refund'`)).toHaveLength(1)
  expect(await refundRows(shop)).toEqual([{ status: 'succeeded', attempts: 1, amount_cents: 1798 }])
  expect((await audit(shop)).findings).toEqual([])
})

test('a paid intent without an order is refunded once, also if reported twice', async () => {
  const shop = await openShop()
  const eve = shop.buyer()
  getFaults(shop).nextWebhook('*', 'duplicate', 9)
  const { clientSecret } = (await eve.startCheckout()).body
  await eve.confirm(clientSecret)
  await shop.deliverPending()

  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(await refundRows(shop)).toHaveLength(1)
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 1798 }])
  expect(await shop.mailbox()).toEqual([])
  expect((await audit(shop)).findings).toEqual([])
})

test('a replaced intent that is still paid is refunded; the order is paid once', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { clientSecret: old } = (await ana.startCheckout()).body
  await ana.place()
  // The first cancellation of the old intent failed.
  getFaults(shop).next('POST payment_intents/:id/cancel', 'drop-request')
  const corrected = await ana.place(ana.submission({ customerEmail: 'ana.ruiz@example.com' }))

  await ana.confirm(old)
  await ana.confirm(corrected.body.clientSecret ?? '')
  await shop.deliverPending()
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(await getOrderState(shop, corrected.body.orderId)).toBe('confirmed paid')
  const charges = await listProviderCharges(shop)
  expect(charges.map(({ amount, refunded }) => amount - refunded).toSorted()).toEqual([0, 1798])
  expect((await audit(shop)).findings).toEqual([])
})

test('I9: a dispute is shown, a won dispute returns to paid, and status changes never move money', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { orderId, clientSecret } = await ana.buy()
  await shop.deliverPending()

  await shop.deps.sandbox?.openDispute(intentIdFrom(clientSecret))
  await shop.deliverPending()
  expect(await getOrderState(shop, orderId)).toBe('confirmed disputed')

  await shop.deps.sandbox?.closeDispute(intentIdFrom(clientSecret), true)
  await shop.deliverPending()
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')

  for (const status of ['cancelled', 'pending', 'completed']) {
    await shop.sql('update orders set status = $2 where id = $1', [orderId, status])
    shop.clock.advance(10 * 60_000)
    await sendEvent(shop, intentIdFrom(clientSecret), { id: `evt_${status}` })
    await shop.runJob('payment.reconcile')
    await shop.runJob('refund.send')
    expect(await getOrderState(shop, orderId)).toBe(`${status} paid`)
  }
  expect((await audit(shop)).findings).toEqual([])
})
