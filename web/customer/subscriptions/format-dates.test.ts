import { expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { droppedDates, droppedDatesText, formatDateList } from './format-dates.ts'

const withUpcoming = (...dates: string[]) =>
  ({ calendar: dates.map((date) => ({ date, status: 'planned' })) }) as Subscription

test('only dates before the first remaining delivery are dropped', () => {
  const before = withUpcoming('2026-03-05', '2026-03-12', '2026-03-19', '2026-03-26')

  expect(droppedDates(before, withUpcoming('2026-03-19', '2026-03-26'))).toEqual([
    '2026-03-05',
    '2026-03-12',
  ])
  expect(droppedDates(before, withUpcoming())).toHaveLength(4)
  expect(droppedDates(before, before)).toEqual([])
})

test('one or two dates are listed, more are counted', () => {
  expect(formatDateList(['2026-03-05', '2026-03-12'])).toBe('March 5 and March 12')
  expect(formatDateList(['2026-03-05', '2026-03-12', '2026-03-19'])).toBe(
    'March 5, March 12 and March 19',
  )
  expect(droppedDatesText(['2026-03-05'])).toBe('No delivery on Thursday, March 5, 2026.')
  expect(droppedDatesText(['2026-03-05', '2026-03-12', '2026-03-19'])).toBe(
    "We'll skip 3 deliveries from Thursday, March 5, 2026 to Thursday, March 19, 2026.",
  )
})
