import { expect, test } from 'vitest'
import { openPhone } from '#tests/support/driver/open-phone.ts'
import { testEvent, testId, testRoute, testStop } from '#tests/support/driver/route-data.ts'
import { exportUnsent } from './export-unsent.ts'
import { logOut } from './log-out.ts'
import { recordEvent, settleEvents } from './outbox.ts'
import { readUnsent } from './read-unsent.ts'
import { saveRoute } from './saved-routes.ts'

const photo = { hash: 'ab'.repeat(32), bytes: new Uint8Array([1, 2, 3]).buffer }
const lines = [{ productId: testId(1), full: 2, empties: 1, damaged: 0 }]

async function openRoute(...stops: ReturnType<typeof testStop>[]) {
  const { db } = openPhone()
  const route = testRoute({ stops, timeZone: 'America/New_York' })
  await saveRoute(db, route, { etag: null, at: 0 })
  return db
}

test('the office can enter what was not sent from its copy, after a logout too', async () => {
  const db = await openRoute(testStop(1), testStop(2))
  await recordEvent(db, testEvent(1, { type: 'delivered', payload: { lines } }))
  await recordEvent(
    db,
    testEvent(2, { stopId: testId(102), type: 'failed', payload: { reason: 'dog' } }),
    [photo],
  )
  await recordEvent(db, testEvent(3))
  await settleEvents(db, [
    { eventId: testId(1001), status: 'rejected', reason: "We couldn't read this entry (trip)." },
    { eventId: testId(1003), status: 'sent' },
  ])
  await logOut(db)
  const copy = await exportUnsent(db)
  for (const text of [
    'Delivered: 5 Gallon: 2 full left, 1 empties taken',
    'Customer: Customer 1',
    'Address: 1 Main St, Kingston, NY 12401',
    'Time: Tue, Nov 17, 10:00 AM',
    'Driver: Dana',
    'Route: Truck 1, 2026-11-17',
    "Not sent because: We couldn't read this entry (trip).",
    'Not delivered: Dog',
    'Customer: Customer 2',
    'base64,AQID',
    testId(1001),
  ])
    expect(copy).toContain(text)
  expect(copy).not.toContain(testId(1003))
})

test('a photo that was not sent is in the copy with its entry', async () => {
  const db = await openRoute(testStop(1))
  await recordEvent(db, testEvent(1), [photo])
  await settleEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  expect(await exportUnsent(db)).toContain('Only its photo is missing.')
  expect(await readUnsent(db)).toMatchObject([{ status: 'sent', text: { stop: 'Customer 1' } }])
})

test('what was typed cannot become part of the page', async () => {
  const db = await openRoute(testStop(1, { customerName: '<script>alert(1)</script>' }))
  await recordEvent(db, testEvent(1, { type: 'note', payload: { note: '<img src=x>' } }))
  const copy = await exportUnsent(db)
  expect(copy).not.toMatch(/<script|<img/)
  expect(copy).toContain('&lt;script&gt;')
})

test('an entry of a route that the phone does not know is still copied', async () => {
  const { db } = openPhone()
  await recordEvent(db, testEvent(1))
  expect(await exportUnsent(db)).toContain('Unknown stop')
})
