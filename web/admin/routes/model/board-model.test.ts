import { expect, test } from 'vitest'
import { fixtureBoard, fixtureDelivery } from '#tests/support/routing/board-fixture.ts'
import { filterDeliveries } from '../pool/filter-deliveries.ts'
import { buildLanes, dayTotals } from './lanes.ts'
import { convexHull, fitPlaces } from './project-map.ts'
import { stopState, timeOn } from './stop-texts.ts'
import { axisHours, percentOn, timeAxis } from './time-axis.ts'

test('every truck has a lane, also without stops, and a deleted one keeps its route', () => {
  const board = fixtureBoard({ red: 'a b | c', gone: 'd' }, ['e'])
  const [blue, red, gone] = buildLanes(board)

  expect(blue).toMatchObject({ name: 'blue', route: undefined, trips: [{ number: 1, stops: [] }] })
  expect(red).toMatchObject({ name: 'red', capacity: 6, isDeleted: false })
  expect(red?.trips.map(({ number, load }) => [number, load])).toEqual([
    [1, 4],
    [2, 2],
  ])
  expect(gone).toMatchObject({ name: 'Unknown', capacity: null, isDeleted: true })
  expect(dayTotals(board)).toEqual({
    stops: 4,
    bottles: 8,
    done: 0,
    trucksUsed: 2,
    trucks: 2,
    unplanned: 1,
  })
})

test('the axis covers the usual day and every planned stop', () => {
  const zone = 'America/New_York'
  const usual = timeAxis(zone, '2026-03-05', [])
  expect([usual.from, usual.to]).toEqual([7, 18])
  const long = timeAxis(zone, '2026-03-05', ['2026-03-05T11:30:00Z', null, '2026-03-06T00:10:00Z'])
  expect([long.from, long.to]).toEqual([6, 20])
  expect(percentOn(long, Date.parse('2026-03-05T18:00:00Z'))).toBe(50)
  expect(percentOn(long, Date.parse('2026-03-05T10:00:00Z'))).toBeUndefined()
  expect(axisHours(long).map(({ label }) => label)).toEqual([
    '6 AM',
    '8 AM',
    '10 AM',
    '12 PM',
    '2 PM',
    '4 PM',
    '6 PM',
    '8 PM',
  ])
})

test('a stop is late when its route runs and its time has passed, and warns after its window', () => {
  const { midnight } = timeAxis('America/New_York', '2026-03-05', [])
  const at = (time: string) => Date.parse(`2026-03-05T${time}:00-05:00`)
  const stop = { status: 'pending', plannedAt: '2026-03-05T15:00:00Z', window: null } as const
  const state = (change: object, now: string, isRunning = true) =>
    stopState({ ...stop, ...change }, { midnight }, at(now), isRunning)

  expect(state({}, '10:15')).toBe('open')
  expect(state({}, '10:16')).toBe('late')
  expect(state({}, '10:16', false)).toBe('open')
  expect(state({ status: 'completed' }, '12:00')).toBe('done')
  expect(state({ window: { from: '08:00', to: '09:30' } }, '08:00')).toBe('after-window')
  expect(state({ window: { from: '08:00', to: '10:00' } }, '08:00')).toBe('open')
})

test('a time of another day is shown with that day', () => {
  const text = (instant: string) =>
    timeOn('2026-03-05', instant, 'America/New_York').replace('\u202f', ' ')
  expect(text('2026-03-06T04:59:00.000Z')).toBe('11:59 PM')
  expect(text('2026-03-06T05:10:00.000Z')).toBe('Fri, Mar 6, 12:10 AM')
  expect(text('soon')).toBe('soon')
})

test('the pool is searched by name and address, and filtered by zone', () => {
  const pool = [
    fixtureDelivery('Ana Ruiz', { zoneId: 'north' }),
    fixtureDelivery('Bo Chen', { deliveryCity: 'Hurley', deliveryZip: '12443' }),
  ]
  const names = (text: string, zone?: string) =>
    filterDeliveries(pool, text, zone).map(({ customerName }) => customerName)

  expect(names('')).toEqual(['Ana Ruiz', 'Bo Chen'])
  expect(names('main ANA')).toEqual(['Ana Ruiz'])
  expect(names('hurley 124')).toEqual(['Bo Chen'])
  expect(names('', 'north')).toEqual(['Ana Ruiz'])
  expect(names('', 'none')).toEqual(['Bo Chen'])
  expect(names('zzz')).toEqual([])
})

test('places fit into the drawing with north up, also when all are at one door', () => {
  const places = [
    { lat: 42, lon: -74 },
    { lat: 41.8, lon: -73.9 },
    { lat: 41.9, lon: -74.2 },
  ]
  const project = fitPlaces(places, 400, 300)
  for (const { x, y } of places.map(project)) {
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(400)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(300)
  }
  const [north, south, west] = places.map(project)
  expect(north?.y).toBeLessThan(south?.y ?? 0)
  expect(west?.x).toBeLessThan(north?.x ?? 0)
  expect(fitPlaces([{ lat: 42, lon: -74 }], 400, 300)({ lat: 42, lon: -74 })).toEqual({
    x: 200,
    y: 150,
  })
})

test('a zone is outlined by its outermost points', () => {
  const square = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 4 },
    { x: 0, y: 4 },
  ]
  const hull = convexHull([{ x: 2, y: 2 }, ...square, { x: 2, y: 0 }])

  expect(new Set(hull)).toEqual(new Set(square))
})
