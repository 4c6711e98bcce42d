import { expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { droppedDates, droppedDatesText, formatDateList } from './format-dates.ts'

const withUpcoming = (...dates: string[]) =>
  ({ calendar: dates.map((date) => ({ date, status: 'planned' })) }) as Subscription

test('only dates before the first that still comes are lost; later ones merely lie further ahead', () => {
  const before = withUpcoming('2026-03-05', '2026-03-12', '2026-03-19', '2026-03-26')

  expect(droppedDates(before, withUpcoming('2026-03-19', '2026-03-26'))).toEqual([
    '2026-03-05',
    '2026-03-12',
  ])
  expect(droppedDates(before, withUpcoming())).toHaveLength(4)
  expect(droppedDates(before, before)).toEqual([])
})

test('few dates are named, many are counted', () => {
  expect(formatDateList(['2026-03-05', '2026-03-12'])).toBe(
    'Thursday, March 5, 2026 and Thursday, March 12, 2026',
  )
  expect(droppedDatesText(['2026-03-05'])).toBe('Nothing comes on Thursday, March 5, 2026.')
  expect(droppedDatesText(['2026-03-05', '2026-03-12', '2026-03-19'])).toBe(
    '3 deliveries are left out, from Thursday, March 5, 2026 to Thursday, March 19, 2026.',
  )
})
