import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addDaysClamped,
  cycleDate,
  cyclesUntil,
  dateIn,
  FIRST_DATE,
  formatDate,
  instantIn,
  isCalendarDate,
  LAST_DATE,
} from './calendar.ts'

const instant = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2099-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const day = instant.map((date) => date.toISOString().slice(0, 10))

test("I12: today is the current date in the shop's time zone", () => {
  const newYearsEve = new Date('2026-01-01T02:00:00Z')

  expect(dateIn('America/New_York', newYearsEve)).toBe('2025-12-31')
  expect(dateIn('UTC', newYearsEve)).toBe('2026-01-01')
  expect(dateIn('Pacific/Kiritimati', newYearsEve)).toBe('2026-01-01')
})

test('adding and then subtracting days returns the same date, over months, years and leap days', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
      expect(addDays(addDays(date, days), -days)).toBe(date)
      expect(isCalendarDate(addDays(date, days))).toBe(true)
    }),
  )
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})

test('a date in one zone is at most a day from the date in another', () => {
  fc.assert(
    fc.property(instant, (time) => {
      const aucklandDate = dateIn('Pacific/Auckland', time)
      expect([0, 1].map((days) => addDays(dateIn('UTC', time), days))).toContain(aucklandDate)
    }),
  )
})

test.each([
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-1-1',
  '20260101',
  '',
  '2026-02-29 ',
  'soon',
])('%j is not a calendar date', (text) => expect(isCalendarDate(text)).toBe(false))

test('a date is formatted as the same day in every viewer time zone', () => {
  expect(formatDate('2026-03-05')).toBe('Thursday, March 5, 2026')
  expect(formatDate('2026-03-05', 'short')).toBe('Mar 5, 2026')
  expect(formatDate('2026-03-05T23:00:00.000Z')).toBe('Thursday, March 5, 2026')
  expect(formatDate('soon')).toBe('soon')
})

test('AU1: no calculation leaves the supported range of four-digit years', () => {
  expect(addDays('9999-12-30', 1)).toBe(LAST_DATE)
  expect(() => addDays(LAST_DATE, 1)).toThrow(RangeError)
  expect(() => addDays(FIRST_DATE, -1)).toThrow(RangeError)
  expect(() => addDays('2026-03-05', Number.POSITIVE_INFINITY)).toThrow(RangeError)
  expect(() => addDays('2026-03-05', 1e12)).toThrow(RangeError)
  expect(() => addDays('+010000-01-01', 1)).toThrow(RangeError)
  expect(addDaysClamped(LAST_DATE, 28)).toBe(LAST_DATE)
  expect(addDaysClamped(FIRST_DATE, -28)).toBe(FIRST_DATE)
  for (const frequency of ['weekly', 'bi-weekly', 'monthly'] as const) {
    expect(cycleDate(LAST_DATE, frequency, 0)).toBe(LAST_DATE)
    expect(() => cycleDate(LAST_DATE, frequency, 1)).toThrow(RangeError)
    expect(() => cycleDate('2026-03-05', frequency, 1e9)).toThrow(RangeError)
    expect(() => cycleDate(FIRST_DATE, frequency, -1)).toThrow(RangeError)
  }
  expect(cycleDate('0050-01-31', 'monthly', 1)).toBe('0050-02-28')
  expect(['0000-12-31', '10000-01-01', '+010000-01-01'].map(isCalendarDate)).not.toContain(true)
  expect(() => dateIn('UTC', new Date(8.64e15))).toThrow(RangeError)
  expect(dateIn('UTC', new Date('0999-01-01T12:00:00Z'))).toBe('0999-01-01')
})

test('AU1: midnight is found in every zone on the first and the last date', () => {
  for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati']) {
    for (const date of [LAST_DATE, '9999-07-01', '1000-01-02']) {
      expect(dateIn(zone, new Date(instantIn(zone, date, 0).getTime() + 1000))).toBe(date)
    }
    expect(Number.isNaN(instantIn(zone, FIRST_DATE, 0).getTime())).toBe(false)
  }
})

test('AU1: the computed cycle number of a date equals the counted one', () => {
  const cycle = fc.record({
    anchor: day,
    date: day,
    frequency: fc.constantFrom('weekly', 'bi-weekly', 'monthly'),
  })
  fc.assert(
    fc.property(cycle, ({ anchor, date, frequency }) => {
      const n = cyclesUntil(anchor, frequency as 'weekly', date)
      expect(cycleDate(anchor, frequency as 'weekly', n) >= date).toBe(true)
      expect(cycleDate(anchor, frequency as 'weekly', n - 1) < date).toBe(true)
    }),
  )
  expect(cyclesUntil('2026-01-31', 'monthly', '2026-02-28')).toBe(1)
  expect(cyclesUntil('2026-01-31', 'monthly', '2026-03-01')).toBe(2)
})

test('I12: an hour that a clock skips in spring is the next one, on the same date', () => {
  expect(instantIn('America/New_York', '2026-03-08', 2).toISOString()).toBe(
    '2026-03-08T07:00:00.000Z',
  )
  expect(instantIn('America/New_York', '2026-03-08', 3).toISOString()).toBe(
    '2026-03-08T07:00:00.000Z',
  )
  for (const [zone, date] of [
    ['Africa/Cairo', '2026-04-24'],
    ['America/Havana', '2026-03-08'],
    ['Asia/Beirut', '2026-03-29'],
    ['America/Asuncion', '2023-10-01'],
  ] as const) {
    expect(dateIn(zone, instantIn(zone, date, 0)), zone).toBe(date)
  }
  // Of an hour that comes twice in fall, the first one counts.
  expect(instantIn('America/New_York', '2026-11-01', 1).toISOString()).toBe(
    '2026-11-01T05:00:00.000Z',
  )
})
