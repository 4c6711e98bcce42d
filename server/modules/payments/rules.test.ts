import { expect, test } from 'vitest'
import { PaymentStatus } from '#contract/orders.ts'
import type { CardIntent } from './port.ts'
import { canTransition, findMismatches, statusAfterSuccess } from './rules.ts'

const expected = { orderId: 'o1', amountCents: 1798, currency: 'usd', livemode: false }

test('I9: payment states only move forward, except back to paid from refunded or disputed', () => {
  const allowed = PaymentStatus.options.flatMap((from) =>
    PaymentStatus.options.filter((to) => canTransition(from, to)).map((to) => `${from} > ${to}`),
  )

  expect(allowed).toEqual([
    'pending > processing',
    'pending > paid',
    'pending > failed',
    'pending > covered',
    'pending > due',
    'processing > pending',
    'processing > paid',
    'processing > failed',
    'paid > refunded',
    'paid > disputed',
    'failed > processing',
    'failed > paid',
    'refunded > paid',
    'disputed > paid',
    'disputed > refunded',
    'covered > refunded',
  ])
})

test('I2, C3: the same order, amount, currency and mode are no mismatch', () => {
  expect(findMismatches(expected, { ...expected })).toEqual([])
})

test.each([
  ['orderId', 'o2'],
  ['orderId', null],
  ['amountCents', 1797],
  ['amountCents', 0],
  ['currency', 'eur'],
  ['currency', 'USD'],
  ['livemode', true],
] as const)('I2, C3: another %s (%s) is a mismatch', (what, value) => {
  const actual = { ...expected, [what]: value }

  expect(findMismatches(expected, actual)).toEqual([
    { what, expected: String(expected[what]), found: String(value) },
  ])
})

test('a full refund takes precedence over a dispute', () => {
  const statusWith = (refundedCents: number, disputed: boolean) =>
    statusAfterSuccess(
      {
        amountCents: 1798,
        refundedCents,
        disputes: disputed ? [{ state: 'open' }] : [{ state: 'won' }],
      } as unknown as CardIntent,
      'paid',
    )

  expect(statusWith(0, false)).toBe('paid')
  expect(statusWith(1797, false)).toBe('paid')
  expect(statusWith(1798, false)).toBe('refunded')
  expect(statusWith(0, true)).toBe('disputed')
  expect(statusWith(1798, true)).toBe('refunded')
})
