import { expect, test } from 'vitest'
import { howMany } from './how-many.ts'

const noun = ['order', 'orders'] as const

test('a whole list is counted', () => {
  expect(howMany(1, undefined, false, noun)).toBe('1 order')
  expect(howMany(0, { count: 0, isMore: false }, false, noun)).toBe('0 orders')
})

test('a page says of how many', () => {
  expect(howMany(50, { count: 100_000, isMore: false }, true, noun)).toBe('50 of 100,000 orders')
  expect(howMany(50, { count: 1000, isMore: true }, true, noun)).toBe('50 of 1,000+ orders')
  expect(howMany(50, undefined, true, noun)).toBe('50 orders')
})
