import { expect, test } from 'vitest'
import { adaptCustomerOrder } from '#web/api/adapt/order.ts'
import { adaptSubscription } from '#web/api/adapt/subscription.ts'
import { endedAt, hasEnded } from './subscription-end.ts'

const ended = adaptSubscription({ status: 'cancelled', cancelledAt: '2026-03-20T15:00:00Z' })
const active = adaptSubscription({ status: 'active' })
const skippedAt = '2026-03-04T15:00:00Z'
const skipped = { status: 'cancelled', cancelledAt: skippedAt }

test('rule 39: a subscription on invoice has ended, although its first order is still due', () => {
  const order = adaptCustomerOrder({ id: 's1', status: 'confirmed' })

  expect(hasEnded(order, ended)).toBe(true)
  expect(endedAt(order, ended)).toBe('2026-03-20T15:00:00Z')
})

test('rule 67: the date of an imported subscription is its own, not that of a skipped delivery', () => {
  const order = adaptCustomerOrder({ id: 's1', parentOrderId: 's1', ...skipped })

  expect(hasEnded(order, active)).toBe(false)
  expect(endedAt(order, ended)).toBe('2026-03-20T15:00:00Z')
})

test('an order without a subscription has ended when it was cancelled', () => {
  const order = adaptCustomerOrder({ id: 's1', ...skipped })

  expect(hasEnded(order, undefined)).toBe(true)
  expect(endedAt(order, undefined)).toBe(skippedAt)
  expect(endedAt(adaptCustomerOrder({ status: 'cancelled' }), undefined)).toBeNull()
})
