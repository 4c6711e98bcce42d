import { expect, test } from 'vitest'
import { openPhone, storeRoute } from '#tests/support/driver/open-phone.ts'
import { testEvent, testId, testRoute } from '#tests/support/driver/route-data.ts'
import { markEvents, markPhoto, recordEvent } from './outbox.ts'
import { describeRejected, describeUnsent, readPhoneCounts } from './phone-counts.ts'

test('nothing counts as sent until the photos are', async () => {
  const { db } = openPhone()
  await storeRoute(db, testRoute(), { etag: null, at: 0 })
  const photo = { hash: 'ab'.repeat(32), bytes: new Uint8Array([1]).buffer }
  await recordEvent(db, testEvent(1), [photo])
  const unsent = async () => describeUnsent(await readPhoneCounts(db, testId(10)))
  expect(await unsent()).toBe('1')
  await markEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  expect(await unsent()).toBe('1 photo')
  await markPhoto(db, { deviceId: testId(20), hash: photo.hash }, 'sent')
  expect(await unsent()).toBeNull()
})

test('photos that the server could not read are counted apart from those that wait', async () => {
  const { db } = openPhone()
  const photos = ['ab', 'cd'].map((hash) => ({
    hash: hash.repeat(32),
    bytes: new Uint8Array([1]).buffer,
  }))
  await recordEvent(db, testEvent(1), photos)
  await markPhoto(db, { deviceId: testId(20), hash: 'ab'.repeat(32) }, 'rejected')
  const here = await readPhoneCounts(db, testId(10))
  expect(here).toMatchObject({ photos: { left: 2, rejected: 1 }, routePhotos: { left: 2 } })
  const elsewhere = await readPhoneCounts(db, testId(11))
  expect(elsewhere.routePhotos).toEqual({ left: 0, rejected: 0 })
  expect(describeRejected(here.rejected, here.photos)).toBe('1 photo')
  expect(describeRejected(2, { left: 2, rejected: 2 })).toBe('2 entries and 2 photos')
  expect(describeRejected(0, elsewhere.routePhotos)).toBeNull()
})
