import { expect, test } from 'vitest'
import type { Delivery } from '#contract/subscriptions/subscriptions.ts'
import { adaptCustomerOrder } from '#web/api/adapt/order.ts'
import { cancelMessage } from './cancel-message.ts'

const today = '2026-03-02'
const order = adaptCustomerOrder({ deliveryDate: '2026-03-05', total: '15.28' })
const next = { date: '2026-03-12' } as Delivery

test('a delivery before its cut-off is called off', () => {
  expect(cancelMessage({ ...order, cancelEffect: 'off' }, undefined, today)).toContain(
    'the delivery on Thursday, March 5, 2026 is called off',
  )
})

test('one that was paid already is refunded in full', () => {
  expect(cancelMessage({ ...order, cancelEffect: 'off_and_refunded' }, undefined, today)).toContain(
    'the $15.28 that',
  )
})

test('AU4: what was refunded before is not promised again', () => {
  const partly = { ...order, refunded: '5.00', cancelEffect: 'off_and_refunded' } as const

  expect(cancelMessage(partly, undefined, today)).toContain('the $10.28 that')
})

test('one past its cut-off still comes', () => {
  expect(cancelMessage({ ...order, cancelEffect: 'comes' }, undefined, today)).toContain(
    'it still comes',
  )
})

test('a backend that does not tell promises nothing about the next delivery', () => {
  expect(cancelMessage(order, undefined, today)).toBe('Your recurring deliveries stop.')
})

test('once the first delivery is over, the ones after it count', () => {
  const after = '2026-03-06'
  const said = (ifCancelled: { off: string[]; comes: string[] }, then: Delivery | null = next) =>
    cancelMessage({ ...order, cancelEffect: 'comes' }, { ifCancelled, next: then }, after)

  expect(said({ off: [], comes: [] })).toContain(
    'the delivery on Thursday, March 12, 2026 is called off',
  )
  expect(said({ off: [], comes: ['2026-03-12'] })).toContain(
    'too late to call off the delivery on Thursday, March 12, 2026: it still comes and is charged',
  )
  expect(said({ off: ['2026-03-12'], comes: [] })).toContain('you are not charged for it')
  expect(said({ off: [], comes: [] }, null)).toBe(
    'No more water comes, and nothing more is charged.',
  )
})

test('while the first delivery is to come, it is the one that is spoken of', () => {
  const later = { ifCancelled: { off: [], comes: [] }, next }
  expect(cancelMessage({ ...order, cancelEffect: 'off_and_refunded' }, later, today)).toContain(
    'the $15.28 that you paid',
  )
})
