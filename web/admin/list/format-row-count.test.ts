import { expect, test } from 'vitest'
import { formatRowCount } from './format-row-count.ts'

const noun = ['order', 'orders'] as const

test('a complete list shows its count', () => {
  expect(formatRowCount(1, undefined, false, noun)).toBe('1 order')
  expect(formatRowCount(0, { count: 0, isCapped: false }, false, noun)).toBe('0 orders')
})

test('a page shows the total if it is known', () => {
  expect(formatRowCount(50, { count: 100_000, isCapped: false }, true, noun)).toBe(
    '50 of 100,000 orders',
  )
  expect(formatRowCount(50, { count: 1000, isCapped: true }, true, noun)).toBe(
    '50 of 1,000+ orders',
  )
  expect(formatRowCount(50, undefined, true, noun)).toBe('50 orders')
})
