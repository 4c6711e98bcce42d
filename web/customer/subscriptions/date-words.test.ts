import { expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions.ts'
import { datesInWords, datesLost, lostWords } from './date-words.ts'

const coming = (...dates: string[]) =>
  ({ calendar: dates.map((date) => ({ date, status: 'planned' })) }) as Subscription

test('only dates before the first that still comes are lost; later ones merely lie further ahead', () => {
  const before = coming('2026-03-05', '2026-03-12', '2026-03-19', '2026-03-26')

  expect(datesLost(before, coming('2026-03-19', '2026-03-26'))).toEqual([
    '2026-03-05',
    '2026-03-12',
  ])
  expect(datesLost(before, coming())).toHaveLength(4)
  expect(datesLost(before, before)).toEqual([])
})

test('few dates are named, many are counted', () => {
  expect(datesInWords(['2026-03-05', '2026-03-12'])).toBe(
    'Thursday, March 5, 2026 and Thursday, March 12, 2026',
  )
  expect(lostWords(['2026-03-05'])).toBe('Nothing comes on Thursday, March 5, 2026.')
  expect(lostWords(['2026-03-05', '2026-03-12', '2026-03-19'])).toBe(
    '3 deliveries are left out, from Thursday, March 5, 2026 to Thursday, March 19, 2026.',
  )
})
