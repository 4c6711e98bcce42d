import { expect, test } from 'vitest'
import { testEvent, testId, testRoute, testStop } from '#tests/support/driver/route-data.ts'
import type { StoredEvent } from '../storage/database.ts'
import type { NewEvent } from '../storage/outbox.ts'
import { navigationLinks, phoneHref } from './navigation-links.ts'
import { describeChanges, withRemovedStops } from './route-changes.ts'
import { countSent, currentTrip, readProgress, viewRoute } from './route-view.ts'

const stored = (
  number: number,
  changes: Partial<NewEvent> | Record<string, unknown> = {},
  status: StoredEvent['status'] = 'waiting',
): StoredEvent => ({
  event: { ...testEvent(number, changes as Partial<NewEvent>), schema: 1, deviceSeq: number },
  status,
})
const delivered = (number: number, stop: number, changes: object = {}) =>
  stored(number, {
    type: 'delivered',
    payload: { lines: [] },
    stopId: testId(100 + stop),
    ...changes,
  })
const listDeliveries = ({ visits }: ReturnType<typeof viewRoute>) =>
  visits.flatMap(({ deliveries }) => deliveries)
const listProgress = (view: ReturnType<typeof viewRoute>) =>
  listDeliveries(view).map(({ progress }) => progress)

test('the next open stop is first, skipped ones come last', () => {
  const skipped = stored(2, { type: 'skipped-for-now', stopId: testId(102) })
  const view = viewRoute(testRoute(), [delivered(1, 1), skipped])
  expect(listProgress(view)).toEqual(['delivered', 'skipped', 'pending'])
  expect(view.open.map(({ deliveries }) => deliveries[0].stop.position)).toEqual([3, 2])
  expect(view.done.map(({ deliveries }) => deliveries[0].stop.position)).toEqual([1])
})

test('an undo shows the stop as open, even if it is still delivered on the server', () => {
  const stops = [
    testStop(1, { progress: 'delivered', status: 'completed', outcomeEventId: testId(1001) }),
  ]
  const undo = stored(2, { type: 'superseded', supersedes: testId(1001) })
  const before = viewRoute(testRoute({ stops }), [delivered(1, 1)])
  expect(listDeliveries(before)[0]).toMatchObject({ progress: 'delivered', canUndo: true })
  const after = viewRoute(testRoute({ stops }), [delivered(1, 1), undo])
  expect(listDeliveries(after)[0]).toMatchObject({ progress: 'pending', canUndo: false })
})

test('entries of another phone are shown and cannot be undone here', () => {
  const stops = [
    testStop(1, { progress: 'failed', status: 'cancelled', outcomeEventId: testId(5) }),
  ]
  expect(listDeliveries(viewRoute(testRoute({ stops }), []))[0]).toMatchObject({
    progress: 'failed',
    canUndo: false,
  })
})

test('a stop that dispatch cancelled is off, unless the driver delivered it', () => {
  const stops = [testStop(1, { status: 'cancelled' })]
  expect(listProgress(viewRoute(testRoute({ stops }), []))).toEqual(['off'])
  expect(listProgress(viewRoute(testRoute({ stops }), [delivered(1, 1)]))).toEqual(['delivered'])
})

test('added stops are listed until they are undone', () => {
  const added = stored(1, { type: 'stop-added', stopId: null, payload: { name: 'Dock' } })
  expect(viewRoute(testRoute(), [added]).added).toMatchObject([{ name: 'Dock', canUndo: true }])
  const undo = stored(2, { type: 'superseded', stopId: null, supersedes: testId(1001) })
  expect(viewRoute(testRoute(), [added, undo]).added).toEqual([])
  const other = testRoute({ deviceId: testId(7) })
  expect(viewRoute(other, [added]).added).toMatchObject([{ name: 'Dock', canUndo: false }])
})

test('the day goes from load to closing', () => {
  const steps = [
    stored(1, { type: 'loaded', stopId: null, payload: { lines: [] } }),
    stored(2, { type: 'departed', stopId: null }),
    stored(3, { type: 'returned', stopId: null, payload: { lines: [] } }),
    stored(4, { type: 'closed', stopId: null }),
  ]
  const summary = (count: number) => {
    const progress = readProgress(testRoute(), steps.slice(0, count))
    const { loadedTrips, departedTrips, returnedTrips, isClosed } = progress
    return [loadedTrips.size, departedTrips.size, returnedTrips.size, isClosed]
  }
  expect([0, 1, 2, 3, 4].map(summary)).toEqual([
    [0, 0, 0, false],
    [1, 0, 0, false],
    [1, 1, 0, false],
    [1, 1, 1, false],
    [1, 1, 1, true],
  ])
})

test('a count can be entered again on the phone that sent it', () => {
  const counts = [
    stored(1, { type: 'loaded', stopId: null, payload: { lines: [] } }),
    stored(2, { type: 'returned', stopId: null, payload: { lines: [] } }),
  ]
  const progress = readProgress(testRoute(), counts)
  expect([...progress.ownLoads]).toEqual([[1, testId(1001)]])
  expect([...progress.ownReturns]).toEqual([[1, testId(1002)]])
  const undo = stored(3, { type: 'superseded', stopId: null, supersedes: testId(1002) })
  const after = readProgress(testRoute(), [...counts, undo])
  expect([after.returnedTrips.size, after.ownReturns.size]).toEqual([0, 0])
  const other = readProgress(testRoute({ deviceId: testId(29) }), counts)
  expect([other.returnedTrips.size, other.ownLoads.size, other.ownReturns.size]).toEqual([1, 0, 0])
})

test('the current trip is the first with open stops', () => {
  const stops = [testStop(1), testStop(2, { trip: 2 })]
  const route = testRoute({ stops })
  expect(currentTrip(route, viewRoute(route, []))).toBe(1)
  expect(currentTrip(route, viewRoute(route, [delivered(1, 1)]))).toBe(2)
})

test('the closing gate counts sent entries', () => {
  const events = [delivered(1, 1), stored(2, {}, 'sent'), stored(3, {}, 'rejected')]
  expect(countSent(events)).toEqual({ total: 3, sent: 1, waiting: 1, rejected: 1 })
})

test('a new version lists what changed', () => {
  const before = testRoute()
  const after = testRoute({
    version: 2,
    stops: [testStop(3, { isOnHold: true }), testStop(1, { notes: 'Ring twice' }), testStop(4)],
  })
  expect(describeChanges(before, after)).toEqual([
    'New stop: Customer 4',
    'No longer on your route: Customer 2',
    "Don't leave bottles: Customer 3",
    'New note: Customer 1',
    'The order of the stops has changed.',
  ])
  expect(describeChanges(before, before)).toEqual([])
  expect(describeChanges(before, testRoute({ version: 2, truckName: 'Truck 2' }))).toEqual([
    'Your truck is Truck 2.',
  ])
})

test('the driver’s own entries are not listed as changes, a hold is', () => {
  const stops = [testStop(2), testStop(3)]
  const done = testStop(1, { status: 'cancelled', progress: 'failed', failureReason: 'dog' })
  const entered = testRoute({ version: 5, status: 'out', stops: [...stops, done] })
  expect(describeChanges(testRoute(), entered)).toEqual([])
  const onHold = testRoute({ stops: [testStop(1), testStop(2, { isOnHold: true }), testStop(3)] })
  expect(describeChanges(testRoute(), onHold)).toEqual(["Don't leave bottles: Customer 2"])
})

test('a rest that follows from the driver’s counts is not listed as a change, other bottles are', () => {
  const lines = [{ productId: testId(1), name: '5 Gallon', quantity: 1 }]
  const rest = { orderId: testStop(1).orderId, lines }
  const news = (...stops: ReturnType<typeof testStop>[]) =>
    describeChanges(testRoute(), testRoute({ stops }))
  const done = testStop(1, { progress: 'delivered', outcomeEventId: testId(90), lines })
  expect(news(done, testStop(2, rest), testStop(3))).toEqual([])
  expect(news(testStop(1), testStop(2, { lines }), testStop(3))).toEqual([
    'Bottles changed: Customer 2',
  ])
})

test('links open the map apps at the address', () => {
  const links = navigationLinks(testStop(1))
  expect(links.map(({ href }) => href)).toEqual([
    'https://www.google.com/maps/dir/?api=1&destination=1%20Main%20St%2C%20Kingston%2C%20NY%2012401',
    'https://maps.apple.com/?daddr=1%20Main%20St%2C%20Kingston%2C%20NY%2012401',
    'https://waze.com/ul?q=1%20Main%20St%2C%20Kingston%2C%20NY%2012401&navigate=yes',
    'geo:41.93,-74?q=1%20Main%20St%2C%20Kingston%2C%20NY%2012401',
  ])
  expect(phoneHref('(845) 555-0100')).toBe('tel:8455550100')
})

test('a stop of trip 1 that was skipped does not keep the driver from loading trip 2', () => {
  const stops = [testStop(1), testStop(2), testStop(3, { trip: 2 })]
  const route = testRoute({ stops })
  const skipped = stored(1, { type: 'skipped-for-now', stopId: testId(101) })
  expect(currentTrip(route, viewRoute(route, [skipped]))).toBe(1)
  expect(currentTrip(route, viewRoute(route, [skipped, delivered(2, 2)]))).toBe(2)
})

test('a stop that dispatch takes off stays on the phone until the driver agrees', () => {
  const accepted = testRoute()
  const [, ...stops] = accepted.stops
  const route = testRoute({ stops })
  const seen = (events: StoredEvent[]) =>
    listDeliveries(viewRoute(withRemovedStops(accepted, route), events)).map(
      ({ stop, progress }) => `${stop.customerName} ${progress}`,
    )
  expect(seen([])).toEqual(['Customer 2 pending', 'Customer 3 pending', 'Customer 1 off'])
  expect(seen([delivered(1, 1)]).at(-1)).toBe('Customer 1 delivered')
  expect(withRemovedStops(route, route)).toEqual(route)
})
