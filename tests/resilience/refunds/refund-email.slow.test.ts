import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

/** Creates a paid order with its emails sent, and a staff browser for refunds. */
async function paidOrder() {
  const shop = await openShop()
  const { orderId, clientSecret } = await shop.buyer().buy()
  await shop.deliverPending()
  const refund = async (body: object) => {
    const staff = await staffBrowser(shop)
    const reason = 'Asked for by a rude person'
    await staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id: orderId }), {
      reason,
      ...body,
    })
    await shop.runJob('refund.send')
    await shop.deliverPending()
  }
  return { shop, orderId, intentId: intentIdFrom(clientSecret), refund }
}

const REFUND_SENTENCE = /[^\n.]*(?:refunded|bank didn’t accept)[^\n]*/
/** Sentences about refunds in the emails to the customer, oldest first. */
async function refundSentences(shop: TestShop): Promise<string[]> {
  const rows = (await shop.mailbox()).filter(
    ({ recipient, subject }) => recipient === 'ana@example.com' && /refund/i.test(subject),
  )
  return rows
    .map(({ subject, text }) => `${subject} | ${REFUND_SENTENCE.exec(text)?.[0]}`)
    .toReversed()
}

test('the email of a full refund states amount, order, card and days, and no cancellation', async () => {
  const { shop, orderId, refund } = await paidOrder()

  await refund({})
  await shop.deliverPending()

  const number = orderId.slice(0, 8)
  expect(await refundSentences(shop)).toEqual([
    `We refunded $17.98 for order ${number} | We refunded the full $17.98 of this order to the card you paid with. Refunds take 5-7 business days.`,
  ])
  const texts = (await shop.mailbox()).map(({ text }) => text).join()
  expect(texts).not.toContain('rude')
  expect(texts).not.toContain('cancelled')
})

test('each partial refund has its own email with its own amount', async () => {
  const { shop, orderId, refund } = await paidOrder()

  await refund({ amount: '5.00' })
  await refund({ amount: '3.00' })
  await refund({ amount: '5.00' })

  const number = orderId.slice(0, 8)
  const line = (amount: string) =>
    `We refunded $${amount} for order ${number} | We refunded $${amount} of the $17.98 you paid for this order to the card you paid with. Refunds take 5-7 business days.`
  expect((await refundSentences(shop)).toSorted()).toEqual([
    line('3.00'),
    line('5.00'),
    line('5.00'),
  ])
})

test('the refund email of a cancelled order has the reason', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place()).body
  await shop.sql("update orders set status = 'cancelled' where id = $1", [orderId])
  await ana.confirm(clientSecret)
  await shop.deliverPending()
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(await refundSentences(shop)).toEqual([
    expect.stringContaining('because the order was cancelled. Refunds take 5-7 business days'),
  ])
})

test('a pending or rejected refund sends no email', async () => {
  const { shop, intentId, refund } = await paidOrder()
  shop.deps.sandbox?.faults.next('POST refunds', 'drop-request')
  await refund({ amount: '5.00' })
  expect(await refundSentences(shop)).toEqual([])

  await shop.deps.sandbox?.openDispute(intentId)
  shop.clock.advance(3_600_000)
  await shop.runJob('refund.send')
  await shop.deliverPending()
  expect(await refundSentences(shop)).toEqual([])
})

test('a refund that fails after acceptance is corrected by an email, or never emailed', async () => {
  const late = await paidOrder()
  await late.refund({ amount: '5.00' })
  await late.shop.deps.sandbox?.failRefund(late.intentId)
  await late.shop.deliverPending()
  expect((await refundSentences(late.shop)).toSorted()).toEqual([
    expect.stringContaining('didn’t go through | Your bank didn’t accept the refund of $5.00'),
    expect.stringContaining('We refunded $5.00'),
  ])

  const early = await paidOrder()
  const staff = await staffBrowser(early.shop)
  const path = fillPath(apiPaths.adminOrderRefund, { id: early.orderId })
  await staff.call('POST', path, { reason: 'Not at home' })
  await early.shop.runJob('refund.send')
  await early.shop.deps.sandbox?.failRefund(early.intentId)
  await early.shop.deliverPending()
  expect(await refundSentences(early.shop)).toEqual([expect.stringContaining('didn’t go through')])
})

test('a refund made at the provider is also emailed, once, with its own amount', async () => {
  const { shop, intentId, refund } = await paidOrder()
  await refund({ amount: '3.00' })
  const byHand = { idempotencyKey: 'by-hand', intentId, amountCents: 500, refundId: '' }
  await shop.deps.cards.refund(byHand, 'background')
  await shop.deliverPending()
  await shop.runJob('payment.reconcile')
  await shop.runJob('refund.sync')
  await refund({ amount: '2.00' })

  const lines = await refundSentences(shop)
  expect(lines.map((line) => /refunded \$([\d.]+) of/.exec(line)?.[1]).toSorted()).toEqual([
    '2.00',
    '3.00',
    '5.00',
  ])
})
