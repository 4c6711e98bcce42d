import { expect, test } from 'vitest'
import { PaymentStatus } from '#contract/orders.ts'
import type { CardIntent } from './port.ts'
import { canTransition, findMismatches, statusAfterSuccess } from './rules.ts'

const agreed = { orderId: 'o1', amountCents: 1798, currency: 'usd', livemode: false }

test('I9: a payment moves up only, and from refunded no further than back to paid', () => {
  const allowed = PaymentStatus.options.flatMap((from) =>
    PaymentStatus.options.filter((to) => canTransition(from, to)).map((to) => `${from} > ${to}`),
  )

  expect(allowed).toEqual([
    'pending > processing',
    'pending > paid',
    'pending > failed',
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
  ])
})

test('I2, C3: the same order, sum, currency and mode leave nothing to say', () => {
  expect(findMismatches(agreed, { ...agreed })).toEqual([])
})

test.each([
  ['orderId', 'o2'],
  ['orderId', null],
  ['amountCents', 1797],
  ['amountCents', 0],
  ['currency', 'eur'],
  ['currency', 'USD'],
  ['livemode', true],
] as const)('I2, C3: another %s (%s) is told apart', (what, value) => {
  const found = { ...agreed, [what]: value }

  expect(findMismatches(agreed, found)).toEqual([
    { what, expected: String(agreed[what]), found: String(value) },
  ])
})

test('what became of money that arrived: refunded in full comes before a dispute', () => {
  const of = (refundedCents: number, disputed: boolean) =>
    statusAfterSuccess(
      {
        amountCents: 1798,
        refundedCents,
        disputes: disputed ? [{ state: 'open' }] : [{ state: 'won' }],
      } as unknown as CardIntent,
      'paid',
    )

  expect(of(0, false)).toBe('paid')
  expect(of(1797, false)).toBe('paid')
  expect(of(1798, false)).toBe('refunded')
  expect(of(0, true)).toBe('disputed')
  expect(of(1798, true)).toBe('refunded')
})
