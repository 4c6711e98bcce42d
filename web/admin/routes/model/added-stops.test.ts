import { expect, test } from 'vitest'
import type { AddedStop, BoardRoute, RouteStatus } from '#contract/routes/board.ts'
import { fixtureBoard, fixtureRoute } from '#tests/support/routing/board-fixture.ts'
import { buildLanes, dayTotals, isInUse, toTripRows } from './lanes.ts'

const added = (name: string, time: string, trip = 1): AddedStop => ({
  id: name,
  trip,
  at: `2026-03-05T${time}:00.000Z`,
  name,
  left: 1,
  taken: 0,
  reviewId: null,
})

/** The lane of a truck without planned stops. */
function emptyLane(status: RouteStatus, addedStops: AddedStop[]) {
  const route: BoardRoute = { ...fixtureRoute('blue', 'a'), status, trips: [], addedStops }
  const board = { ...fixtureBoard({}), routes: [route] }
  const [lane] = buildLanes(board)
  return { isInUse: lane && isInUse(lane), trucksUsed: dayTotals(board).trucksUsed }
}

/** The rows of each trip: planned stops were visited at these times, in the order of their names. */
function rowsWith(text: string, visitedAt: Record<string, string>, addedStops: AddedStop[]) {
  const route = fixtureRoute('blue', text)
  for (const stop of route.trips.flatMap(({ stops }) => stops)) {
    const time = visitedAt[stop.orderId]
    if (time) stop.outcomeAt = `2026-03-05T${time}:00.000Z`
  }
  const [lane] = buildLanes({ ...fixtureBoard({}), routes: [{ ...route, addedStops }] })
  return lane?.trips.map((trip) =>
    toTripRows(trip)
      .map((row) => ('added' in row ? row.added.id : `${row.index}${row.stop.orderId}`))
      .join(' '),
  )
}

test('an added stop comes after the last stop that was visited before it', () => {
  const stops = [added('early', '12:00'), added('dock', '13:30'), added('gate', '13:40')]
  expect(rowsWith('a b c', { a: '13:00', b: '14:00' }, stops)).toEqual(['early 0a dock gate 1b 2c'])
  expect(rowsWith('a b c', {}, stops)).toEqual(['early dock gate 0a 1b 2c'])
})

test('an added stop comes after the last of the stops before it if they were visited in another order', () => {
  const stops = [added('early', '12:00'), added('dock', '13:30'), added('gate', '14:00')]
  const visits = { a: '14:00', b: '15:00', c: '13:00', d: '16:00' }
  expect(rowsWith('a b c d', visits, stops)).toEqual(['early 0a 1b 2c dock gate 3d'])
  expect(rowsWith('a b c d', { b: '14:00' }, stops)).toEqual(['early dock 0a 1b gate 2c 3d'])
})

test('an added stop is in its trip, or in the last one if that is no longer there', () => {
  const stops = [added('dock', '13:30', 2), added('late', '19:00', 3)]
  expect(rowsWith('a | b', { a: '13:00', b: '15:00' }, stops)).toEqual(['0a', 'dock 0b late'])
})

test('a truck is in use with added stops only, and while its driver has the route', () => {
  const yes = { isInUse: true, trucksUsed: 1 }
  const no = { isInUse: false, trucksUsed: 0 }
  const dock = [added('dock', '13:30')]
  for (const status of ['draft', 'published', 'out', 'closed'] as const)
    expect(emptyLane(status, dock)).toEqual(yes)
  expect(emptyLane('published', [])).toEqual(yes)
  expect(emptyLane('out', [])).toEqual(yes)
  expect(emptyLane('draft', [])).toEqual(no)
  expect(emptyLane('closed', [])).toEqual(no)
})
