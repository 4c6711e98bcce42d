import { expect, test } from 'vitest'
import { isNear } from './is-near.ts'

const today = '2026-03-05'
const order = {
  status: 'confirmed',
  deliveryDate: '2026-03-06',
  deliveryStatus: 'scheduled',
  paymentStatus: 'paid',
  parentOrderId: null,
  isStillDelivered: false,
} as const
const renewal = {
  ...order,
  status: 'pending',
  paymentStatus: 'pending',
  parentOrderId: 'p',
} as const

test('rule 63: a confirmed delivery is near on its date and the day before', () => {
  const dates = ['2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07']
  const near = dates.filter((deliveryDate) => isNear({ ...order, deliveryDate }, today))
  expect(near).toEqual(['2026-03-05', '2026-03-06'])
})

test('rule 63: a renewal is near before it is charged, unless its charge failed', () => {
  expect(isNear(renewal, today)).toBe(true)
  expect(isNear({ ...renewal, paymentStatus: 'failed' }, today)).toBe(false)
  expect(isNear({ ...renewal, parentOrderId: null }, today)).toBe(false)
})

test('rules 17 and 63: so is what a cancelled subscription still gets', () => {
  const cancelled = { ...order, status: 'cancelled' } as const
  expect(isNear({ ...cancelled, isStillDelivered: true }, today)).toBe(true)
  expect(isNear(cancelled, today)).toBe(false)
})

test('rule 63: a delivery on a truck is near until the day after its date', () => {
  const out = { ...order, deliveryStatus: 'in-transit', deliveryDate: '2026-03-04' } as const
  expect(isNear(out, today)).toBe(true)
  expect(isNear({ ...out, deliveryDate: '2026-03-03' }, today)).toBe(false)
})
