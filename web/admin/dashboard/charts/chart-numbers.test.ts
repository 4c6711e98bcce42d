import { expect, test } from 'vitest'
import {
  formatDollars,
  formatMonth,
  formatShare,
  formatShortDay,
  largest,
  pluralize,
  scaleMax,
} from './chart-numbers.ts'

test('a scale ends at a round number that is at least the maximum', () => {
  expect(scaleMax([])).toBe(2)
  expect(scaleMax([0, 1])).toBe(2)
  expect(scaleMax([3])).toBe(4)
  expect(scaleMax([7])).toBe(8)
  expect(scaleMax([10])).toBe(10)
  expect(scaleMax([11, 4])).toBe(20)
  expect(scaleMax([48_201])).toBe(50_000)
  expect(scaleMax([81_000])).toBe(100_000)
})

test('largest returns the first row with the maximum value', () => {
  const rows = [{ n: 1 }, { n: 4, isFirst: true }, { n: 4 }]
  expect(largest(rows, ({ n }) => n)).toBe(rows[1])
  expect(largest([], () => 0)).toBeUndefined()
})

test('a month has a short and a long format', () => {
  expect([formatMonth('2026-03', 'short'), formatMonth('2026-03', 'long')]).toEqual([
    'Mar',
    'March 2026',
  ])
})

test('a share is formatted as a percentage, and as a dash without a total', () => {
  expect([formatShare(1, 19), formatShare(1, 0)]).toEqual(['5.3%', '–'])
})

test('days, amounts and counts are formatted for US readers', () => {
  expect(formatShortDay('2026-03-05')).toBe('Mar 5')
  expect(formatDollars(123_456_78)).toBe('$123,456.78')
  expect(pluralize(1, 'bottle', 'bottles')).toBe('1 bottle')
  expect(pluralize(1200, 'bottle', 'bottles')).toBe('1,200 bottles')
})
