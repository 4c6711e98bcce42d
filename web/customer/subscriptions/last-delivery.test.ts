import { expect, test } from 'vitest'
import { adaptCustomerOrder } from '#web/api/adapt/order.ts'
import { lastDelivery } from './last-delivery.ts'

const today = '2026-03-05'
const order = {
  status: 'cancelled',
  deliveryDate: '2026-03-05',
  deliveryStatus: 'scheduled',
  isStillDelivered: true,
} as const

test('rule 17: a first delivery that is still made is the last one, until its date', () => {
  expect(lastDelivery(order, undefined, today)).toBe('2026-03-05')
  expect(lastDelivery(order, undefined, '2026-03-06')).toBeUndefined()
})

test('rule 17: a first delivery that is not made any more is not shown', () => {
  expect(lastDelivery({ ...order, isStillDelivered: false }, undefined, today)).toBeUndefined()
})

test('a reply without the field has no last delivery', () => {
  const { isStillDelivered: _, ...reply } = order
  expect(lastDelivery(adaptCustomerOrder(reply), undefined, today)).toBeUndefined()
})

test('rule 39: on invoice, a first delivery that is still made is not cancelled', () => {
  const onInvoice = { ...order, status: 'confirmed', isStillDelivered: false } as const
  expect(lastDelivery(onInvoice, undefined, today)).toBe('2026-03-05')
  expect(lastDelivery(onInvoice, undefined, '2026-03-06')).toBeUndefined()
})
