import { expect, test } from 'vitest'
import { openDriving } from '#tests/support/driving/open-driving.ts'

const lines = { payload: { lines: [] } }

test('rule 55: the next phone gets the counts as soon as they are entered', async () => {
  const { phone, openPhone, sam, c, move } = await openDriving()
  await move(c ?? '', { trip: 2, version: 1 })
  const second = await openPhone(sam)
  const read = async () => {
    const { body, headers } = await second.load()
    const counted = body.trips.map((trip) => [trip.loadedEventId, trip.returnedEventId])
    return { counted, etag: headers.get('etag') }
  }
  const before = await read()
  expect(before.counted).toEqual([
    [null, null],
    [null, null],
  ])

  const loaded = phone.event({ type: 'loaded', ...lines })
  await phone.report(loaded)
  const after = await read()
  expect(after.counted).toEqual([
    [loaded.eventId, null],
    [null, null],
  ])
  expect(after.etag).not.toBe(before.etag)

  const again = phone.event({ type: 'loaded', supersedes: loaded.eventId, ...lines })
  const returned = phone.event({ type: 'returned', ...lines })
  const last = phone.event({ type: 'returned', trip: 2, ...lines })
  await phone.report(again, returned, last)
  expect((await read()).counted).toEqual([
    [again.eventId, returned.eventId],
    [null, last.eventId],
  ])

  await phone.report({ type: 'superseded', supersedes: returned.eventId })
  expect((await read()).counted).toEqual([
    [again.eventId, null],
    [null, last.eventId],
  ])
})
