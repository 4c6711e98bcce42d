import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountToCents, centsToText, formatCents, textToCents } from './money.ts'

const cents = fc.integer({ min: 0, max: 99_999_999_999 })

test('formatted cents parse back to the same cents', () => {
  fc.assert(fc.property(cents, (sum) => textToCents(centsToText(sum)) === sum))
})

test('an amount with two decimals parses the same as a number and as text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500_000_000 }), (sum) => {
      expect(amountToCents(sum / 100)).toBe(sum)
      expect(amountToCents((sum / 100).toFixed(2))).toBe(sum)
    }),
  )
})

test('totals with floating-point errors round to the intended cents', () => {
  expect(amountToCents(8.99 * 3)).toBe(2697)
  expect(amountToCents(0.1 + 0.2)).toBe(30)
})

test.each([
  ['12', 1200],
  ['7.5', 750],
  ['12.34', 1234],
  ['0.05', 5],
  ['007', 700],
])('%s is %i cents', (text, expected) => expect(textToCents(text)).toBe(expected))

test.each([
  '',
  ' 1',
  '1 ',
  '-1',
  '+1',
  '1e3',
  '1.',
  '.5',
  '1.234',
  '1,5',
  'NaN',
  'Infinity',
  '0x10',
  '1_0',
  '٣',
])('%j is not an amount', (text) => expect(textToCents(text)).toBeUndefined())

test.each([Number.NaN, Number.POSITIVE_INFINITY, -0.01, -1, 1e300])(
  '%d is not an amount',
  (amount) => expect(amountToCents(amount)).toBeUndefined(),
)

test('negative amounts are formatted with their sign', () => {
  expect(centsToText(-5)).toBe('-0.05')
  expect(formatCents(1798)).toBe('$17.98')
  expect(formatCents(-1798)).toBe('-$17.98')
})
