import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'

test('rule 56: an event with a known id or number and other content is stored for review', async () => {
  const { phone, reviews, states, productId, a, b } = await openDriving()
  const event = phone.event(delivered(a, productId))
  await phone.report(event)
  const other = { ...event, ...failed(a) }
  const sameNumber = { ...phone.event(failed(b)), deviceSeq: event.deviceSeq }

  expect(await phone.report(other, sameNumber)).toBe('review review')
  expect(await phone.report(other, sameNumber)).toBe('duplicate duplicate')

  expect((await states())[0]).toBe('completed delivered')
  expect((await states())[1]).toBe('pending scheduled')
  expect((await reviews()).map(({ kind }) => kind).sort()).toEqual(['same-id', 'same-number'])
})

test('a corrected delivery replaces the first one; a second outcome goes to review', async () => {
  const { phone, states, reviews, decide, productId, a, b } = await openDriving()
  const first = phone.event(delivered(a, productId, 2))
  await phone.report(first, { ...phone.event(failed(a)), supersedes: first.eventId })
  expect((await states())[0]).toBe('cancelled failed failed')

  await phone.report(delivered(b, productId))
  expect(await phone.report(failed(b, 'dog'))).toBe('review')
  expect((await states())[1]).toBe('completed delivered')
  const [review] = await reviews()
  expect(review).toMatchObject({ kind: 'second-outcome', fact: 'Not delivered: dog.' })

  expect(await decide(review?.id ?? '', apiPaths.adminReviewAccept)).toMatchObject({ body: [] })
  expect((await states())[1]).toBe('cancelled failed failed')
  expect((await decide(review?.id ?? '', apiPaths.adminReviewAccept)).status).toBe(409)
})

test('bad input: unreadable events are rejected one by one, an unknown stop is reviewed', async () => {
  const { phone, shop, reviews, productId, a } = await openDriving()
  const { body } = await phone.send([
    null,
    'text',
    { eventId: 'x' },
    phone.event({ ...delivered(a, productId), schema: 2 as 1 }),
    phone.event(delivered(randomUUID(), productId)),
    phone.event(failed('no-such-stop')),
    { ...phone.event(delivered(a, productId)), deviceId: randomUUID() },
    phone.event(delivered(a, productId)),
  ])

  expect(body.results.map(({ result }) => result).join(' ')).toBe(
    'rejected rejected rejected rejected review review rejected accepted',
  )
  expect(body.results.map(({ eventId }) => eventId).slice(0, 3)).toEqual([null, null, 'x'])
  expect(await shop.sql('select count(*)::int as n from driver_events')).toEqual([{ n: 3 }])
  expect((await reviews()).map(({ kind }) => kind)).toEqual(['unknown-stop', 'unknown-stop'])
})

test('rule 56: an event that cannot be applied waits for review and delays no other', async () => {
  const { phone, shop, states, reviews, productId, a, b, c } = await openDriving()
  await shop.sql(`create function fail() returns trigger language plpgsql as
    'begin raise exception ''no''; end'`)
  await shop.sql(`create trigger fail before update on schedules for each row
    when (old.id = '${b}') execute function fail()`)
  const events = [a, b, c].map((id) => phone.event(delivered(id, productId)))

  expect(await phone.report(...events)).toBe('accepted review accepted')

  expect(await states()).toEqual([
    'completed delivered',
    'pending scheduled',
    'completed delivered',
  ])
  expect(await reviews()).toMatchObject([{ kind: 'not-applied', isApplied: false }])
  expect(await phone.report(...events)).toBe('duplicate duplicate duplicate')
})

test('rule 57: events after a closing in the same request are listed', async () => {
  const { phone, states, productId, a } = await openDriving('a')
  expect(await phone.report({ type: 'closed' }, delivered(a, productId))).toBe('accepted review')
  expect(await states()).toEqual(['completed delivered'])
})

test('rule 57: a driver who was disabled at noon: earlier taps count, later ones wait', async () => {
  const { phone, shop, staff, sam, states, reviews, decide, productId, a, b } = await openDriving()
  const early = phone.event(delivered(a, productId))
  shop.clock.advance(3_600_000)
  await staff.call('PATCH', fillPath(apiPaths.adminDriver, { id: sam }), { isDisabled: true })
  shop.clock.advance(3_600_000)
  const late = phone.event(delivered(b, productId))

  expect((await phone.send([early])).status).toBe(401)
  const { body } = await phone.send([early, late], phone.key())

  expect(body.results.map(({ result }) => result)).toEqual(['accepted', 'review'])
  expect((await states()).slice(0, 2)).toEqual(['completed delivered', 'pending scheduled'])
  const [review] = await reviews()
  expect(review).toMatchObject({ kind: 'driver-disabled', isApplied: false })
  await decide(review?.id ?? '', apiPaths.adminReviewAccept)
  expect((await states())[1]).toBe('completed delivered')
})

test('rule 57: outcomes of stops that staff moved or cancelled in the meantime are booked and listed', async () => {
  const { phone, staff, states, remove, reviews, setRoute, productId, a, b, c } =
    await openDriving()
  await staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id: a ?? '' }), {
    scheduledDate: '2026-03-06',
  })
  await remove(b ?? '')

  expect(await phone.report(delivered(a, productId), delivered(b, productId))).toBe('review review')
  await setRoute({ status: 'out' })
  await setRoute({ status: 'closed' })
  expect(await phone.report(delivered(c, productId))).toBe('review')

  expect((await states())[0]).toBe('completed delivered')
  const after = await staff.call<{ deliveryStatus: string }[]>('GET', apiPaths.adminOrders)
  expect(after.body.filter(({ deliveryStatus }) => deliveryStatus === 'delivered')).toHaveLength(3)
  expect((await reviews()).map(({ kind }) => kind).sort()).toEqual([
    'route-closed',
    'stop-changed',
    'stop-changed',
  ])
})

test('rule 57: dismissing a booked event reverses it', async () => {
  const { phone, states, staff, reviews, decide, productId, a } = await openDriving('a')
  await staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id: a ?? '' }), {
    status: 'cancelled',
  })
  expect(await phone.report(delivered(a, productId))).toBe('review')
  const [review] = await reviews()
  expect(review?.isApplied).toBe(true)

  await decide(review?.id ?? '', apiPaths.adminReviewDismiss)

  expect(await states()).toEqual(['pending scheduled'])
  expect(await reviews()).toEqual([])
})
