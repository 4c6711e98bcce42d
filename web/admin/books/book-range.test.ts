import { expect, test } from 'vitest'
import { MAX_BOOK_DAYS } from '#contract/staff/books.ts'
import { lastMonth, MAX_RANGE_DAYS, rangeError, readRange, thisMonth } from './book-range.ts'

test('months end with today or with their last day', () => {
  expect(thisMonth('2026-03-16')).toEqual({ from: '2026-03-01', to: '2026-03-16' })
  expect(lastMonth('2026-03-16')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(lastMonth('2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test('a range of the URL is used only if it has two dates', () => {
  const range = { from: '2026-01-05', to: '2026-01-09' }
  expect(readRange('?from=2026-01-05&to=2026-01-09', '2026-03-16')).toEqual(range)
  expect(readRange('?from=2026-01-05', '2026-03-16')).toEqual(thisMonth('2026-03-16'))
  expect(readRange('?from=x&to=2026-02-30', '2026-03-16')).toEqual(thisMonth('2026-03-16'))
})

test('a range is as long as the server allows', () => {
  expect(MAX_RANGE_DAYS).toBe(MAX_BOOK_DAYS)
  expect(rangeError({ from: '2026-01-01', to: '2027-01-01' })).toBeUndefined()
  expect(rangeError({ from: '2026-01-01', to: '2027-01-02' })).toMatch(/at most 366 days/)
  expect(rangeError({ from: '2026-01-02', to: '2026-01-01' })).toMatch(/on or after/)
  expect(rangeError({ from: '', to: '2026-01-01' })).toMatch(/both dates/)
})
