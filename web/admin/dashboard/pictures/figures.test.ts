import { expect, test } from 'vitest'
import {
  counted,
  formatMonth,
  formatShare,
  formatShortDay,
  formatSum,
  largest,
  topOf,
} from './figures.ts'

test('a scale ends at a round number above all that it holds', () => {
  expect(topOf([])).toBe(2)
  expect(topOf([0, 1])).toBe(2)
  expect(topOf([3])).toBe(4)
  expect(topOf([7])).toBe(8)
  expect(topOf([10])).toBe(10)
  expect(topOf([11, 4])).toBe(20)
  expect(topOf([48_201])).toBe(50_000)
  expect(topOf([81_000])).toBe(100_000)
})

test('the first of the largest is named', () => {
  const rows = [{ n: 1 }, { n: 4, isFirst: true }, { n: 4 }]
  expect(largest(rows, ({ n }) => n)).toBe(rows[1])
  expect(largest([], () => 0)).toBeUndefined()
})

test('a month is told in short beneath a bar, and in full in a table', () => {
  expect([formatMonth('2026-03', 'short'), formatMonth('2026-03', 'long')]).toEqual([
    'Mar',
    'March 2026',
  ])
})

test('a share is told in percent, and of nothing there is none', () => {
  expect([formatShare(1, 19), formatShare(1, 0)]).toEqual(['5.3%', '–'])
})

test('days, sums and counts read as people write them', () => {
  expect(formatShortDay('2026-03-05')).toBe('Mar 5')
  expect(formatSum(123_456_78)).toBe('$123,456.78')
  expect(counted(1, 'bottle', 'bottles')).toBe('1 bottle')
  expect(counted(1200, 'bottle', 'bottles')).toBe('1,200 bottles')
})
