import { expect, test } from 'vitest'
import { addDays } from '#contract/dates/calendar.ts'
import { defaultCalendar, isClosed } from '#contract/dates/shop-calendar.ts'
import type { DeliveryCalendar } from '#contract/zones/landed-date.ts'
import { createRng, type Rng } from '#server/demo/rng.ts'
import { seededRandom } from '#tests/support/test-runtime.ts'
import { cadenceDate, deliveryDateFinder, nextEditableCycle, sharesDate } from '../cycle-dates.ts'

const ANCHOR = '2026-03-05'

function closedOn(...dates: string[]): DeliveryCalendar {
  const closedDates = dates.toSorted().map((date) => ({ date, name: '' }))
  return { ...defaultCalendar('America/New_York'), closedDates, zone: undefined }
}

const run = (first: string, days: number) =>
  Array.from({ length: days }, (_, n) => addDays(first, n))

const weekly = {
  anchor: ANCHOR,
  anchorCycle: 0,
  frequency: 'weekly' as const,
  firstDate: ANCHOR,
}
const findDates = (calendar: DeliveryCalendar, cycles: number[]) =>
  cycles.map(deliveryDateFinder(weekly, [], calendar))

test('rule 34: a closed cadence date moves to the next open date, and later ones do not drift', () => {
  const calendar = closedOn('2026-03-12', '2026-03-13')

  expect(findDates(calendar, [1, 2, 3])).toEqual(['2026-03-14', '2026-03-19', '2026-03-26'])
})

test('rule 34: of two cycles that land on one date, only the later one shares it', () => {
  const calendar = closedOn(...run('2026-03-12', 8))

  expect(findDates(calendar, [1, 2, 3])).toEqual(['2026-03-20', '2026-03-20', '2026-03-26'])
  expect([1, 2, 3].map((cycle) => sharesDate(weekly, [], calendar, cycle))).toEqual([
    false,
    true,
    false,
  ])
})

test('a cycle that the customer skipped leaves its date to the next one', () => {
  const calendar = closedOn(...run('2026-03-12', 8))
  const rows = [{ cycle: 1, date: '2026-03-20', status: 'skipped' }]

  expect(sharesDate(weekly, rows, calendar, 2)).toBe(false)
})

test('the first order takes up its date too, also after it was moved', () => {
  const calendar = closedOn(...run('2026-03-05', 7))

  expect(sharesDate({ ...weekly, firstDate: '2026-03-12' }, [], calendar, 1)).toBe(true)
})

test('a delivery that was ordered or skipped keeps its date', () => {
  const rows = [
    { cycle: 1, date: '2026-03-12', status: 'ordered' },
    { cycle: 2, date: '2026-03-19', status: 'planned' },
  ]
  const dateFor = deliveryDateFinder(weekly, rows, closedOn('2026-03-12', '2026-03-19'))

  expect([dateFor(1), dateFor(2)]).toEqual(['2026-03-12', '2026-03-20'])
})

test('the next cycle is the first one whose moved date can still be changed', () => {
  const calendar = closedOn(...run('2026-03-12', 3))
  const now = new Date('2026-03-14T15:00:00Z')

  expect(nextEditableCycle({ ...weekly, nextCycle: 1 }, [], calendar, now)).toEqual({
    nextCycle: 2,
    nextDate: '2026-03-19',
  })
  const earlier = new Date('2026-03-13T15:00:00Z')
  expect(nextEditableCycle({ ...weekly, nextCycle: 1 }, [], calendar, earlier)).toEqual({
    nextCycle: 1,
    nextDate: '2026-03-15',
  })
})

test('AU1: with every date closed no loop stalls', () => {
  const calendar = closedOn(...run('2026-03-06', 200))
  const now = new Date('2026-03-06T15:00:00Z')

  const next = nextEditableCycle({ ...weekly, nextCycle: 1 }, [], calendar, now)

  expect(next).toEqual({ nextCycle: 1, nextDate: '2026-09-22' })
  const shared = Array.from({ length: 40 }, (_, n) => sharesDate(weekly, [], calendar, n + 1))
  expect(shared.indexOf(false)).toBe(0)
  expect(shared.filter((isShared) => !isShared)).toHaveLength(40 - shared.lastIndexOf(true))
})

const frequencies = ['weekly', 'bi-weekly', 'monthly'] as const

function randomCalendar(rng: Rng): DeliveryCalendar {
  const dates = new Set<string>()
  for (let runs = rng.below(9); runs > 0; runs -= 1)
    for (const date of run(addDays(ANCHOR, 1 + rng.below(200)), 1 + rng.below(20))) dates.add(date)
  return closedOn(...dates)
}

test('rule 34, I5: for any closed dates, deliveries are on open, increasing dates near the cadence', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const rng = createRng(seededRandom(`closed dates ${seed}`))
    const frequency = frequencies[seed % 3] ?? 'weekly'
    const subscription = { ...weekly, frequency }
    const calendar = randomCalendar(rng)
    const dateFor = deliveryDateFinder(subscription, [], calendar)
    let previous = ANCHOR
    for (let cycle = 1; cycle <= 30; cycle += 1) {
      const label = `seed ${seed} ${frequency} cycle ${cycle}`
      const date = dateFor(cycle)
      const cadence = cadenceDate(subscription, cycle)
      expect(isClosed(calendar, date), label).toBe(false)
      expect(date >= cadence, label).toBe(true)
      // Every date from the cadence's up to the delivery's is closed: it never moves too far.
      for (let day = cadence; day < date; day = addDays(day, 1))
        expect(isClosed(calendar, day), label).toBe(true)
      const isShared = sharesDate(subscription, [], calendar, cycle)
      expect(isShared, label).toBe(date === previous)
      expect(date >= previous, label).toBe(true)
      previous = date
    }
  }
})
