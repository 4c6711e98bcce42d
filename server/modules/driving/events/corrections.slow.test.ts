import { expect, test } from 'vitest'
import type { Receipt } from '#contract/driver/receipts.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { DeliveryPoint } from '#contract/points/points.ts'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { delivered, failed, MORNING, openDriving } from '#tests/support/driving/open-driving.ts'
import { openTracking } from '#tests/support/driving/open-tracking.ts'

const HOUR = 3_600_000
const atDoor = { lat: 41.93, lon: -74.02, accuracy: 12 }
const atNoon = { lat: 41.96, lon: -74.04, accuracy: 5 }
const NINE = new Date(MORNING).toISOString()
const FIVE = new Date(Date.parse(MORNING) + 8 * HOUR).toISOString()

/** A route with one stop, and where and when it was visited, according to the shop. */
async function open() {
  const driving = await openDriving('a')
  const { shop, staff, stops, a } = driving
  const id = stops[0]?.orderId ?? ''
  const get = async <T>(path: string) => (await staff.call<T>('GET', fillPath(path, { id }))).body
  const read = async () => {
    const [stop] = await shop.sql<{ at: Date | null }>(
      'select outcome_at as at from schedules where id = $1',
      [a],
    )
    const point = await get<DeliveryPoint>(apiPaths.adminOrderPoint)
    const receipts = await get<Receipt[]>(apiPaths.adminOrderReceipts)
    return {
      stop: stop?.at?.toISOString(),
      place: point.placeSource === 'fix' ? point.place : null,
      visits: point.learned?.visits ?? 0,
      receipt: receipts.map(({ at, lines }) => `${lines[0]?.full ?? 0} at ${at}`).join(', '),
    }
  }
  return { ...driving, read }
}

const place = ({ lat, lon }: typeof atDoor) => ({ lat, lon })

test('corrected counts keep where and when the delivery was, also after several corrections', async () => {
  const { shop, phone, read, a, productId } = await open()
  const first = phone.event({ ...delivered(a, productId, 5, 0), fix: atDoor })
  await phone.report(first)
  shop.clock.advance(8 * HOUR)
  const second = phone.event({ ...delivered(a, productId, 3, 0), supersedes: first.eventId })
  await phone.report(second)
  const same = { stop: NINE, place: place(atDoor), visits: 1 }
  expect(await read()).toEqual({ ...same, receipt: `3 at ${NINE}` })

  // An earlier version of the app sends a position with a correction.
  const third = { ...delivered(a, productId, 2, 0), supersedes: second.eventId, fix: atNoon }
  await phone.report(third)
  expect(await read()).toEqual({ ...same, receipt: `2 at ${NINE}` })
})

test('a delivery without a position learns none from its correction', async () => {
  const { shop, phone, read, a, productId } = await open()
  const first = phone.event(delivered(a, productId))
  await phone.report(first)
  shop.clock.advance(8 * HOUR)
  await phone.report({ ...delivered(a, productId, 1), supersedes: first.eventId, fix: atNoon })
  expect(await read()).toMatchObject({ stop: NINE, place: null, visits: 0 })
})

test('rule 56: a correction that arrives before its delivery leads to the same', async () => {
  const { shop, phone, read, a, productId } = await open()
  const first = phone.event({ ...delivered(a, productId, 5, 0), fix: atDoor })
  shop.clock.advance(8 * HOUR)
  const second = phone.event({ ...delivered(a, productId, 3, 0), supersedes: first.eventId })
  await phone.report(second)
  expect(await read()).toMatchObject({ stop: FIVE, receipt: `3 at ${FIVE}` })

  await phone.report(first)

  expect(await read()).toEqual({
    stop: NINE,
    place: place(atDoor),
    visits: 1,
    receipt: `3 at ${NINE}`,
  })
})

test.each([
  ['in order', [0, 1, 2]],
  ['the correction first', [2, 1, 0]],
])('rule 60: corrected counts move bottles at the time of the visit, %s', async (_, order) => {
  const { shop, staff, phone, stops, a, b, productId } = await openDriving('a', 'b')
  const first = phone.event(delivered(a, productId, 2, 0))
  shop.clock.advance(HOUR)
  const next = phone.event(delivered(b, productId, 0, 2))
  shop.clock.advance(HOUR)
  const correction = phone.event({
    ...delivered(a, productId, 3, 0),
    supersedes: first.eventId,
  })
  const reported = [first, next, correction]
  for (const index of order) await phone.send(reported.slice(index, index + 1))

  // Both orders are Ana's: she got three bottles and gave two of them back an hour later.
  const balances = []
  for (const { orderId: id } of stops) {
    const path = fillPath(apiPaths.adminOrderReceipts, { id })
    const { body } = await staff.call<Receipt[]>('GET', path)
    balances.push(...body.map(({ balance }) => balance))
  }
  expect(balances).toEqual([3, 1])
  const isHere = "holder = 'customer'"
  expect(await shop.sql(`select bottles from bottle_holders where ${isHere}`)).toEqual([
    { bottles: 1 },
  ])
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('a delivery that replaces a failure is a visit of its own', async () => {
  const { shop, phone, read, a, productId } = await open()
  const miss = phone.event({ ...failed(a), fix: atNoon })
  await phone.report(miss)
  shop.clock.advance(8 * HOUR)
  await phone.report({ ...delivered(a, productId, 3, 0), supersedes: miss.eventId, fix: atDoor })
  expect(await read()).toEqual({
    stop: FIVE,
    place: place(atDoor),
    visits: 1,
    receipt: `3 at ${FIVE}`,
  })
})

test('naming an event of another phone does not continue its visit', async () => {
  const { shop, phone, openPhone, sam, reviews, decide, read, a, productId } = await open()
  const first = phone.event({ ...delivered(a, productId, 5, 0), fix: atDoor })
  await phone.report(first)
  const other = await openPhone(sam)
  await other.load()
  shop.clock.advance(HOUR)
  const second = other.event({ ...delivered(a, productId, 1, 0), supersedes: first.eventId })
  await other.report({ ...second, fix: atNoon })
  const review = (await reviews()).find(({ kind }) => kind === 'second-outcome')
  await decide(review?.id ?? '', apiPaths.adminReviewAccept)
  expect(await read()).toMatchObject({
    stop: new Date(Date.parse(MORNING) + HOUR).toISOString(),
    place: place(atNoon),
  })
})

test('rule 63: a correction does not show that the truck is still at the door', async () => {
  const { phone, setTime, follow, ids, productId } = await openTracking('a', 'b')
  setTime(20)
  const first = phone.event(delivered(ids[0], productId))
  await phone.report({ type: 'departed' }, first)
  const page = await follow(1)
  const { tracking } = await page.until(/^0 /)
  setTime(25)
  const second = phone.event({ ...delivered(ids[0], productId, 1), supersedes: first.eventId })
  await phone.report(second)
  const later = await follow(1)
  expect((await later.next()).tracking).toEqual(tracking)
})
