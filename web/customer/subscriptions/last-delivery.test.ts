import { expect, test } from 'vitest'
import { lastDelivery } from './last-delivery.ts'

const today = '2026-03-05'
const order = {
  deliveryDate: '2026-03-05',
  deliveryStatus: 'scheduled',
  paidAt: '2026-03-01T12:00:00.000Z',
  changeUntil: '2026-03-04T13:00:00.000Z',
  cancelledAt: '2026-03-04T20:00:00.000Z',
} as const

test('a paid first delivery past its cut-off is still delivered', () => {
  expect(lastDelivery(order, undefined, today)).toBe('2026-03-05')
})

test('a delivery that was cancelled in time, is past or was never paid is not', () => {
  const inTime = { ...order, cancelledAt: '2026-03-04T12:00:00.000Z' }
  expect(lastDelivery(inTime, undefined, today)).toBeUndefined()
  expect(lastDelivery(order, undefined, '2026-03-06')).toBeUndefined()
  expect(lastDelivery({ ...order, paidAt: null }, undefined, today)).toBeUndefined()
})

test('without a cancellation time there is no last delivery', () => {
  expect(lastDelivery({ ...order, cancelledAt: null }, undefined, today)).toBeUndefined()
})

test('rule 39: on invoice, a first delivery that is still made is not cancelled', () => {
  const onInvoice = { ...order, status: 'confirmed', paidAt: null, cancelledAt: null } as const
  expect(lastDelivery(onInvoice, undefined, today)).toBe('2026-03-05')
  expect(lastDelivery(onInvoice, undefined, '2026-03-06')).toBeUndefined()
})
