import { expect, test } from 'vitest'
import type { IfCancelled } from '#contract/subscriptions/if-cancelled.ts'
import { adaptCustomerOrder } from '#web/api/adapt/order.ts'
import { cancelMessage } from './cancel-message.ts'

const date = '2026-03-05'
const order = adaptCustomerOrder({ deliveryDate: date, total: '15.28' })

const messageFor = (
  ifCancelled: Partial<IfCancelled>,
  { paysBy = 'card', paidAt = null }: { paysBy?: 'card' | 'invoice'; paidAt?: string | null } = {},
) =>
  cancelMessage(
    { ...order, paidAt },
    { paysBy, ifCancelled: { cancelled: [], stillDelivered: [], ...ifCancelled } },
  )

const refunded = (toCard: string, asCredit: string) =>
  messageFor({
    first: { date, cancelEffect: 'cancelled_and_refunded', refund: { toCard, asCredit } },
  })

test('a delivery before its cut-off is cancelled', () => {
  expect(messageFor({ first: { date, cancelEffect: 'cancelled' } })).toBe(
    "We'll stop your deliveries and cancel the one on Thursday, March 5, 2026. You won't be charged for it.",
  )
})

test.each([
  ['15.28', '0.00', 'and refund $15.28 to your card.'],
  ['0.50', '14.78', 'and refund $0.50 to your card and $14.78 as account credit.'],
  ['0.00', '15.28', 'and refund $15.28 as account credit.'],
  ['0.00', '0.00', 'and cancel the one on Thursday, March 5, 2026.'],
])("the server's refund is announced: %s to the card, %s as credit", (toCard, asCredit, text) => {
  expect(refunded(toCard, asCredit)).toContain(text)
})

test('a delivery past its cut-off is still delivered, and charged unless it is paid', () => {
  const first = { date, cancelEffect: 'still_delivered' } as const
  const stillDelivered =
    "It's too late to cancel the delivery on Thursday, March 5, 2026. We'll still deliver it"

  expect(messageFor({ first }, { paysBy: 'invoice' })).toBe(
    `${stillDelivered} and send you an invoice. We'll cancel all deliveries after that.`,
  )
  expect(messageFor({ first }, { paidAt: '2026-03-02T15:00:00Z' })).toBe(
    `${stillDelivered}. We'll cancel all deliveries after that.`,
  )
})

test('before the first delivery, a renewal that is still delivered is announced, too', () => {
  const first = { date, cancelEffect: 'cancelled' } as const

  expect(messageFor({ first, stillDelivered: ['2026-03-03'] })).toMatch(
    /cancel the one on Thursday, March 5.*too late to cancel the delivery on Tuesday, March 3/,
  )
})

test('without a subscription the message tells what the order has', () => {
  expect(cancelMessage(order, undefined)).toBe("We'll stop your recurring deliveries.")
  expect(cancelMessage({ ...order, cancelEffect: 'cancelled' }, undefined)).toContain(
    'cancel the one on Thursday, March 5, 2026.',
  )
  expect(cancelMessage({ ...order, cancelEffect: 'cancelled_and_refunded' }, undefined)).toContain(
    'and refund what is left of your payment.',
  )
})

test('after the first delivery the message is about the renewals', () => {
  expect(messageFor({ cancelled: ['2026-03-12'] })).toBe(
    "We'll cancel the delivery on Thursday, March 12, 2026. You won't be charged for it.",
  )
  expect(messageFor({ stillDelivered: ['2026-03-12'] })).toBe(
    "It's too late to cancel the delivery on Thursday, March 12, 2026. We'll still deliver it and charge your card. We'll cancel all deliveries after that.",
  )
  expect(messageFor({ cancelled: ['2026-03-19'], stillDelivered: ['2026-03-12'] })).toContain(
    "We'll cancel all other deliveries, including the delivery on Thursday, March 19, 2026.",
  )
  expect(messageFor({})).toBe("We'll stop your deliveries. You won't be charged again.")
})
