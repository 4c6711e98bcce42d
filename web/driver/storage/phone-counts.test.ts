import { expect, test } from 'vitest'
import { openPhone } from '#tests/support/driver/open-phone.ts'
import { testEvent, testId, testRoute } from '#tests/support/driver/route-data.ts'
import { recordEvent, settleEvents, settlePhoto } from './outbox.ts'
import { describeUnsent, readPhoneCounts } from './phone-counts.ts'
import { saveRoute } from './saved-routes.ts'

test('nothing counts as sent until the photos are', async () => {
  const { db } = openPhone()
  await saveRoute(db, testRoute(), { etag: null, at: 0 })
  const photo = { hash: 'ab'.repeat(32), bytes: new Uint8Array([1]).buffer }
  await recordEvent(db, testEvent(1), [photo])
  const unsent = async () => describeUnsent(await readPhoneCounts(db, testId(10)))
  expect(await unsent()).toBe('1')
  await settleEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  expect(await unsent()).toBe('1 photo')
  await settlePhoto(db, { deviceId: testId(20), hash: photo.hash }, 'sent')
  expect(await unsent()).toBeNull()
})
