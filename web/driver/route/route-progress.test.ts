import { expect, test } from 'vitest'
import type { DriverRoute } from '#contract/driver/route.ts'
import { testEvent, testId, testRoute, testStop } from '#tests/support/driver/route-data.ts'
import type { StoredEvent } from '../storage/database.ts'
import type { NewEvent } from '../storage/outbox.ts'
import { readProgress, tripAtDepot, tripOnTruck, tripToCount, viewRoute } from './route-view.ts'

const stored = (number: number, changes: Record<string, unknown>): StoredEvent => ({
  event: {
    ...testEvent(number, { stopId: null, ...changes } as Partial<NewEvent>),
    schema: 1,
    deviceSeq: number,
  },
  status: 'sent',
})
const lines = { payload: { lines: [] } }

/** As the server returns it after these events have counted the load and the return. */
const countedRoute = (loadedEventId: string | null, returnedEventId: string | null) => {
  const route = testRoute()
  const counts = { loadedEventId, returnedEventId }
  return { ...route, trips: route.trips.map((trip) => ({ ...trip, ...counts })) }
}
const summary = (route: ReturnType<typeof testRoute>, events: StoredEvent[] = []) => {
  const { loadedTrips, returnedTrips, ownLoads, ownReturns } = readProgress(route, events)
  return [[...loadedTrips], [...returnedTrips], ownLoads.size, ownReturns.get(1)]
}

test('rule 55: trips counted by another phone are not counted again', () => {
  expect(summary(countedRoute(testId(5), testId(6)))).toEqual([[1], [1], 0, undefined])
  expect(summary(countedRoute(testId(5), null))).toEqual([[1], [], 0, undefined])
  expect(summary(countedRoute(null, null))).toEqual([[], [], 0, undefined])
})

test('a route that was stored before it had counts is still readable', () => {
  expect(summary(testRoute())).toEqual([[], [], 0, undefined])
})

test('a count that was undone here opens again, though the server has not received that', () => {
  const counts = [
    stored(1, { type: 'loaded', ...lines }),
    stored(2, { type: 'returned', ...lines }),
  ]
  const route = countedRoute(testId(1001), testId(1002))
  expect(summary(route, counts)).toEqual([[1], [1], 1, testId(1002)])
  const undone = [
    ...counts,
    stored(3, { type: 'superseded', supersedes: testId(1001) }),
    stored(4, { type: 'superseded', supersedes: testId(1002) }),
  ]
  expect(summary(route, undone)).toEqual([[], [], 0, undefined])
})

type Trip = DriverRoute['trips'][number]

function twoTrips(events: StoredEvent[], second: Partial<Trip> = {}) {
  const stops = [testStop(1), testStop(2, { trip: 2 })]
  const loaded = testRoute({ stops })
  const trips = loaded.trips.flatMap((trip) => [trip, { ...trip, trip: 2, ...second }])
  const route = { ...loaded, trips }
  return { route, view: viewRoute(route, events), progress: readProgress(route, events) }
}

/** The depot steps of the driver of two trips: 'count 1, load 2'. */
function stepsAtDepot(events: StoredEvent[], second: Partial<Trip> = {}) {
  const state = twoTrips(events, second)
  return `count ${tripToCount(state) ?? '-'}, load ${tripAtDepot(state) ?? '-'}`
}

const delivered = (number: number, trip: number) =>
  stored(number, { type: 'delivered', stopId: testId(100 + trip), trip, ...lines })

test('each trip is loaded, departs and is counted before the next one is loaded', () => {
  const day = [
    stored(1, { type: 'loaded', ...lines }),
    stored(2, { type: 'departed' }),
    delivered(3, 1),
    stored(4, { type: 'returned', ...lines }),
    stored(5, { type: 'loaded', trip: 2, ...lines }),
    stored(6, { type: 'departed', trip: 2 }),
    delivered(7, 2),
    stored(8, { type: 'returned', trip: 2, ...lines }),
  ]
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((count) => stepsAtDepot(day.slice(0, count)))).toEqual([
    'count 1, load 1',
    'count 1, load 1',
    'count 1, load -',
    'count 1, load 2',
    'count -, load 2',
    'count 2, load 2',
    'count 2, load -',
    'count 2, load -',
    'count -, load -',
  ])
})

test('a trip that was not counted is not counted after the next one', () => {
  const day = [
    stored(1, { type: 'loaded', ...lines }),
    stored(2, { type: 'departed' }),
    stored(3, { type: 'loaded', trip: 2, ...lines }),
    stored(4, { type: 'returned', trip: 2, ...lines }),
  ]
  expect(stepsAtDepot(day.slice(0, 3))).toBe('count 2, load -')
  expect(stepsAtDepot(day)).toBe('count -, load -')
})

test('a trip that is driven after a later one is counted, too', () => {
  const second = [
    stored(1, { type: 'skipped-for-now', stopId: testId(101) }),
    stored(2, { type: 'loaded', trip: 2, ...lines }),
    stored(3, { type: 'departed', trip: 2 }),
    stored(4, { type: 'returned', trip: 2, ...lines }),
  ]
  const first = [stored(5, { type: 'loaded', ...lines }), stored(6, { type: 'departed' })]
  expect(stepsAtDepot(second)).toBe('count -, load -')
  expect(stepsAtDepot([...second, ...first])).toBe('count 1, load -')
})

test('rule 55: a trip that another phone has loaded is counted, by either phone', () => {
  const first = [stored(1, { type: 'departed' }), stored(2, { type: 'returned', ...lines })]
  const other = { loadedEventId: testId(5), hasDeparted: true }
  expect(stepsAtDepot(first, other)).toBe('count 2, load -')
  expect(stepsAtDepot(first, { ...other, returnedEventId: testId(6) })).toBe('count -, load -')
})

test.each([
  [8, 9],
  [9, 8],
])('the last trip is counted after a second login on the phone, devices %i and %i', (one, two) => {
  const tap = (hour: number) => ({ tappedAt: `2026-11-17T${hour}:00:00.000Z` })
  const day = [
    stored(1, { type: 'departed', deviceId: testId(one), ...tap(10) }),
    stored(2, { type: 'returned', deviceId: testId(one), ...tap(12), ...lines }),
    stored(1, { type: 'departed', deviceId: testId(two), trip: 2, ...tap(13) }),
  ].map((each, index) => ({ ...each, event: { ...each.event, eventId: testId(2000 + index) } }))
  expect(stepsAtDepot(day)).toBe('count 2, load -')
})

test('until the truck is counted, the bottles on it are of the trip that was driven', () => {
  const day = [
    stored(1, { type: 'departed' }),
    delivered(2, 1),
    stored(3, { type: 'returned', ...lines }),
    stored(4, { type: 'departed', trip: 2 }),
    delivered(5, 2),
  ]
  const trips = [0, 1, 2, 3, 4, 5].map((count) => tripOnTruck(twoTrips(day.slice(0, count))))
  expect(trips).toEqual([1, 1, 1, 2, 2, 2])
})

test('a skipped stop of the trip before has its bottles from the trip that was loaded since', () => {
  const day = [
    stored(1, { type: 'departed' }),
    stored(2, { type: 'skipped-for-now', stopId: testId(101) }),
    stored(3, { type: 'departed', trip: 2 }),
    delivered(4, 2),
  ]
  expect(tripOnTruck(twoTrips(day))).toBe(2)
  // Both trips left from another phone, and nothing was counted: the next stop decides.
  const elsewhere = { hasDeparted: true }
  expect(tripOnTruck(twoTrips([stored(1, { type: 'departed' })], elsewhere))).toBe(1)
})
