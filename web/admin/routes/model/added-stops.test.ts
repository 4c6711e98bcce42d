import { expect, test } from 'vitest'
import type { AddedStop } from '#contract/routes/board.ts'
import { fixtureRoute } from '#tests/support/routing/board-fixture.ts'
import { buildLanes, rowsOf } from './lanes.ts'

const added = (name: string, time: string, trip = 1): AddedStop => ({
  id: name,
  trip,
  at: `2026-03-05T${time}:00.000Z`,
  name,
  left: 1,
  taken: 0,
  reviewId: null,
})

/** The rows of each trip: planned stops were visited at these times, in the order of their names. */
function rowsWith(text: string, visitedAt: Record<string, string>, addedStops: AddedStop[]) {
  const route = fixtureRoute('blue', text)
  for (const stop of route.trips.flatMap(({ stops }) => stops)) {
    const time = visitedAt[stop.orderId]
    if (time) stop.outcomeAt = `2026-03-05T${time}:00.000Z`
  }
  const [lane] = buildLanes({
    ...{ date: '2026-03-05', publishFrom: '', unplanned: [], drivers: [], zones: [] },
    ...{ depot: null, planId: null, routes: [{ ...route, addedStops }] },
    trucks: [{ id: 'blue', name: 'Blue', capacity: 6, status: 'available' }],
  })
  return lane?.trips.map((trip) =>
    rowsOf(trip)
      .map((row) => ('added' in row ? row.added.id : `${row.index}${row.stop.orderId}`))
      .join(' '),
  )
}

test('an added stop stands after the last stop that was visited before it', () => {
  const stops = [added('early', '12:00'), added('dock', '13:30'), added('gate', '13:40')]
  expect(rowsWith('a b c', { a: '13:00', b: '14:00' }, stops)).toEqual(['early 0a dock gate 1b 2c'])
  expect(rowsWith('a b c', {}, stops)).toEqual(['early dock gate 0a 1b 2c'])
})

test('an added stop stands after the last of the stops before it if they were visited in another order', () => {
  const stops = [added('early', '12:00'), added('dock', '13:30'), added('gate', '14:00')]
  const visits = { a: '14:00', b: '15:00', c: '13:00', d: '16:00' }
  expect(rowsWith('a b c d', visits, stops)).toEqual(['early 0a 1b 2c dock gate 3d'])
  expect(rowsWith('a b c d', { b: '14:00' }, stops)).toEqual(['early dock 0a 1b gate 2c 3d'])
})

test('an added stop is in its trip, or in the last one if that is no longer there', () => {
  const stops = [added('dock', '13:30', 2), added('late', '19:00', 3)]
  expect(rowsWith('a | b', { a: '13:00', b: '15:00' }, stops)).toEqual(['0a', 'dock 0b late'])
})
