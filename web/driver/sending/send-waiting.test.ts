import { beforeEach, expect, test } from 'vitest'
import { EVENTS_MAX_BYTES } from '#contract/driver/events.ts'
import { apiResponse, fakeDriverServer } from '#tests/support/driver/fake-driver-server.ts'
import { openPhone, storeRoute } from '#tests/support/driver/open-phone.ts'
import { testEvent, testId, testRoute } from '#tests/support/driver/route-data.ts'
import type { DriverDatabase } from '../storage/database.ts'
import { readRouteEvents, readWaiting, recordEvent } from '../storage/outbox.ts'
import { measureSkew } from './driver-api.ts'
import { sendWaiting } from './send-waiting.ts'

let db: DriverDatabase
beforeEach(async () => {
  db = openPhone().db
  await storeRoute(db, testRoute(), { etag: null, at: 0 })
})

const record = async (count: number, changes: Parameters<typeof testEvent>[1] = {}) => {
  for (let number = 1; number <= count; number++) await recordEvent(db, testEvent(number, changes))
}
const waitingCount = async () => (await readWaiting(db)).flatMap(({ events }) => events).length
const statuses = async () => (await readRouteEvents(db, testId(10))).map(({ status }) => status)

test('events are sent in their order, at most 50 at once', async () => {
  await record(120)
  const server = fakeDriverServer()
  expect(await sendWaiting({ db, api: server.api })).toMatchObject({ outcome: 'done' })
  expect(server.requests.map((request) => request.length)).toEqual([50, 50, 20])
  const numbers = server.requests.flat().map(({ deviceSeq }) => deviceSeq)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(await waitingCount()).toBe(0)
})

test('a request is at most 90 KiB, in bytes', async () => {
  await record(40, { type: 'note', payload: { note: 'ö'.repeat(1000) } } as never)
  const server = fakeDriverServer()
  await sendWaiting({ db, api: server.api })
  expect(server.requests.length).toBe(2)
  for (const events of server.requests) {
    expect(Buffer.byteLength(JSON.stringify({ events }))).toBeLessThanOrEqual(EVENTS_MAX_BYTES)
  }
  expect(server.events.size).toBe(40)
})

test.each(['request-lost', 'response-lost'] as const)(
  'after a %s everything is still there and arrives once',
  async (fault) => {
    await record(3)
    const server = fakeDriverServer()
    server.faults.push(fault)
    expect(await sendWaiting({ db, api: server.api })).toMatchObject({ outcome: 'retry' })
    expect(await waitingCount()).toBe(3)
    expect(await sendWaiting({ db, api: server.api })).toMatchObject({ outcome: 'done' })
    expect(server.events.size).toBe(3)
    expect(await waitingCount()).toBe(0)
  },
)

test('only events that the response names count as acknowledged', async () => {
  await record(2)
  const server = fakeDriverServer()
  const partial = { results: [{ eventId: testId(1001), result: 'accepted' }] }
  server.faults.push(apiResponse(200, partial), 'request-lost')
  await sendWaiting({ db, api: server.api })
  expect(await statuses()).toEqual(['sent', 'waiting'])
})

test('a login page of a public network acknowledges nothing', async () => {
  await record(2)
  const server = fakeDriverServer()
  server.faults.push(apiResponse(200), apiResponse(400, undefined), apiResponse(401, '<html>'))
  for (let pass = 0; pass < 3; pass++) {
    expect(await sendWaiting({ db, api: server.api })).toMatchObject({
      outcome: 'retry',
      rejectedRoutes: [],
    })
  }
  expect(await statuses()).toEqual(['waiting', 'waiting'])
})

test('one event that cannot be read does not keep the others', async () => {
  await record(9)
  const server = fakeDriverServer()
  const { sendEvents } = server.api
  // A server that rejects the entire request because of one event.
  const api: typeof server.api = {
    ...server.api,
    sendEvents: async (key, body) =>
      body.includes(testId(1005)) ? apiResponse(400, { code: 'invalid' }) : sendEvents(key, body),
  }
  expect(await sendWaiting({ db, api })).toMatchObject({ outcome: 'done' })
  expect(server.events.size).toBe(8)
  const rejected = (await readRouteEvents(db, testId(10))).filter(
    ({ status }) => status === 'rejected',
  )
  expect(rejected.map(({ event }) => event.eventId)).toEqual([testId(1005)])
})

test('review and duplicate are acknowledged, rejected stays with its reason', async () => {
  await record(3)
  const server = fakeDriverServer()
  const results = [
    { eventId: testId(1001), result: 'review' },
    { eventId: testId(1002), result: 'duplicate' },
    { eventId: null, result: 'rejected', reason: 'Unreadable' },
  ]
  server.faults.push(apiResponse(200, { results }))
  await sendWaiting({ db, api: server.api })
  expect(await readRouteEvents(db, testId(10))).toMatchObject([
    { status: 'sent' },
    { status: 'sent' },
    { status: 'rejected', reason: 'Unreadable' },
  ])
})

test('a refused key does not keep another driver of the phone from sending', async () => {
  const other = { deviceId: testId(21), routeId: testId(11), uploadKey: 'second' }
  await storeRoute(db, testRoute(other), { etag: null, at: 0 })
  await record(2)
  await recordEvent(db, testEvent(9, { deviceId: other.deviceId, routeId: other.routeId }))
  const server = fakeDriverServer()
  const { sendEvents } = server.api
  const api: typeof server.api = {
    ...server.api,
    sendEvents: async (key, body) =>
      key === 'key' ? apiResponse(401, { code: 'unauthorized' }) : sendEvents(key, body),
  }
  expect(await sendWaiting({ db, api })).toMatchObject({
    outcome: 'done',
    rejectedRoutes: [testId(10)],
  })
  expect([...server.events.keys()]).toEqual([testId(1009)])
  expect(await waitingCount()).toBe(2)
})

test('photos follow their events, and their bytes leave the phone once they arrived', async () => {
  const bytes = new Uint8Array([9]).buffer
  await recordEvent(db, testEvent(1), [{ hash: 'cd'.repeat(32), bytes }])
  const server = fakeDriverServer()
  const { sendEvents, sendPhoto } = server.api
  const order: string[] = []
  const api: typeof server.api = {
    sendEvents: (...sent) => {
      order.push('events')
      return sendEvents(...sent)
    },
    sendPhoto: (...sent) => {
      order.push('photo')
      return sendPhoto(...sent)
    },
  }
  server.faults.push(apiResponse(503), apiResponse(503))
  await sendWaiting({ db, api })
  expect(server.photos.size).toBe(0)
  await sendWaiting({ db, api: { ...api } })
  await sendWaiting({ db, api })
  expect(order).toEqual(['events', 'events', 'events', 'photo'])
  expect([...server.photos.keys()]).toEqual(['cd'.repeat(32)])
  expect(await readWaiting(db)).toEqual([])
})

test('the skew of the clock is measured from the server’s time', () => {
  const at = Date.parse('2026-11-17T15:00:00.000Z')
  const header = new Date(at).toUTCString()
  const wrongByADay = at + 86_400_000
  expect(measureSkew(header, wrongByADay - 100, wrongByADay + 100)).toBe(-86_400_000 + 500)
  expect(measureSkew(null, 0, 1)).toBeNull()
  expect(measureSkew(header, at, at + 60_000)).toBeNull()
  expect(measureSkew(header, at, at - 3_600_000)).toBeNull()
})

test('a login page of a public network does not take a photo', async () => {
  const photo = { hash: 'cd'.repeat(32), bytes: new Uint8Array([1]).buffer }
  await recordEvent(db, testEvent(1), [photo])
  const { api, photos } = fakeDriverServer()
  const caught = { ...api, sendPhoto: async () => apiResponse(200) }
  expect((await sendWaiting({ db, api: caught })).outcome).toBe('retry')
  expect((await sendWaiting({ db, api })).outcome).toBe('done')
  expect([...photos.keys()]).toEqual([photo.hash])
})
