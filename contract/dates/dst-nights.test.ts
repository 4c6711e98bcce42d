import { expect, test } from 'vitest'
import { addDays } from './calendar.ts'
import { changeUntil, chargeableFrom, defaultCalendar, shopDate } from './shop-calendar.ts'

/** The days before and after each clock change, with offsets computed by hand. */
const nights = [
  // Forward on 8 March 2026 at 2:00, back on 1 November at 2:00.
  ['America/New_York', '2026-03-07', '2026-03-07T11:00:00Z', '2026-03-06T13:00:00Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T10:00:00Z', '2026-03-07T12:00:00Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T10:00:00Z', '2026-03-08T12:00:00Z'],
  ['America/New_York', '2026-10-31', '2026-10-31T10:00:00Z', '2026-10-30T12:00:00Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T11:00:00Z', '2026-10-31T13:00:00Z'],
  ['America/Los_Angeles', '2026-03-07', '2026-03-07T14:00:00Z', '2026-03-06T16:00:00Z'],
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T13:00:00Z', '2026-03-07T15:00:00Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T14:00:00Z', '2026-10-31T16:00:00Z'],
  // Southern hemisphere: back on 5 April 2026 at 3:00, forward on 4 October at 2:00.
  ['Australia/Sydney', '2026-04-04', '2026-04-03T19:00:00Z', '2026-04-02T21:00:00Z'],
  ['Australia/Sydney', '2026-04-05', '2026-04-04T20:00:00Z', '2026-04-03T22:00:00Z'],
  ['Australia/Sydney', '2026-10-03', '2026-10-02T20:00:00Z', '2026-10-01T22:00:00Z'],
  ['Australia/Sydney', '2026-10-04', '2026-10-03T19:00:00Z', '2026-10-02T21:00:00Z'],
  // No clock changes, and an offset of 45 minutes.
  ['Asia/Kathmandu', '2026-03-08', '2026-03-08T00:15:00Z', '2026-03-07T02:15:00Z'],
  ['Asia/Kathmandu', '2026-11-01', '2026-11-01T00:15:00Z', '2026-10-31T02:15:00Z'],
] as const

test.each(nights)(
  'R11: in %s the delivery of %s uses local time for its charge and cut-off',
  (zone, date, charge, cutoff) => {
    const calendar = defaultCalendar(zone)
    expect(chargeableFrom(calendar, date)).toEqual(new Date(charge))
    expect(changeUntil(calendar, date)).toEqual(new Date(cutoff))
  },
)

const zones = ['America/New_York', 'America/Los_Angeles', 'Australia/Sydney', 'Asia/Kathmandu']

test.each(zones)(
  'R11: in %s every date of a year occurs once, and its charge windows are consecutive',
  (zone) => {
    const calendar = defaultCalendar(zone)
    let hour = Date.parse('2026-01-01T00:00:00Z')
    let day = shopDate(calendar, new Date(hour))
    const end = addDays(day, 400)
    while (day < end) {
      hour += 3_600_000
      const next = shopDate(calendar, new Date(hour))
      if (next === day) continue
      // No date is missing or repeated.
      expect(next).toBe(addDays(day, 1))
      day = next
      expect(shopDate(calendar, chargeableFrom(calendar, day))).toBe(day)
      expect(changeUntil(calendar, day) < chargeableFrom(calendar, day)).toBe(true)
      const between =
        chargeableFrom(calendar, day).getTime() -
        chargeableFrom(calendar, addDays(day, -1)).getTime()
      expect([23, 24, 25]).toContain(between / 3_600_000)
    }
  },
)
