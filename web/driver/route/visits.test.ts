import { expect, test } from 'vitest'
import type { DriverStop } from '#contract/driver/route.ts'
import { testEvent, testId, testRoute, testStop } from '#tests/support/driver/route-data.ts'
import type { StoredEvent } from '../storage/database.ts'
import type { NewEvent } from '../storage/outbox.ts'
import { currentTrip, viewRoute } from './route-view.ts'
import { deliveryName, nextAtDoor, type Visit, visitName } from './visits.ts'

const entered = (
  number: number,
  stop: number,
  type: 'delivered' | 'skipped-for-now',
): StoredEvent => ({
  event: {
    ...testEvent(number, {
      type,
      stopId: testId(100 + stop),
      payload: type === 'delivered' ? { lines: [] } : {},
    } as Partial<NewEvent>),
    schema: 1,
    deviceSeq: number,
  },
  status: 'waiting',
})

const at = (number: number, door: string, changes: Partial<DriverStop> = {}) =>
  testStop(number, { door, ...changes })
const viewStops = (stops: DriverStop[], ...events: StoredEvent[]) =>
  viewRoute(testRoute({ stops }), events)
const positions = (visits: readonly Visit[]) =>
  visits.map(({ deliveries }) => deliveries.map(({ stop }) => stop.position))

test('stops at one door are one visit', () => {
  const { visits, open } = viewStops([at(1, 'main'), at(2, 'main'), at(3, 'hill')])
  expect(positions(visits)).toEqual([[1, 2], [3]])
  expect(open).toHaveLength(2)
})

test('a door that the truck comes back to, on this trip or the next, is another visit', () => {
  const later = viewStops([at(1, 'main'), at(2, 'hill'), at(3, 'main')])
  expect(positions(later.visits)).toEqual([[1], [2], [3]])
  const nextTrip = viewStops([at(1, 'main'), at(2, 'main', { trip: 2 })])
  expect(positions(nextTrip.visits)).toEqual([[1], [2]])
})

test('doors are counted one by one within their trip', () => {
  const { visits } = viewStops([
    at(1, 'main'),
    at(2, 'main'),
    at(3, 'hill'),
    at(4, 'oak'),
    at(1, 'oak', { id: testId(105), trip: 2 }),
  ])
  expect(visits.map(({ trip, number }) => [trip, number])).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 1],
  ])
})

test('a route stored before doors were known has a visit per stop', () => {
  expect(positions(viewStops([testStop(1), testStop(2)]).visits)).toEqual([[1], [2]])
})

test('a visit is open until its last delivery is done', () => {
  const stops = [at(1, 'main'), at(2, 'main'), at(3, 'hill', { trip: 2 })]
  const half = viewStops(stops, entered(1, 1, 'delivered'))
  expect([positions(half.open), positions(half.done)]).toEqual([[[1, 2], [3]], []])
  expect(currentTrip(testRoute({ stops }), half)).toBe(1)
  const whole = viewStops(stops, entered(1, 1, 'delivered'), entered(2, 2, 'delivered'))
  expect([positions(whole.open), positions(whole.done)]).toEqual([[[3]], [[1, 2]]])
})

test('a visit comes last once everything that is open there is skipped', () => {
  const stops = [at(1, 'main'), at(2, 'main'), at(3, 'hill')]
  const one = viewStops(stops, entered(1, 1, 'skipped-for-now'))
  expect(positions(one.open)).toEqual([[1, 2], [3]])
  const rest = viewStops(stops, entered(1, 1, 'delivered'), entered(2, 2, 'skipped-for-now'))
  expect(positions(rest.open)).toEqual([[3], [1, 2]])
})

test('the deliveries of a door are taken one after the other, each by its name', () => {
  const stops = [at(1, 'main'), at(2, 'main'), at(3, 'main', { customerName: 'Customer 1' })]
  const [visit] = viewStops(stops, entered(1, 1, 'delivered')).visits
  const [first, second, third] = visit?.deliveries ?? []
  if (!visit || !first || !second || !third) throw new Error('no visit of three')
  expect(nextAtDoor(visit, first)).toBe(second)
  expect(nextAtDoor(visit, second)).toBe(third)
  expect(nextAtDoor(visit, third)).toBe(second)
  expect(deliveryName(visit, third).replaceAll('\u00a0', ' ')).toBe('Delivery 3 of 3: Customer 1')
  expect(visitName(visit)).toBe('Customer 1, Customer 2')
  const [alone] = viewStops([testStop(1)], entered(1, 1, 'delivered')).visits
  if (!alone) throw new Error('no visit')
  expect(nextAtDoor(alone, alone.deliveries[0])).toBeUndefined()
  expect(deliveryName(alone, alone.deliveries[0])).toBe('Customer 1')
})
