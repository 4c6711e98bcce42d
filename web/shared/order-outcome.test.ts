import { expect, test } from 'vitest'
import { canBePaid, orderOutcome } from './order-outcome.ts'

test('an answer that says nothing of payment counts as paid', () => {
  expect(orderOutcome({ status: 'pending' })).toBe('paid')
  expect(orderOutcome({ status: 'confirmed', paymentStatus: null })).toBe('paid')
})

test('money that is there, even if disputed, is paid', () => {
  expect(orderOutcome({ status: 'confirmed', paymentStatus: 'paid' })).toBe('paid')
  expect(orderOutcome({ status: 'confirmed', paymentStatus: 'disputed' })).toBe('paid')
})

test('money that is not there is told apart', () => {
  expect(orderOutcome({ status: 'pending', paymentStatus: 'pending' })).toBe('unpaid')
  expect(orderOutcome({ status: 'pending', paymentStatus: 'processing' })).toBe('processing')
  expect(orderOutcome({ status: 'pending', paymentStatus: 'failed' })).toBe('failed')
  expect(orderOutcome({ status: 'confirmed', paymentStatus: 'refunded' })).toBe('refunded')
})

test('a cancelled order is cancelled, whatever became of its money', () => {
  expect(orderOutcome({ status: 'cancelled', paymentStatus: 'paid' })).toBe('cancelled')
  expect(orderOutcome({ status: 'cancelled', paymentStatus: 'pending' })).toBe('cancelled')
})

test('only unpaid and given-up orders can be paid', () => {
  const all = ['paid', 'unpaid', 'processing', 'failed', 'refunded', 'cancelled'] as const

  expect(all.filter(canBePaid)).toEqual(['unpaid', 'failed'])
})
