import { expect, test } from 'vitest'
import { openPhone, storeRoute } from '#tests/support/driver/open-phone.ts'
import { testEvent, testId, testRoute, testStop } from '#tests/support/driver/route-data.ts'
import type { DriverDatabase } from './database.ts'
import { logIn, logOut } from './log-out.ts'
import { markEvents, readWaiting, recordEvent } from './outbox.ts'
import { readValue, writeValue } from './saved-routes.ts'

const device = { deviceId: testId(20), driverId: testId(30), driverName: 'Dana' }
const secret = { gateCode: '#4711', instructions: 'Behind the shed', notes: 'Owes us' }

async function openLoggedIn() {
  const { db } = openPhone()
  await logIn(db, device)
  const stops = [testStop(1, secret), testStop(2, secret)]
  await storeRoute(db, testRoute({ stops }), { etag: null, at: 0 })
  await recordEvent(db, testEvent(1))
  return db
}

/** Everything that the phone stores, as text. */
const readPhone = (db: DriverDatabase) =>
  db.read(async (transaction) => {
    const rows = await Promise.all(
      (['events', 'photos', 'routes', 'values'] as const).map((name) =>
        transaction.objectStore(name).getAll(),
      ),
    )
    return JSON.stringify(rows)
  })

test('after a logout nothing about customers stays on the phone if everything was sent', async () => {
  const db = await openLoggedIn()
  await markEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  await writeValue(db, `draft:${device.deviceId}:a`, { note: 'Ring twice' })
  await logOut(db)
  expect(await readValue(db, 'device')).toBeUndefined()
  expect(await readPhone(db)).not.toMatch(/Customer|555-0100|Main St|4711|Behind|Owes|Ring twice/)
})

test('waiting entries keep their key and customer, but no phone number or gate code', async () => {
  const db = await openLoggedIn()
  await logOut(db)
  expect(await readWaiting(db)).toMatchObject([{ uploadKey: 'key', events: [{ deviceSeq: 1 }] }])
  const text = await readPhone(db)
  expect(text).toContain('Customer 1')
  expect(text).not.toMatch(/Customer 2|555-0100|4711|Behind|Owes/)
})

test('a stop whose photo waits is still known', async () => {
  const db = await openLoggedIn()
  const photo = { hash: 'ab'.repeat(32), bytes: new Uint8Array([1]).buffer }
  await recordEvent(db, testEvent(2, { stopId: testId(102) }), [photo])
  await markEvents(db, [
    { eventId: testId(1001), status: 'sent' },
    { eventId: testId(1002), status: 'sent' },
  ])
  await logOut(db)
  const text = await readPhone(db)
  expect(text).toContain('Customer 2')
  expect(text).not.toContain('Customer 1')
})

test('a login of another driver leaves nothing of the first one’s customers', async () => {
  const db = await openLoggedIn()
  await markEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  await logIn(db, { ...device, deviceId: testId(21), driverId: testId(31) })
  expect(await readPhone(db)).not.toMatch(/Customer|4711/)
})

test('a driver who logs in again on the road keeps the route until it is loaded', async () => {
  const db = await openLoggedIn()
  await logIn(db, { ...device, deviceId: testId(21) })
  expect(await readPhone(db)).toMatch(/Customer 2.*4711/)
})
