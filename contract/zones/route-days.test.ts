import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../dates/calendar.ts'
import { defaultCalendar } from '../dates/shop-calendar.ts'
import { nextServedDates, servesDate, toWeekday } from './route-days.ts'
import type { RouteDay } from './zones.ts'

const calendar = defaultCalendar('America/New_York')
/** Monday, March 2, 2026, in the morning. */
const monday = new Date('2026-03-02T14:00:00Z')
const tuesdays: RouteDay = { weekday: 2, everyWeeks: 1, from: '2026-01-01' }
const servedDates = (days: RouteDay[], now = monday, shopCalendar = calendar) =>
  nextServedDates(days, shopCalendar, now).map(({ date }) => date)

test('rule 45: weekdays count from Monday, also before 1970', () => {
  const weekdays = ['2026-03-02', '2026-03-08', '1970-01-01', '1969-12-31', '0001-01-01']

  expect(weekdays.map(toWeekday)).toEqual([1, 7, 4, 3, 1])
})

test('rule 46: the next six route days are offered, from tomorrow on', () => {
  expect(servedDates([tuesdays])).toEqual([
    '2026-03-03',
    '2026-03-10',
    '2026-03-17',
    '2026-03-24',
    '2026-03-31',
    '2026-04-07',
  ])
  const tuesday = new Date('2026-03-03T14:00:00Z')
  expect(servedDates([tuesdays], tuesday)[0]).toBe('2026-03-10')
  expect(servedDates([])).toEqual([])
})

test('rule 45: every second week counts from its date, across week 53 of 2026', () => {
  const day: RouteDay = { weekday: 4, everyWeeks: 2, from: '2026-12-15' }

  const dates = servedDates([day], new Date('2026-12-01T14:00:00Z'))

  expect(dates.slice(0, 3)).toEqual(['2026-12-17', '2026-12-31', '2027-01-14'])
})

test('a route day serves nothing before its first or after its last date', () => {
  const day: RouteDay = { ...tuesdays, validFrom: '2026-03-11', validUntil: '2026-03-24' }

  expect(servedDates([day])).toEqual(['2026-03-17', '2026-03-24'])
})

test('rule 46: closed dates are left out', () => {
  const closed = { ...calendar, closedDates: [{ date: '2026-03-03', name: 'Storm' }] }

  expect(servedDates([tuesdays], monday, closed)[0]).toBe('2026-03-10')
})

test('rule 46: tomorrow is offered until the last ordering hour in the shop, later days always', () => {
  const day: RouteDay = { ...tuesdays, lastOrderHour: 15 }
  const before = new Date('2026-03-02T19:59:59Z')
  const at = new Date('2026-03-02T20:00:00Z')

  expect(servedDates([day], before)[0]).toBe('2026-03-03')
  expect(servedDates([day], at)[0]).toBe('2026-03-10')
})

test('windows of two trucks on one date are offered once, in order', () => {
  const morning = { from: '08:00', to: '12:00' }
  const noon = { from: '12:00', to: '17:00' }
  const days = [
    { ...tuesdays, windows: [noon] },
    { ...tuesdays, windows: [noon, morning] },
  ]

  const [first] = nextServedDates(days, calendar, monday)

  expect(first).toEqual({ date: '2026-03-03', windows: [morning, noon], capacity: null })
})

test('rule 45: of any two following weeks, every second week serves one', () => {
  const days = fc.integer({ min: 0, max: 20_000 })
  const weekday = fc.integer({ min: 1, max: 7 })
  fc.assert(
    fc.property(days, days, weekday, (start, ahead, day) => {
      const from = addDays('2000-01-03', start)
      const routeDay: RouteDay = { weekday: day, everyWeeks: 2, from }
      const first = addDays(from, ahead + 7)
      const served = Array.from({ length: 14 }, (_, offset) => addDays(first, offset)).filter(
        (date) => servesDate(routeDay, date),
      )
      expect(served.map(toWeekday)).toEqual([day])
    }),
  )
})
