import { expect, test } from 'vitest'
import { addDays, type CalendarDate, LAST_DATE } from '#contract/dates/calendar.ts'
import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import { type DeliveryCalendar, landedDate } from '#contract/zones/landed-date.ts'
import type { RouteDay } from '#contract/zones/zones.ts'
import { createRng } from '#server/demo/rng.ts'
import { seededRandom } from '#tests/support/test-runtime.ts'
import {
  type Cadence,
  cadenceDate,
  deliveryDateFinder,
  nextEditableCycle,
  sharesDate,
} from '../cycle-dates.ts'
import { reassignedDate } from './reassign-dates.ts'

/** A Thursday. */
const ANCHOR = '2026-03-05'
const tuesdays: RouteDay = { weekday: 2, everyWeeks: 1, from: '2026-01-05' }
const zoned = (...routeDays: RouteDay[]): DeliveryCalendar => ({
  ...defaultCalendar('America/New_York'),
  zone: { routeDays },
})
const weekly = {
  anchor: ANCHOR,
  anchorCycle: 0,
  frequency: 'weekly' as const,
  firstDate: ANCHOR,
}

test('rule 47: cycles land on route days, and the cadence does not drift', () => {
  const dates = [1, 2, 3].map(deliveryDateFinder(weekly, [], zoned(tuesdays)))

  expect(dates).toEqual(['2026-03-10', '2026-03-17', '2026-03-24'])
  expect(cadenceDate(weekly, 3)).toBe('2026-03-26')
})

test('rule 47: a moved cycle and an ordered one keep their dates, a skipped one lands again', () => {
  const rows = [
    { cycle: 1, date: '2026-03-12', status: 'ordered', isMoved: false, orderId: 'o1' },
    { cycle: 2, date: '2026-03-20', status: 'planned', isMoved: true, orderId: null },
    // Skipped while the zone was served on Wednesdays, and restored since.
    { cycle: 3, date: '2026-03-25', status: 'planned', isMoved: false, orderId: null },
  ]
  const dates = [1, 2, 3].map(deliveryDateFinder(weekly, rows, zoned(tuesdays)))

  expect(dates).toEqual(['2026-03-12', '2026-03-20', '2026-03-24'])
})

test('rule 47: a moved cycle on a date that closes goes to the next route day', () => {
  const calendar = { ...zoned(tuesdays), closedDates: [{ date: '2026-03-20', name: 'Storm' }] }
  const rows = [{ cycle: 2, date: '2026-03-20', status: 'planned', isMoved: true }]

  expect(deliveryDateFinder(weekly, rows, calendar)(2)).toBe('2026-03-24')
})

test('rule 47: a weekly cycle in a zone of every second week shares each second date', () => {
  const calendar = zoned({ ...tuesdays, everyWeeks: 2, from: '2026-03-03' })
  const cycles = [1, 2, 3, 4, 5]

  expect(cycles.map(deliveryDateFinder(weekly, [], calendar))).toEqual([
    '2026-03-17',
    '2026-03-17',
    '2026-03-31',
    '2026-03-31',
    '2026-04-14',
  ])
  expect(cycles.map((cycle) => sharesDate(weekly, [], calendar, cycle))).toEqual([
    false,
    true,
    false,
    true,
    false,
  ])
})

test('a cycle that lands before a delivery that kept its date is not delivered in addition to it', () => {
  // The zone is not served on March 17, so March 26 lands on March 31, and April 2 too.
  const calendar = zoned({ ...tuesdays, everyWeeks: 2, from: '2026-03-03' })
  const rows = [{ cycle: 3, date: '2026-04-01', status: 'ordered', isMoved: true, orderId: 'o3' }]

  expect(deliveryDateFinder(weekly, rows, calendar)(4)).toBe('2026-03-31')
  expect(sharesDate(weekly, rows, calendar, 4)).toBe(true)
})

test('AU1: landing in the year 9999 ends', () => {
  const calendar = zoned(tuesdays)
  const late = { ...weekly, anchor: '9999-12-20', firstDate: '9999-12-20' }
  const now = new Date('2026-03-06T15:00:00Z')

  expect([1, 2, 3].map(deliveryDateFinder(late, [], calendar))).toEqual([
    '9999-12-28',
    LAST_DATE,
    LAST_DATE,
  ])
  expect(sharesDate(late, [], calendar, 100_000)).toBe(false)
  expect(nextEditableCycle({ ...late, nextCycle: 1 }, [], calendar, now)).toEqual({
    nextCycle: 1,
    nextDate: '9999-12-28',
  })
})

const frequencies = ['weekly', 'bi-weekly', 'monthly'] as const

test('rule 47, I12: for any route days, dates follow from the cadence and are delivered once', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const rng = createRng(seededRandom(`landing ${seed}`))
    const routeDays = Array.from({ length: 1 + rng.below(2) }, (): RouteDay => {
      const from = addDays('2026-02-01', rng.below(14))
      return { weekday: 1 + rng.below(7), everyWeeks: rng.below(2) === 0 ? 1 : 2, from }
    })
    const closedDates = Array.from({ length: rng.below(30) }, () => ({
      date: addDays(ANCHOR, rng.below(200)),
      name: '',
    }))
    const calendar = { ...zoned(...routeDays), closedDates }
    const subscription = { ...weekly, frequency: frequencies[seed % 3] ?? 'weekly' }
    const dateFor = deliveryDateFinder(subscription, [], calendar)
    const delivered = new Set<CalendarDate>([ANCHOR])
    for (let cycle = 1; cycle <= 30; cycle += 1) {
      const label = `seed ${seed} cycle ${cycle}`
      const date = dateFor(cycle)
      expect(date, label).toBe(landedDate(calendar, cadenceDate(subscription, cycle)))
      const isShared = sharesDate(subscription, [], calendar, cycle)
      expect(isShared, label).toBe(delivered.has(date) || date < ANCHOR)
      delivered.add(date)
      if (cycle % 7 === 0) assertNextCycle(subscription, calendar, date, label)
    }
  }
})

/** The next cycle is the first whose landed date can still be changed. */
function assertNextCycle(
  subscription: Cadence,
  calendar: DeliveryCalendar,
  date: CalendarDate,
  label: string,
): void {
  const now = new Date(`${addDays(date, -2)}T15:00:00Z`)
  const dateFor = deliveryDateFinder(subscription, [], calendar)
  let expected = 1
  while (dateFor(expected) < date) expected += 1
  const { nextDate } = nextEditableCycle({ ...subscription, nextCycle: 1 }, [], calendar, now)
  expect(nextDate >= addDays(date, -1), label).toBe(true)
  expect(nextDate <= dateFor(expected), label).toBe(true)
}

test('rule 47: no delivery is moved inside its cut-off', () => {
  const calendar = zoned(tuesdays)
  // Monday, March 9, after the cut-off for Tuesday.
  const now = new Date('2026-03-09T15:00:00Z')
  const [landed, known] = ['2026-03-10', '2026-03-12']

  const monthly = reassignedDate({ landed, known, following: '2026-04-07' }, calendar, now)
  const each = reassignedDate({ landed, known, following: '2026-03-17' }, calendar, now)

  expect([monthly, each]).toEqual(['2026-03-17', known])
  const early = new Date('2026-03-09T11:00:00Z')
  expect(reassignedDate({ landed, known, following: '2026-03-17' }, calendar, early)).toBe(landed)
})
