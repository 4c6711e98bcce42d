import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type CalendarDate, LAST_DATE } from '../dates/calendar.ts'
import { defaultCalendar, isClosed } from '../dates/shop-calendar.ts'
import { type DeliveryCalendar, landedDate, nextRouteDay } from './landed-date.ts'
import { servesDate } from './route-days.ts'
import { toZoneCalendar } from './zone-exceptions.ts'
import type { RouteDay } from './zones.ts'

const FROM = '2026-01-05'
const tuesdays: RouteDay = { weekday: 2, everyWeeks: 1, from: FROM }

type Extra = { closed?: string[]; exceptions?: string[] }

function zoned(routeDays: RouteDay[], { closed = [], exceptions = [] }: Extra = {}) {
  const calendar: DeliveryCalendar = {
    ...defaultCalendar('America/New_York'),
    closedDates: closed.toSorted().map((date) => ({ date, name: '' })),
    zone: { routeDays, exceptions: exceptions.map((date) => ({ date, kind: 'closed' })) },
  }
  return calendar
}

test('rule 47: a date lands on the nearest route day, on the later of two', () => {
  const weekly = zoned([tuesdays])
  const everySecond = zoned([{ ...tuesdays, everyWeeks: 2, from: '2026-03-03' }])

  // Tuesday, then Friday to Monday.
  expect(landedDate(weekly, '2026-03-10')).toBe('2026-03-10')
  expect(landedDate(weekly, '2026-03-13')).toBe('2026-03-10')
  expect(landedDate(weekly, '2026-03-14')).toBe('2026-03-17')
  expect(landedDate(weekly, '2026-03-16')).toBe('2026-03-17')
  // March 10 is seven days from both March 3 and March 17.
  expect(landedDate(everySecond, '2026-03-09')).toBe('2026-03-03')
  expect(landedDate(everySecond, '2026-03-10')).toBe('2026-03-17')
})

test('rule 47: a closed date and an exception are no route days', () => {
  const closed = zoned([tuesdays], { closed: ['2026-03-10'] })
  const excepted = zoned([tuesdays], { exceptions: ['2026-03-10'] })

  for (const calendar of [closed, excepted]) {
    expect(landedDate(calendar, '2026-03-09')).toBe('2026-03-03')
    expect(landedDate(calendar, '2026-03-10')).toBe('2026-03-17')
    expect(nextRouteDay(calendar, '2026-03-10')).toBe('2026-03-17')
  }
})

/** Each date of a zone with Tuesdays is moved to the other one. */
function moving(routeDays: RouteDay[], moves: Record<CalendarDate, CalendarDate>) {
  const exceptions = Object.entries(moves).map(([date, toDate]) => ({
    date,
    kind: 'closed' as const,
    toDate,
  }))
  return { ...zoned([]), zone: toZoneCalendar({ routeDays, exceptions }) }
}

test('rule 48: only deliveries that land on a moved route day go to its new date', () => {
  const calendar = moving([tuesdays], { '2026-03-10': '2026-03-12' })

  expect(landedDate(calendar, '2026-03-09')).toBe('2026-03-12')
  expect(landedDate(calendar, '2026-03-13')).toBe('2026-03-12')
  // Thursday, March 12, would be nearer than Tuesday, March 17.
  expect(landedDate(calendar, '2026-03-14')).toBe('2026-03-17')
  expect(nextRouteDay(calendar, '2026-03-09')).toBe('2026-03-12')
})

test('rule 48: a route day that is moved past another one is closed for landing', () => {
  const past = moving([tuesdays], { '2026-03-10': '2026-03-19' })
  const crossing = moving([tuesdays], { '2026-03-10': '2026-03-13', '2026-03-17': '2026-03-12' })

  expect(landedDate(past, '2026-03-10')).toBe('2026-03-17')
  expect(landedDate(crossing, '2026-03-10')).toBe('2026-03-03')
  expect(landedDate(crossing, '2026-03-17')).toBe('2026-03-24')
})

test('rule 47: the weekday changes with the last date of one route day and the first of another', () => {
  const thursdays: RouteDay = { ...tuesdays, weekday: 4, validFrom: '2026-04-01' }
  const calendar = zoned([{ ...tuesdays, validUntil: '2026-03-31' }, thursdays])

  expect(landedDate(calendar, '2026-03-25')).toBe('2026-03-24')
  expect(landedDate(calendar, '2026-04-08')).toBe('2026-04-09')
})

test('while a zone is not served, calendar dates count, but for a week at its ends', () => {
  const calendar = zoned([{ ...tuesdays, validFrom: '2026-04-07', validUntil: '2026-04-21' }])

  expect(landedDate(calendar, '2026-03-30')).toBe('2026-03-30')
  expect(landedDate(calendar, '2026-03-31')).toBe('2026-04-07')
  expect(landedDate(calendar, '2026-04-28')).toBe('2026-04-21')
  expect(landedDate(calendar, '2026-04-29')).toBe('2026-04-29')
  expect(landedDate(zoned([]), '2026-04-29')).toBe('2026-04-29')
})

test('a long closure ends on a route day', () => {
  const closed = Array.from({ length: 60 }, (_, n) => addDays('2026-06-01', n))
  const calendar = zoned([tuesdays], { closed })

  // The shop is closed until Thursday, July 30.
  expect(landedDate(calendar, '2026-07-01')).toBe('2026-08-04')
})

test('AU1: dates at both ends of the calendar land within it', () => {
  const calendar = zoned([{ ...tuesdays, everyWeeks: 2, from: '9999-12-01' }])

  expect(landedDate(calendar, LAST_DATE)).toBe(LAST_DATE)
  expect(landedDate(calendar, '9999-12-30')).toBe('9999-12-28')
  expect(landedDate(zoned([tuesdays]), '0001-01-01')).toBe('0001-01-01')
  expect(nextRouteDay(zoned([]), LAST_DATE)).toBe(LAST_DATE)
})

const START = '2026-03-01'
const day = (max: number) =>
  fc.integer({ min: 0, max }).map((days): CalendarDate => addDays(START, days))
const routeDay: fc.Arbitrary<RouteDay> = fc.record({
  weekday: fc.integer({ min: 1, max: 7 }),
  everyWeeks: fc.constantFrom(1 as const, 2 as const),
  from: day(20),
  validFrom: fc.option(day(120), { nil: undefined }),
  validUntil: fc.option(day(300), { nil: undefined }),
})
const calendars = fc
  .record({
    routeDays: fc.array(routeDay, { maxLength: 3 }),
    closed: fc.uniqueArray(day(300), { maxLength: 40 }),
    exceptions: fc.uniqueArray(day(300), { maxLength: 10 }),
  })
  .map(({ routeDays, ...extra }) => zoned(routeDays, extra))
const movingCalendars = fc
  .record({
    routeDays: fc.array(routeDay, { maxLength: 3 }),
    moves: fc.dictionary(day(120), day(130), { maxKeys: 12 }),
  })
  .map(({ routeDays, moves }) => moving(routeDays, moves))

const isOpenRouteDay = (calendar: DeliveryCalendar, date: CalendarDate) =>
  !isClosed(calendar, date) &&
  !calendar.zone?.exceptions?.some((other) => other.date === date) &&
  (calendar.zone?.routeDays ?? []).some((candidate) => servesDate(candidate, date))

test('rule 47: for any calendar, the landed date is open and none is nearer', () => {
  fc.assert(
    fc.property(calendars, day(300), (calendar, date) => {
      const landed = landedDate(calendar, date)
      expect(isClosed(calendar, landed)).toBe(false)
      expect(landedDate(calendar, landed)).toBe(landed)
      if (!isOpenRouteDay(calendar, landed)) return
      const distance = Math.abs(Date.parse(landed) - Date.parse(date)) / 86_400_000
      for (let n = 0; n < distance; n += 1) {
        // A long closure ends later: what is nearer is then before it, and more than a week away.
        if (distance <= 14) expect(isOpenRouteDay(calendar, addDays(date, n))).toBe(false)
        if (distance <= 7) expect(isOpenRouteDay(calendar, addDays(date, -n))).toBe(false)
      }
      const isTie = landed < date && isOpenRouteDay(calendar, addDays(date, distance))
      expect(isTie).toBe(false)
    }),
    { numRuns: 300 },
  )
})

test('rule 47: a later calendar date never lands earlier', () => {
  fc.assert(
    fc.property(fc.oneof(calendars, movingCalendars), day(300), (calendar, date) => {
      const next = addDays(date, 1)
      expect(landedDate(calendar, next) >= landedDate(calendar, date)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('rule 47: where a zone is served every week, no date lands more than three days away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), day(3000), (weekday, date) => {
      const calendar = zoned([{ ...tuesdays, weekday }])
      const days = (Date.parse(landedDate(calendar, date)) - Date.parse(date)) / 86_400_000
      expect(Math.abs(days)).toBeLessThanOrEqual(3)
    }),
  )
})
