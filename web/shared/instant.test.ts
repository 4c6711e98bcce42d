import { expect, test } from 'vitest'
import { formatDateTime, formatDateTimeWithZone, formatDay } from './instant.ts'

const zone = 'America/New_York'

test("an instant is formatted as its day in the shop's time zone", () => {
  expect(formatDay('2026-03-05T02:00:00.000Z', zone)).toBe('Mar 4, 2026')
  expect(formatDay('2026-03-05T12:00:00.000Z', zone)).toBe('Mar 5, 2026')
})

test('a calendar date is the same day in every time zone', () => {
  expect(formatDay('2026-03-05', zone)).toBe('Mar 5, 2026')
  expect(formatDay('2026-03-05', 'Asia/Tokyo')).toBe('Mar 5, 2026')
})

test('invalid text is shown unchanged, and a missing value as a dash', () => {
  expect(formatDay('soon', zone)).toBe('soon')
  expect(formatDay(undefined, zone)).toBe('–')
  expect(formatDateTime('soon', zone)).toBe('soon')
})

test("times are in the shop's time zone, and can include the zone's name", () => {
  const instant = '2026-03-04T13:00:00.000Z'
  expect(formatDateTime(instant, zone).replace('\u202f', ' ')).toBe('Wed, Mar 4, 8:00 AM')
  expect(formatDateTimeWithZone(instant, zone).replace('\u202f', ' ')).toBe(
    'Wed, Mar 4, 8:00 AM EST',
  )
})
