import { expect, test } from 'vitest'
import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import { adaptOrder } from '#web/api/adapt/order.ts'
import { canBePaid, orderOutcome } from './order-outcome.ts'

test('an order without a payment status counts as paid', () => {
  expect(orderOutcome(adaptOrder({ status: 'pending' }))).toBe('paid')
  expect(orderOutcome(adaptOrder({ status: 'confirmed', paymentStatus: null }))).toBe('paid')
})

test('a paid or disputed payment counts as paid', () => {
  expect(orderOutcome(adaptOrder({ status: 'confirmed', paymentStatus: 'paid' }))).toBe('paid')
  expect(orderOutcome(adaptOrder({ status: 'confirmed', paymentStatus: 'disputed' }))).toBe('paid')
})

test('pending, processing, failed and refunded payments have their own outcomes', () => {
  expect(orderOutcome(adaptOrder({ status: 'pending', paymentStatus: 'pending' }))).toBe('unpaid')
  expect(orderOutcome(adaptOrder({ status: 'pending', paymentStatus: 'processing' }))).toBe(
    'processing',
  )
  expect(orderOutcome(adaptOrder({ status: 'pending', paymentStatus: 'failed' }))).toBe('failed')
  expect(orderOutcome(adaptOrder({ status: 'confirmed', paymentStatus: 'refunded' }))).toBe(
    'refunded',
  )
})

test('a cancelled order is cancelled, whatever its payment status', () => {
  expect(orderOutcome(adaptOrder({ status: 'cancelled', paymentStatus: 'paid' }))).toBe('cancelled')
  expect(orderOutcome(adaptOrder({ status: 'cancelled', paymentStatus: 'pending' }))).toBe(
    'cancelled',
  )
})

test('only unpaid and failed orders can be paid', () => {
  const all = [
    'paid',
    'unpaid',
    'scheduled',
    'processing',
    'failed',
    'refunded',
    'cancelled',
  ] as const

  expect(all.filter(canBePaid)).toEqual(['unpaid', 'failed'])
})

test('a renewal is not due before 6 AM on its delivery date', () => {
  const order = adaptOrder({
    paymentStatus: 'pending',
    parentOrderId: 'o1',
    deliveryDate: '2026-03-12',
  })
  const calendar = defaultCalendar('America/New_York')
  const at = (today: string, now: string) =>
    orderOutcome(order, () => ({ today, now: new Date(now), calendar }))

  expect(at('2026-03-11', '2026-03-11T23:00:00Z')).toBe('scheduled')
  expect(at('2026-03-12', '2026-03-12T09:59:00Z')).toBe('scheduled')
  expect(at('2026-03-12', '2026-03-12T10:00:00Z')).toBe('unpaid')
  expect(at('2026-03-13', '2026-03-13T05:00:00Z')).toBe('unpaid')
})

test('on the delivery date, a browser clock with another date is ignored', () => {
  const order = adaptOrder({
    paymentStatus: 'pending',
    parentOrderId: 'o1',
    deliveryDate: '2026-03-12',
  })
  const now = new Date('2025-11-15T12:00:00Z')

  expect(
    orderOutcome(order, () => ({
      today: '2026-03-12',
      now,
      calendar: defaultCalendar('America/New_York'),
    })),
  ).toBe('unpaid')
})
