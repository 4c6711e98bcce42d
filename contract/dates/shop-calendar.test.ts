import { expect, test } from 'vitest'
import {
  changeUntil,
  chargeableFrom,
  defaultCalendar,
  earliestDelivery,
  lastPastCutoff,
  longestReminder,
  reminderDate,
  type ShopCalendar,
  shopDate,
} from './shop-calendar.ts'

test('I12: the earliest delivery is tomorrow in that zone, also across daylight saving changes', () => {
  const calendar = defaultCalendar('America/New_York')

  expect(earliestDelivery(calendar, new Date('2026-03-08T04:59:59Z'))).toBe('2026-03-08')
  expect(earliestDelivery(calendar, new Date('2026-03-08T05:00:00Z'))).toBe('2026-03-09')
  expect(earliestDelivery(calendar, new Date('2026-11-01T04:30:00Z'))).toBe('2026-11-02')
  expect(earliestDelivery(calendar, new Date('2028-02-28T15:00:00Z'))).toBe('2028-02-29')
})

const NEW_YORK = defaultCalendar('America/New_York')

/** From December 1 the shop is in another zone, starts later and closes changes earlier. */
const changedTo = (timeZone: string): ShopCalendar => ({
  periods: [
    ...NEW_YORK.periods,
    {
      from: '2026-12-01',
      timeZone,
      dayStartHour: 9,
      cutoffHours: 48,
      chargeHour: 7,
      reminderDays: 5,
    },
  ],
})

test('rule 34: a delivery follows the period of its date, and earlier dates keep their promises', () => {
  const calendar = changedTo('America/Chicago')
  expect(changeUntil(calendar, '2026-11-30')).toEqual(changeUntil(NEW_YORK, '2026-11-30'))
  expect(chargeableFrom(calendar, '2026-11-30')).toEqual(chargeableFrom(NEW_YORK, '2026-11-30'))
  expect(reminderDate(calendar, '2026-11-30')).toBe('2026-11-27')

  expect(changeUntil(calendar, '2026-12-01')).toEqual(new Date('2026-11-29T15:00:00Z'))
  expect(chargeableFrom(calendar, '2026-12-01')).toEqual(new Date('2026-12-01T13:00:00Z'))
  expect(reminderDate(calendar, '2026-12-01')).toBe('2026-11-26')
  expect(longestReminder(calendar)).toBe(5)
})

test.each(['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'rule 34: dates never go back when the shop moves to %s',
  (zone) => {
    const calendar = changedTo(zone)
    const end = Date.parse('2026-12-03T00:00:00Z')
    let day = '2026-11-28'
    for (let time = Date.parse('2026-11-28T06:00:00Z'); time < end; time += 900_000) {
      const next = shopDate(calendar, new Date(time))
      expect(next >= day).toBe(true)
      day = next
    }
    expect(day >= '2026-12-02').toBe(true)
  },
)

test('the last date past its cut-off is today from midnight on, and tomorrow from 8 AM on', () => {
  const at = (time: string) => lastPastCutoff(NEW_YORK, new Date(time))
  expect(at('2026-03-04T05:00:00Z')).toBe('2026-03-04')
  expect(at('2026-03-04T12:59:59Z')).toBe('2026-03-04')
  expect(at('2026-03-04T13:00:00Z')).toBe('2026-03-05')
})

test('the last date past its cut-off can be days ahead, or yesterday', () => {
  const withHours = (cutoffHours: number): ShopCalendar => ({
    periods: [{ ...NEW_YORK.periods[0], cutoffHours }],
  })
  const now = new Date('2026-03-04T06:00:00Z')
  expect(lastPastCutoff(withHours(72), now)).toBe('2026-03-06')
  expect(lastPastCutoff(withHours(2), now)).toBe('2026-03-03')
})
