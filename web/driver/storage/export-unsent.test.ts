import { expect, test } from 'vitest'
import { openPhone, storeRoute } from '#tests/support/driver/open-phone.ts'
import { testEvent, testId, testRoute, testStop } from '#tests/support/driver/route-data.ts'
import { exportUnsent } from './export-unsent.ts'
import { logOut } from './log-out.ts'
import { markEvents, recordEvent } from './outbox.ts'
import { readUnsent } from './read-unsent.ts'

const photo = { hash: 'ab'.repeat(32), bytes: new Uint8Array([1, 2, 3]).buffer }
const lines = [{ productId: testId(1), full: 2, empties: 1, damaged: 0 }]

const noCount = { full: 0, empties: 0, damaged: 0 }

async function openRoute(...stops: ReturnType<typeof testStop>[]) {
  const { db } = openPhone()
  const route = testRoute({ stops, timeZone: 'America/New_York' })
  await storeRoute(db, route, { etag: null, at: 0 })
  return db
}

test('dispatch can enter unsent entries from the copy, after a logout too', async () => {
  const db = await openRoute(testStop(1), testStop(2))
  await recordEvent(db, testEvent(1, { type: 'delivered', payload: { lines } }))
  await recordEvent(
    db,
    testEvent(2, { stopId: testId(102), type: 'failed', payload: { reason: 'dog' } }),
    [photo],
  )
  await recordEvent(db, testEvent(3))
  await markEvents(db, [
    { eventId: testId(1001), status: 'rejected', reason: "We couldn't read this entry (trip)." },
    { eventId: testId(1003), status: 'sent' },
  ])
  await logOut(db)
  const copy = await exportUnsent(db)
  for (const text of [
    'Delivered: 5 Gallon: 2 full left, 1 empty taken',
    'Customer: Customer 1',
    'Address: 1 Main St, Kingston, NY 12401',
    'Time: Tue, Nov 17, 10:00 AM',
    'Driver: Dana',
    'Route: Truck 1, Tue, Nov 17',
    'Not sent because: We couldn&#x27;t read this entry (trip).',
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
  await markEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  expect(await exportUnsent(db)).toContain('Only its photo is missing.')
  expect(await readUnsent(db)).toMatchObject([{ status: 'sent', text: { stop: 'Customer 1' } }])
})

test('typed text is escaped in the exported page', async () => {
  const db = await openRoute(testStop(1, { customerName: '<script>alert(1)</script>' }))
  await recordEvent(db, testEvent(1, { type: 'note', payload: { note: '<img src=x>' } }))
  const copy = await exportUnsent(db)
  expect(copy).not.toMatch(/<script|<img/)
  expect(copy).toContain('&lt;script&gt;')
})

test('an entry of an unknown route is still copied', async () => {
  const { db } = openPhone()
  await recordEvent(db, testEvent(1))
  expect(await exportUnsent(db)).toContain('Unknown stop')
})

test('an entry that was corrected or undone names what replaced it', async () => {
  const db = await openRoute(testStop(1), testStop(2))
  const more = [{ ...lines[0], full: 3, empties: 2 }]
  const cash = { method: 'cash', amount: '4.50' }
  const entries = [
    { type: 'delivered', payload: { lines } },
    { type: 'delivered', payload: { lines: more }, supersedes: testId(1001) },
    { type: 'payment-received', payload: cash, stopId: testId(102) },
    { type: 'superseded', supersedes: testId(1003), stopId: testId(102) },
  ] as const
  for (const [index, entry] of entries.entries())
    await recordEvent(db, testEvent(index + 1, entry as Parameters<typeof testEvent>[1]))
  // Entries that dispatch already has must be recognizable from their replacements.
  await markEvents(db, [{ eventId: testId(1003), status: 'sent' }])

  expect((await readUnsent(db)).map(({ text }) => text.what)).toEqual([
    'Delivered (corrected later): 5 Gallon: 2 full left, 1 empty taken',
    'Delivered (correction): 5 Gallon: 3 full left, 2 empties taken',
    'Undone: Payment received: cash, $4.50',
  ])
  const copy = await exportUnsent(db)
  expect(copy).toContain("Don't enter this: it was corrected later.")
  expect(copy).toContain('In place of: Delivered: 5 Gallon: 2 full left, 1 empty taken')

  await recordEvent(db, testEvent(5, { type: 'superseded', supersedes: testId(1002) }))
  expect((await readUnsent(db)).map(({ text }) => text.what).slice(0, 2)).toEqual([
    'Delivered: 5 Gallon: 2 full left, 1 empty taken',
    'Delivered (correction, undone later): 5 Gallon: 3 full left, 2 empties taken',
  ])
  expect(await exportUnsent(db)).toContain("Don't enter this: it was undone later.")
})

test('an undo is entered only if dispatch has what it undid', async () => {
  const db = await openRoute(testStop(1))
  const cash = { method: 'cash', amount: '4.50' } as const
  await recordEvent(db, testEvent(1, { type: 'payment-received', payload: cash }))
  await recordEvent(db, testEvent(2, { type: 'superseded', supersedes: testId(1001) }))
  const undo = async () =>
    (await readUnsent(db)).find(({ event }) => event.eventId === testId(1002))?.skipReason
  expect(await undo()).toBe("what it undid wasn't sent either")
  const copy = await exportUnsent(db)
  expect(copy).toContain("Don't enter this: what it undid wasn't sent either.")
  expect(copy).toContain('except those marked "Don\'t enter this"')
  await markEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  expect(await undo()).toBeNull()
  expect(await exportUnsent(db)).not.toContain("Don't enter this:")
})

test('a count of the truck names its trip, and products that are no longer sold', async () => {
  const { db } = openPhone()
  const [trip] = testRoute().trips
  if (!trip) throw new Error('no trip')
  const retired = { productId: testId(9), name: '3 Gallon', quantity: 4 }
  const route = testRoute({ trips: [trip, { ...trip, trip: 2, lines: [retired] }] })
  await storeRoute(db, route, { etag: null, at: 0 })
  const counted = [{ ...noCount, productId: testId(9), empties: 1 }]
  const payload = { lines: counted }
  await recordEvent(db, testEvent(1, { type: 'returned', trip: 2, stopId: null, payload }))
  await logOut(db)
  expect(await readUnsent(db)).toMatchObject([
    { text: { what: 'Count of the truck after trip 2: 3 Gallon: 0 full, 1 empty' } },
  ])
})

test('a phone without the time zone uses its own time', async () => {
  const { db } = openPhone()
  await storeRoute(db, testRoute({ timeZone: 'Mars/Olympus' }), { etag: null, at: 0 })
  await recordEvent(db, testEvent(1))
  expect((await readUnsent(db))[0]?.text.time).toMatch(/^\w{3}, Nov 1\d, \d+:00 [AP]M$/)
})
