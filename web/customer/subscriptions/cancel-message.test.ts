import { expect, test } from 'vitest'
import type { Delivery } from '#contract/subscriptions/subscriptions.ts'
import { adaptCustomerOrder } from '#web/api/adapt/order.ts'
import { cancelMessage } from './cancel-message.ts'

const today = '2026-03-02'
const order = adaptCustomerOrder({ deliveryDate: '2026-03-05', total: '15.28' })
const next = { date: '2026-03-12' } as Delivery

test('a delivery before its cut-off is cancelled', () => {
  expect(cancelMessage({ ...order, cancelEffect: 'cancelled' }, undefined, today)).toContain(
    'cancel the one on Thursday, March 5, 2026.',
  )
})

test('a paid delivery is refunded in full', () => {
  expect(
    cancelMessage({ ...order, cancelEffect: 'cancelled_and_refunded' }, undefined, today),
  ).toContain('refund $15.28 to your card')
})

test('AU4: the announced refund excludes earlier refunds', () => {
  const partlyRefunded = {
    ...order,
    refunded: '5.00',
    cancelEffect: 'cancelled_and_refunded',
  } as const

  expect(cancelMessage(partlyRefunded, undefined, today)).toContain('refund $10.28')
})

test.each([
  [{ credit: '15.28' }, 'and refund $15.28.'],
  [{ paymentTerms: 'invoice' } as const, 'and refund $15.28.'],
  [{ refunded: '15.28' }, 'cancel the one on Thursday, March 5, 2026.'],
])('a refund to a card is announced only if the card paid: %j', (paid, text) => {
  const cancellable = { ...order, ...paid, cancelEffect: 'cancelled_and_refunded' } as const

  expect(cancelMessage(cancellable, undefined, today)).toContain(text)
})

test('a delivery past its cut-off is still delivered', () => {
  expect(cancelMessage({ ...order, cancelEffect: 'still_delivered' }, undefined, today)).toContain(
    "We'll still deliver it",
  )
})

test('a delivery that is paid already is not announced as a charge', () => {
  const paid = {
    ...order,
    cancelEffect: 'still_delivered',
    paidAt: '2026-03-02T15:00:00Z',
  } as const

  expect(cancelMessage(paid, undefined, today)).toContain("We'll still deliver it. We'll cancel")
})

test('without a cancelEffect the message names no delivery', () => {
  expect(cancelMessage(order, undefined, today)).toBe("We'll stop your recurring deliveries.")
})

test('after the first delivery the message is about the renewals', () => {
  const dayAfterFirst = '2026-03-06'
  const messageFor = (
    ifCancelled: { cancelled: string[]; stillDelivered: string[] },
    nextDelivery: Delivery | null = next,
  ) =>
    cancelMessage(
      { ...order, cancelEffect: 'still_delivered' },
      { ifCancelled, next: nextDelivery },
      dayAfterFirst,
    )

  expect(messageFor({ cancelled: [], stillDelivered: [] })).toContain(
    'cancel the delivery on Thursday, March 12, 2026.',
  )
  expect(messageFor({ cancelled: [], stillDelivered: ['2026-03-12'] })).toContain(
    "too late to cancel the delivery on Thursday, March 12, 2026. We'll still deliver it",
  )
  expect(messageFor({ cancelled: ['2026-03-12'], stillDelivered: [] })).toContain(
    "You won't be charged for it.",
  )
  expect(messageFor({ cancelled: [], stillDelivered: [] }, null)).toBe(
    "We'll stop your deliveries. You won't be charged again.",
  )
})

test('a next delivery that is charged already is not announced as cancelled', () => {
  const charged = { date: '2026-03-06', orderId: 'o2', status: 'paid' } as Delivery
  const renewals = { ifCancelled: { cancelled: [], stillDelivered: [] }, next: charged }

  expect(cancelMessage({ ...order, cancelEffect: 'still_delivered' }, renewals, '2026-03-06')).toBe(
    "We'll stop your deliveries. You won't be charged again.",
  )
})

test('before the first delivery the message is about the first delivery', () => {
  const renewals = { ifCancelled: { cancelled: [], stillDelivered: [] }, next }
  expect(
    cancelMessage({ ...order, cancelEffect: 'cancelled_and_refunded' }, renewals, today),
  ).toContain('refund $15.28')
})

test('rule 67: an imported first delivery past its cut-off is announced as still delivered', () => {
  const date = '2026-03-05'
  const imported = adaptCustomerOrder({ id: 's1', parentOrderId: 's1', deliveryDate: date })
  const ifCancelled = { cancelled: [], stillDelivered: [date] }

  expect(cancelMessage(imported, { ifCancelled, next: { date } as Delivery }, today)).toBe(
    "It's too late to cancel the delivery on Thursday, March 5, 2026. We'll still deliver it and charge your card. We'll cancel all deliveries after that.",
  )
})
