import { expect, test } from 'vitest'
import { testEvent, testId, testRoute } from '#tests/support/driver/route-data.ts'
import type { StoredEvent } from '../storage/database.ts'
import type { NewEvent } from '../storage/outbox.ts'
import { readProgress } from './route-view.ts'

const stored = (number: number, changes: Record<string, unknown>): StoredEvent => ({
  event: {
    ...testEvent(number, { stopId: null, ...changes } as Partial<NewEvent>),
    schema: 1,
    deviceSeq: number,
  },
  status: 'sent',
})
const lines = { payload: { lines: [] } }

/** As the server tells it after these events have counted the load and the return. */
const countedRoute = (loadedEventId: string | null, returnedEventId: string | null) => {
  const route = testRoute({ returnedEventId })
  return { ...route, trips: route.trips.map((trip) => ({ ...trip, loadedEventId })) }
}
const summary = (route: ReturnType<typeof testRoute>, events: StoredEvent[] = []) => {
  const { loadedTrips, isReturned, ownLoads, ownReturn } = readProgress(route, events)
  return [[...loadedTrips], isReturned, ownLoads.size, ownReturn]
}

test('rule 55: what another phone has counted is not counted again', () => {
  expect(summary(countedRoute(testId(5), testId(6)))).toEqual([[1], true, 0, undefined])
  expect(summary(countedRoute(testId(5), null))).toEqual([[1], false, 0, undefined])
  expect(summary(countedRoute(null, null))).toEqual([[], false, 0, undefined])
})

test('a route that was stored before counts were told is still readable', () => {
  expect(summary(testRoute())).toEqual([[], false, 0, undefined])
})

test('a count that was undone here opens again, though the server has not heard of it', () => {
  const counts = [
    stored(1, { type: 'loaded', ...lines }),
    stored(2, { type: 'returned', ...lines }),
  ]
  const route = countedRoute(testId(1001), testId(1002))
  expect(summary(route, counts)).toEqual([[1], true, 1, testId(1002)])
  const undone = [
    ...counts,
    stored(3, { type: 'superseded', supersedes: testId(1001) }),
    stored(4, { type: 'superseded', supersedes: testId(1002) }),
  ]
  expect(summary(route, undone)).toEqual([[], false, 0, undefined])
})
