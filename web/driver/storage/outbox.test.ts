import { openDB } from 'idb'
import { expect, test } from 'vitest'
import { openPhone, storeRoute } from '#tests/support/driver/open-phone.ts'
import { testEvent, testId, testRoute, testStop } from '#tests/support/driver/route-data.ts'
import { openDriverDatabase, StorageFullError, upgrades } from './database.ts'
import {
  markEvents,
  markPhoto,
  readRouteEvents,
  readWaiting,
  recordEvent,
  retryRejected,
} from './outbox.ts'
import {
  acceptRoute,
  readCurrentRoute,
  readValue,
  removeOldRoutes,
  toDraftKey,
  writeValue,
} from './saved-routes.ts'

const DAY_MS = 86_400_000
const photo = { hash: 'ab'.repeat(32), bytes: new Uint8Array([1, 2, 3]).buffer }

test('a recorded event and its photo are there after the app was killed', async () => {
  const { name, db } = openPhone()
  await storeRoute(db, testRoute(), { etag: null, at: 0 })
  await recordEvent(db, testEvent(1), [photo])
  // A killed tab closes nothing.
  const restarted = openPhone(name).db

  const [waiting] = await readWaiting(restarted)
  expect(waiting).toMatchObject({ uploadKey: 'key', deviceId: testId(20) })
  expect(waiting?.events).toMatchObject([
    { eventId: testId(1001), deviceSeq: 1, schema: 1, photos: [photo.hash] },
  ])
  expect(new Uint8Array(waiting?.photos[0]?.bytes ?? new ArrayBuffer())).toEqual(
    new Uint8Array([1, 2, 3]),
  )
})

test('the draft of a form goes with the event that it records, which keeps earlier photos', async () => {
  const { db } = openPhone()
  await writeValue(db, 'draft:a', { note: 'x' })
  await writeValue(db, 'draft:b', { note: 'y' })

  const kept = 'cd'.repeat(32)
  await recordEvent(db, testEvent(1), [photo], { draftKey: 'draft:a', previousPhotos: [kept] })

  expect(await readValue(db, 'draft:a')).toBeUndefined()
  expect(await readValue(db, 'draft:b')).toEqual({ note: 'y' })
  const [stored] = await readRouteEvents(db, testEvent(1).routeId)
  expect(stored?.event.photos).toEqual([kept, photo.hash])
})

test('numbers count up per device, and a repeated tap keeps its number', async () => {
  const { db } = openPhone()
  const other = { deviceId: testId(21) }
  const taps = [testEvent(1), testEvent(2, other), testEvent(3), testEvent(1), testEvent(4, other)]
  const numbers = []
  for (const tap of taps) numbers.push((await recordEvent(db, tap)).event.deviceSeq)
  expect(numbers).toEqual([1, 1, 2, 1, 2])
})

test('taps in two tabs at once get different numbers', async () => {
  const { name, db } = openPhone()
  const second = openPhone(name).db
  const stored = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      recordEvent(index % 2 ? db : second, testEvent(index)),
    ),
  )
  expect(new Set(stored.map(({ event }) => event.deviceSeq)).size).toBe(20)
})

test('a number is not used again after old events were removed', async () => {
  const { db } = openPhone()
  await storeRoute(db, testRoute(), { etag: null, at: 0 })
  await recordEvent(db, testEvent(1))
  await markEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  await removeOldRoutes(db, 60 * DAY_MS)
  expect(await readRouteEvents(db, testId(10))).toEqual([])
  expect((await recordEvent(db, testEvent(2))).event.deviceSeq).toBe(2)
})

test('unsent entries are never removed', async () => {
  const { db } = openPhone()
  await storeRoute(db, testRoute(), { etag: null, at: 0 })
  await recordEvent(db, testEvent(1), [photo])
  await markEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  // Its photo still waits.
  await removeOldRoutes(db, 60 * DAY_MS)
  expect(await readRouteEvents(db, testId(10))).toHaveLength(1)
  await markPhoto(db, { deviceId: testId(20), hash: photo.hash }, 'sent')
  await removeOldRoutes(db, 60 * DAY_MS)
  expect(await readRouteEvents(db, testId(10))).toEqual([])
})

test('drafts go with their route', async () => {
  const { db } = openPhone()
  await storeRoute(db, testRoute(), { etag: null, at: 0 })
  await storeRoute(db, testRoute({ routeId: testId(11) }), { etag: null, at: 60 * DAY_MS })
  const draft = (routeId: string) => toDraftKey(testId(20), routeId, `${testId(101)}:delivered:`)
  await writeValue(db, draft(testId(10)), { photo })
  await writeValue(db, draft(testId(11)), { photo })

  await removeOldRoutes(db, 60 * DAY_MS)

  expect(await readValue(db, draft(testId(10)))).toBeUndefined()
  expect(await readValue(db, draft(testId(11)))).toEqual({ photo })
})

test('the route on the screen stays, however old it looks to a clock that was set', async () => {
  const { db } = openPhone()
  await writeValue(db, 'device', { deviceId: testId(21), driverId: testId(30) })
  await storeRoute(db, testRoute(), { etag: null, at: 0 })
  await recordEvent(db, testEvent(1))
  await markEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  // The driver has logged in again on this phone: a new device with the same route.
  await storeRoute(db, testRoute({ deviceId: testId(21) }), { etag: null, at: 1 })

  await removeOldRoutes(db, 60 * DAY_MS)
  expect(await readCurrentRoute(db, testId(21))).toBeDefined()
  expect(await readRouteEvents(db, testId(10))).toHaveLength(1)

  const next = testRoute({ deviceId: testId(21), routeId: testId(11) })
  await storeRoute(db, next, { etag: null, at: 60 * DAY_MS })
  await removeOldRoutes(db, 60 * DAY_MS)
  expect(await readRouteEvents(db, testId(10))).toEqual([])
})

test('full storage stores nothing and is an error, and the same tap works later', async () => {
  const { db } = openPhone()
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const failing: typeof db = {
    ...db,
    write: (work) =>
      db.write(async (transaction) => {
        await work(transaction)
        throw full
      }),
  }
  await expect(recordEvent(failing, testEvent(1), [photo])).rejects.toThrow(StorageFullError)
  expect(await readWaiting(db)).toEqual([])

  const stored = await recordEvent(db, testEvent(1), [photo])
  expect(stored.event.deviceSeq).toBe(1)
})

test('a connection that the browser closed is opened again', async () => {
  const { db } = openPhone()
  await recordEvent(db, testEvent(1))
  db.close()
  await recordEvent(db, testEvent(2))
  expect(await readRouteEvents(db, testId(10))).toHaveLength(2)
})

test('an upgrade of the app keeps every event', async () => {
  const { name, db } = openPhone()
  await recordEvent(db, testEvent(1), [photo])
  const upgraded = openDriverDatabase({
    name,
    versions: [...upgrades, (next) => void next.createObjectStore('later' as 'values')],
  })
  expect(await readWaiting(upgraded)).toMatchObject([{ events: [{ deviceSeq: 1 }] }])
  expect(await readRouteEvents(upgraded, testId(10))).toHaveLength(1)
})

test('the first version of the storage can still be opened', async () => {
  // As written by the first release; later upgrades must be able to read it.
  const first = await openDB('phone-of-first-release', 1, {
    upgrade: (db) => upgrades[0]?.(db as never, undefined as never),
  })
  await first.put('events', { event: { ...testEvent(1), deviceSeq: 7 }, status: 'waiting' })
  first.close()
  const { db } = openPhone('phone-of-first-release')
  expect(await readWaiting(db)).toMatchObject([{ events: [{ deviceSeq: 7 }] }])
})

test('rejected events stay and can be tried again', async () => {
  const { db } = openPhone()
  await recordEvent(db, testEvent(1), [photo])
  await markEvents(db, [{ eventId: testId(1001), status: 'rejected', reason: 'Unreadable' }])
  expect(await readWaiting(db)).toMatchObject([{ events: [] }])
  await retryRejected(db)
  expect(await readWaiting(db)).toMatchObject([{ events: [{ eventId: testId(1001) }] }])
})

test('an event that was acknowledged stays acknowledged', async () => {
  const { db } = openPhone()
  await recordEvent(db, testEvent(1))
  await markEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  await markEvents(db, [{ eventId: testId(1001), status: 'rejected' }])
  expect(await readRouteEvents(db, testId(10))).toMatchObject([{ status: 'sent' }])
})

test('a new version of a route keeps the accepted one until the driver has seen it', async () => {
  const { db } = openPhone()
  await storeRoute(db, testRoute(), { etag: '"1"', at: 1 })
  const onHold = testRoute({ version: 3, stops: [testStop(1, { isOnHold: true })] })
  const current = () => readCurrentRoute(db, testId(20))
  // An entry makes a new version too, even if no text changes.
  await storeRoute(db, testRoute({ version: 2, uploadKey: 'new' }), { etag: '"2"', at: 2 })
  expect(await current()).toMatchObject({ etag: '"2"', accepted: { version: 2, uploadKey: 'new' } })
  await storeRoute(db, onHold, { etag: '"3"', at: 3 })
  expect(await current()).toMatchObject({ route: { version: 3 }, accepted: { version: 2 } })
  // The driver accepts what is on the screen, while something else arrives.
  await storeRoute(db, { ...onHold, truckName: 'Truck 2' }, { etag: '"4"', at: 4 })
  await acceptRoute(db, onHold)
  expect(await current()).toMatchObject({ accepted: { truckName: 'Truck 1', version: 3 } })
  await acceptRoute(db, { ...onHold, truckName: 'Truck 2' })
  expect(await current()).toMatchObject({ accepted: { truckName: 'Truck 2' } })
})
