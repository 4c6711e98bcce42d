import { expect, test } from 'vitest'
import { groupBy } from '#server/group-by.ts'
import { boardTrip, placeStop, routeWarnings } from './rules.ts'

/** 'a b | c' as stops: a space between stops, a bar between trips. */
const parse = (text: string) =>
  text.split(' | ').flatMap((trip, tripIndex) =>
    trip
      .split(' ')
      .filter(Boolean)
      .map((id, index) => ({ id, trip: tripIndex + 1, position: index + 1 })),
  )

function print(stops: { id: string; trip: number }[]): string {
  const trips = groupBy(stops, ({ trip }) => trip)
  return [...trips].map(([, list]) => list.map(({ id }) => id).join(' ')).join(' | ')
}

test.each([
  ['a b c', 'c', { position: 1 }, 'c a b'],
  ['a b c', 'a', { position: 2 }, 'b a c'],
  ['a b c', 'a', { position: 99 }, 'b c a'],
  ['a b c', 'b', {}, 'a b c'],
  ['a b | c', 'x', {}, 'a b | c x'],
  ['a b | c', 'x', { trip: 1, position: 1 }, 'x a b | c'],
  ['a b | c', 'c', { trip: 1 }, 'a b c'],
  ['a b', 'b', { trip: 2 }, 'a | b'],
  ['a b', 'b', { trip: 20 }, 'a | b'],
  ['a | b', 'a', { trip: 2, position: 1 }, 'a b'],
  ['', 'x', { trip: 3, position: 7 }, 'x'],
])('in "%s" %s moves to %o', (before, id, slot, after) => {
  const placed = placeStop(parse(before), id, slot)

  expect(print(placed)).toBe(after)
  expect(placed).toEqual(parse(after))
})

test('the trips of a truck that is out keep their numbers', () => {
  const placed = placeStop(parse('a | b'), 'a', { trip: 2 }, { keepsTripNumbers: true })

  expect(placed).toEqual([
    { id: 'b', trip: 2, position: 1 },
    { id: 'a', trip: 2, position: 2 },
  ])
})

test.each([
  [{ isAbsent: true, isDisabled: false, isBusy: false }, ['The driver is away on this date']],
  [
    { isAbsent: true, isDisabled: true, isBusy: false },
    ['The driver is disabled. Choose another one.'],
  ],
  [
    { isAbsent: false, isDisabled: false, isBusy: true },
    ['The driver has another route on this date'],
  ],
  [{ isAbsent: false, isDisabled: false, isBusy: false }, []],
  [undefined, []],
])('a route whose driver is %o warns %o', (driver, warnings) => {
  const truck = { capacity: 24, status: 'available' }

  expect(routeWarnings([], { date: '2026-03-05', truck, driver })).toEqual(warnings)
})

test('a driver is in the latest trip that has started, as the board counts trips', () => {
  expect(boardTrip([1, 3], 1)).toBe(1)
  expect(boardTrip([1, 3], 2)).toBe(1)
  expect(boardTrip([1, 3], 3)).toBe(2)
  expect(boardTrip([2], 1)).toBe(1)
  expect(boardTrip([], 4)).toBe(1)
})
