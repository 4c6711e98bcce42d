import { expect, test } from 'vitest'
import {
  cutoffDate,
  cutoffOn,
  cutoffText,
  daysText,
  hourText,
  periodText,
} from './calendar-texts.ts'
import { defaultCalendar, type ShopCalendar } from './shop-calendar.ts'

const calendar = defaultCalendar('America/New_York')
const [period] = calendar.periods

test('hours are written with AM and PM', () => {
  expect([0, 1, 8, 11, 12, 13, 23].map(hourText)).toEqual([
    '12:00 AM',
    '1:00 AM',
    '8:00 AM',
    '11:00 AM',
    '12:00 PM',
    '1:00 PM',
    '11:00 PM',
  ])
})

test('small numbers of days are written as words', () => {
  expect([1, 3, 9, 10].map(daysText)).toEqual(['one day', 'three days', 'nine days', '10 days'])
})

test.each([
  [8, 24, '8:00 AM the day before', '2026-03-04'],
  [8, 12, '8:00 PM the day before', '2026-03-04'],
  [8, 8, '12:00 AM on the day of', '2026-03-05'],
  [8, 9, '11:00 PM the day before', '2026-03-04'],
  [10, 48, '10:00 AM two days before', '2026-03-03'],
  [0, 1, '11:00 PM the day before', '2026-03-04'],
])(
  'a day that starts at %i with a cut-off of %i hours: %s',
  (dayStartHour, cutoffHours, text, day) => {
    const changed: ShopCalendar = { periods: [{ ...period, dayStartHour, cutoffHours }] }
    expect(cutoffText(changed.periods[0])).toBe(text)
    expect(cutoffDate(changed, '2026-03-05')).toBe(day)
  },
)

test("a delivery's cut-off is written with its date", () => {
  expect(cutoffOn(calendar, '2026-03-05')).toBe('8:00 AM on Wednesday, March 4, 2026')
})

test('a period is written with every rule, so that any change shows in the activity log', () => {
  expect(periodText({ ...period, from: '2026-12-01' })).toBe(
    'from Dec 1, 2026: America/New_York, start 8:00 AM, changes until 24 hours before, charges at 6:00 AM, reminder three days before',
  )
  const changes = [
    { from: '2026-12-02' },
    { timeZone: 'UTC' },
    { dayStartHour: 9 },
    { cutoffHours: 48 },
    { chargeHour: 7 },
    { reminderDays: 4 },
  ]
  const texts = [{}, ...changes].map((change) => periodText({ ...period, ...change }))
  expect(new Set(texts).size).toBe(texts.length)
})
