import { expect, test } from 'vitest'
import {
  DriverEvent,
  EVENTS_MAX,
  EVENTS_MAX_BYTES,
  EventResults,
  type SentDriverEvent,
} from './events.ts'
import { DriverRoute } from './route.ts'

const id = '00000000-0000-4000-8000-000000000001'

const sent: SentDriverEvent = {
  eventId: id,
  deviceId: id,
  deviceSeq: 1,
  driverId: id,
  schema: 1,
  routeId: id,
  routeVersion: 1,
  trip: 1,
  stopId: id,
  type: 'delivered',
  payload: { lines: [{ productId: id, full: 2 }] },
  tappedAt: '2026-11-17T10:00:00.000Z',
}

const isReadable = (changes: object) => DriverEvent.safeParse({ ...sent, ...changes }).success

test('missing counts are zero, and missing photos none', () => {
  expect(DriverEvent.parse(sent)).toMatchObject({
    payload: { lines: [{ full: 2, empties: 0, damaged: 0 }] },
    photos: [],
    skewMs: 0,
  })
})

test('amounts become cents', () => {
  const payload = { method: 'cash', amount: '12.5' }
  expect(DriverEvent.parse({ ...sent, type: 'payment-received', payload }).payload).toMatchObject({
    amount: 1250,
  })
})

test('a stop that never existed can be read, for review', () => {
  expect(isReadable({ stopId: 'no-such-stop' })).toBe(true)
})

test('events with values that no one could have entered are unreadable', () => {
  const lines = (full: number) => ({ payload: { lines: [{ productId: id, full }] } })
  expect(isReadable(lines(-1))).toBe(false)
  expect(isReadable(lines(1.5))).toBe(false)
  expect(isReadable(lines(1e9))).toBe(false)
  expect(isReadable({ schema: 2 })).toBe(false)
  expect(isReadable({ type: 'teleported' })).toBe(false)
  expect(isReadable({ type: 'failed', payload: { reason: 'bored' } })).toBe(false)
  expect(isReadable({ photos: ['../../etc/passwd'] })).toBe(false)
  expect(isReadable({ tappedAt: 'yesterday' })).toBe(false)
  expect(isReadable({ deviceSeq: Number.MAX_SAFE_INTEGER })).toBe(false)
  expect(isReadable({ fix: { lat: 91, lon: 0, accuracy: 5 } })).toBe(false)
  expect(isReadable({ stopId: 'a\0b' })).toBe(false)
})

test('N2: a request takes 50 events and 90 KiB', () => {
  expect([EVENTS_MAX, EVENTS_MAX_BYTES]).toEqual([50, 92_160])
})

test('results keep the order of their events, and a route needs its upload key', () => {
  const results = [{ eventId: null, result: 'rejected', reason: 'Unreadable' }]
  expect(EventResults.parse({ results })).toEqual({ results })
  expect(DriverRoute.safeParse({ routeId: id }).success).toBe(false)
})
