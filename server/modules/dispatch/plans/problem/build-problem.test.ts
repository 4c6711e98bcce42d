import { expect, test } from 'vitest'
import { defaultPlanning } from '#contract/routes/planning-settings.ts'
import { compareRoutes, differenceText } from '../compare-routes.ts'
import { buildProblem } from './build-problem.ts'
import type { DayDelivery, DayRoute, DayStop, DayTruck, PlanDay } from './day.ts'

const delivery = (orderId: string, change: Partial<DayDelivery> = {}): DayDelivery => ({
  orderId,
  door: orderId,
  bottles: 2,
  empties: 0,
  place: { lat: 42, lon: -74 },
  window: null,
  hours: [],
  areHoursHard: false,
  priority: 'other',
  knownTruckId: null,
  stopId: null,
  scheduledTime: null,
  ...change,
})

const stop = (orderId: string, change: Partial<DayStop> = {}): DayStop => ({
  ...delivery(orderId),
  stopId: `stop ${orderId}`,
  trip: 1,
  position: 1,
  pin: 'none',
  plannedTime: null,
  status: 'pending',
  ...change,
})

const truck = (id: string, change: Partial<DayTruck> = {}): DayTruck => ({
  id,
  name: id,
  capacity: 10,
  isInMaintenance: false,
  from: null,
  to: null,
  maxTrips: null,
  lunch: null,
  ...change,
})

const route = (truckId: string, stops: DayStop[], change: Partial<DayRoute> = {}): DayRoute => ({
  id: `route ${truckId}`,
  truckId,
  version: 1,
  status: 'draft',
  isLocked: false,
  stops,
  ...change,
})

const day = (change: Partial<PlanDay> = {}): PlanDay => ({
  date: '2026-03-05',
  timeZone: 'America/New_York',
  settings: defaultPlanning,
  depot: { lat: 42, lon: -74 },
  trucks: [truck('A'), truck('B')],
  routes: [],
  unplanned: [],
  drivers: { total: 0, absent: 0 },
  ...change,
})

const orderIdsByVisit = ({ visits }: ReturnType<typeof buildProblem>) =>
  visits.map(({ deliveries }) => deliveries.map(({ orderId }) => orderId))

test('rule 51: with defaults a truck works 08:00–18:00 and may reload once', () => {
  const { problem, kmPerHour } = buildProblem(day({ unplanned: [delivery('1')] }), 'everything')
  expect(problem.trucks[0]).toEqual({
    capacity: 10,
    shift: { from: 8 * 3600, to: 18 * 3600, maxOvertimeSeconds: 3600 },
    maxTrips: 2,
    fixedCost: 60,
    costPerDistance: 0,
  })
  expect(problem.depot).toEqual({ point: 0, opens: 28800, closes: 64800, reloadSeconds: 1200 })
  expect(problem.weights).toMatchObject({ driving: 1 / 60, overtime: 2 / 60, lateness: 5 / 60 })
  expect(problem.visits[0]).toMatchObject({ full: 2, serviceSeconds: 280, windows: [] })
  expect(kmPerHour).toBeCloseTo(48.28)
})

test("a truck's own shift, trips and lunch count", () => {
  const lunch = { minutes: 30, earliest: '11:00', latest: '13:00' }
  const own = truck('A', { from: '06:00', to: '12:00', maxTrips: 4, lunch })
  const { problem } = buildProblem(day({ trucks: [own], unplanned: [delivery('1')] }), 'everything')
  expect(problem.trucks[0]).toMatchObject({
    shift: { from: 6 * 3600, to: 12 * 3600 },
    maxTrips: 4,
    lunch: { seconds: 1800, earliest: 11 * 3600, latest: 13 * 3600 },
  })
})

test('deliveries at one door are one visit, unless no truck carries them together', () => {
  const unplanned = [
    delivery('1', { door: 'x' }),
    delivery('2', { door: 'x', bottles: 7 }),
    delivery('3', { door: 'x' }),
    delivery('4', { door: 'y', bottles: 40 }),
  ]
  expect(orderIdsByVisit(buildProblem(day({ unplanned }), 'everything'))).toEqual([
    ['1', '2'],
    ['3'],
    ['4'],
  ])
})

test('everything: stops may change trucks unless they are pinned; locked and driving routes stay', () => {
  const routes = [
    route('A', [
      stop('free'),
      stop('truck', { pin: 'truck' }),
      stop('position', { pin: 'position' }),
      stop('time', { pin: 'time', scheduledTime: '09:30' }),
    ]),
    route('B', [stop('locked')], { isLocked: true }),
    route('C', [stop('driving', { status: 'in-progress' })]),
    route('D', [stop('out')], { status: 'out' }),
    route('E', [stop('broken')]),
  ]
  const trucks = ['A', 'B', 'C', 'D'].map((id) => truck(id))
  trucks.push(truck('E', { isInMaintenance: true }), truck('F'))
  const input = buildProblem(day({ routes, trucks }), 'everything')
  expect(input.trucks.map(({ id }) => id)).toEqual(['A', 'F'])
  expect(orderIdsByVisit(input)).toEqual([['free'], ['truck'], ['position'], ['time'], ['broken']])
  expect(input.problem.visits.map(({ pin }) => pin)).toEqual([
    undefined,
    { truck: 0 },
    { truck: 0, position: 3 },
    { truck: 0, time: 9.5 * 3600 },
    undefined,
  ])
  expect(input.problem.start).toEqual([[[0, 1, 2, 3]], []])
})

test('only unplanned: existing stops are kept in their order; re-order: on their trucks', () => {
  const routes = [
    route('A', [
      stop('1', { door: 'x' }),
      stop('2', { door: 'x' }),
      stop('3', { trip: 2, door: 'x' }),
    ]),
  ]
  const unplanned = [delivery('4', { door: 'x' })]
  const kept = buildProblem(day({ routes, unplanned }), 'unplanned')
  expect(orderIdsByVisit(kept)).toEqual([['1', '2'], ['3'], ['4']])
  expect(kept.problem.visits.map(({ isKept }) => isKept)).toEqual([true, true, undefined])
  expect(kept.problem.start).toEqual([[[0], [1]], []])

  const reordered = buildProblem(day({ routes, unplanned }), 'reorder')
  expect(reordered.trucks.map(({ id }) => id)).toEqual(['A'])
  expect(orderIdsByVisit(reordered)).toEqual([['1', '2', '3']])
  expect(reordered.problem.visits[0]?.pin).toEqual({ truck: 0 })
})

test("a customer's window is soft; opening hours are hard and narrow it", () => {
  const morning = { from: '08:00', to: '12:00' }
  const hours = [
    { from: '11:00', to: '13:00' },
    { from: '15:00', to: '16:00' },
  ]
  const unplanned = [
    delivery('window', { window: morning }),
    delivery('hours', { hours, areHoursHard: true }),
    delivery('both', { window: morning, hours, areHoursHard: true }),
    delivery('apart', { window: { from: '08:00', to: '10:00' }, hours, areHoursHard: true }),
  ]
  const { problem } = buildProblem(day({ unplanned }), 'everything')
  const seconds = (from: number, to: number) => ({ from: from * 3600, to: to * 3600 })
  const open = [seconds(11, 13), seconds(15, 16)]
  expect(problem.visits.map(({ windows, areWindowsHard }) => [windows, areWindowsHard])).toEqual([
    [[seconds(8, 12)], false],
    [open, true],
    [[seconds(11, 12)], true],
    [open, true],
  ])
})

test('absent drivers leave trucks at the depot, the smallest first', () => {
  const trucks = [truck('A', { capacity: 5 }), truck('B'), truck('C')]
  const choose = (drivers: PlanDay['drivers']) =>
    buildProblem(day({ trucks, drivers, unplanned: [delivery('1')] }), 'everything')
  expect(choose({ total: 0, absent: 0 }).trucks).toHaveLength(3)
  expect(choose({ total: 1, absent: 0 }).trucks).toHaveLength(3)
  expect(choose({ total: 5, absent: 2 }).trucks).toHaveLength(3)
  const { trucks: left, warnings } = choose({ total: 3, absent: 1 })
  expect(left.map(({ id }) => id)).toEqual(['B', 'C'])
  expect(warnings).toEqual(['1 driver is away, so 1 truck is left out.'])
})

test('an address without a place is planned next to the depot, with a warning', () => {
  const { points, problem, warnings } = buildProblem(
    day({
      unplanned: [delivery('1', { place: null }), delivery('2', { place: { lat: 41, lon: -73 } })],
    }),
    'everything',
  )
  expect(points).toHaveLength(2)
  expect(problem.visits.map(({ point }) => point)).toEqual([0, 1])
  expect(warnings).toEqual(['1 address is not on the map yet and planned as if next to the depot.'])
})

test('rule 50: the difference names as few moves as explain it', () => {
  const routes = [
    route(
      'A',
      ['1', '2', '3', '4', '5'].map((id) => stop(id)),
    ),
  ]
  const plannedAt = '2026-03-05T13:00:00.000Z'
  const planned = (truckId: string, ids: string[]) => ({
    truckId,
    trips: [
      {
        stops: ids.map((orderId) => ({ orderId, stopId: `stop ${orderId}`, plannedAt })),
        load: 0,
      },
    ],
    minutes: 45,
    distance: 10,
  })
  const before = { minutes: 101, miles: 29 }
  const shifted = compareRoutes({ routes }, [planned('A', ['5', '1', '2', '3', '4'])], {
    removed: 0,
    before,
  })
  expect(shifted.changedOrderIds).toEqual(['5'])
  expect(shifted.text).toBe('Moves 1 stop, saves 56 min and 19 mi')
  const split = compareRoutes(
    { routes },
    [planned('A', ['1', '2', '6']), planned('B', ['3', '4'])],
    { removed: 1, before },
  )
  expect(split).toMatchObject({ added: 1, moved: 2, removed: 1 })
  expect(split.text).toBe('Adds 1 stop, moves 2 stops, takes 1 stop off, saves 11 min and 9 mi')
  const nothing = { added: 0, moved: 0, removed: 0, savedMinutes: 0, savedMiles: 0 }
  expect(differenceText(nothing)).toBe('Changes nothing')
  expect(differenceText({ ...nothing, added: 2, savedMinutes: 4, savedMiles: -1 })).toBe(
    'Adds 2 stops, saves 4 min, takes 1 mi more',
  )
})
