import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { delivered, failed, MORNING, openDriving } from '#tests/support/driving/open-driving.ts'

test('rule 58: a route is driven: it is out, stops are delivered or failed, and it is closed', async () => {
  const { phone, states, findRoute, blue, productId, a, b, c } = await openDriving()

  expect(await phone.report({ type: 'loaded', payload: { lines: [{ productId, full: 6 }] } })).toBe(
    'accepted',
  )
  expect(await phone.report({ type: 'departed' })).toBe('accepted')
  expect((await findRoute(blue)).status).toBe('out')
  expect(await states()).toEqual(Array(3).fill('in-progress in-transit'))

  const results = await phone.report(
    { type: 'arrived', stopId: a ?? '' },
    delivered(a, productId),
    failed(b, 'refused'),
    delivered(c, productId, 1),
  )
  expect(results).toBe('accepted accepted accepted accepted')
  expect(await states()).toEqual([
    'completed delivered',
    'cancelled failed failed',
    'completed delivered',
  ])
  await phone.report({ type: 'closed' })
  expect((await findRoute(blue)).status).toBe('closed')
  const board = (await findRoute(blue)).trips[0]?.stops ?? []
  expect(board.map(({ outcome, outcomeAt }) => [outcome, typeof outcomeAt])).toEqual([
    [undefined, 'string'],
    ['failed', 'string'],
    [undefined, 'string'],
  ])
})

test('on the wire a failed stop is cancelled with its outcome', async () => {
  const { phone, staff, b } = await openDriving()
  await phone.report(failed(b))
  const { body } = await staff.call<{ id: string; status: string; outcome?: string }[]>(
    'GET',
    apiPaths.adminSchedules,
  )
  expect(body.find(({ id }) => id === b)).toMatchObject({ status: 'cancelled', outcome: 'failed' })
})

test('rule 56: the id alone decides what is a duplicate, also for parallel requests', async () => {
  const { phone, shop, productId, a } = await openDriving()
  const event = phone.event(delivered(a, productId))

  const replies = await Promise.all(Array.from({ length: 8 }, () => phone.send([event, event])))

  const results = replies.flatMap(({ body }) => body.results.map(({ result }) => result))
  expect(results.filter((result) => result === 'accepted')).toHaveLength(1)
  expect(results.filter((result) => result === 'duplicate')).toHaveLength(15)
  expect(await shop.sql('select count(*)::int as n from driver_events')).toEqual([{ n: 1 }])
})

test('rule 56: an undo restores the stop, and may arrive first', async () => {
  const { phone, states, productId, a, b } = await openDriving()
  const first = phone.event(delivered(a, productId))
  const second = phone.event(delivered(b, productId))
  const undoFirst = phone.event({ type: 'superseded', supersedes: first.eventId })
  const undoSecond = phone.event({ type: 'superseded', supersedes: second.eventId })

  expect(await phone.report(first, undoFirst, undoSecond, second)).toBe(
    'accepted accepted accepted accepted',
  )

  expect((await states()).slice(0, 2)).toEqual(['pending scheduled', 'pending scheduled'])
  expect(await phone.report(failed(a))).toBe('accepted')
  expect((await states())[0]).toBe('cancelled failed failed')
})

test('rule 55: another phone takes over; events of the first still count, a second outcome waits', async () => {
  const { shop, phone, openPhone, sam, states, productId, a, b } = await openDriving()
  shop.clock.advance(1000)
  const other = await openPhone(sam)
  expect((await other.load()).body.isTakenOver).toBe(false)
  expect((await phone.load()).body.isTakenOver).toBe(true)

  expect(await other.report(delivered(a, productId))).toBe('accepted')
  expect(await phone.report(failed(a), delivered(b, productId))).toBe('review accepted')

  expect((await states()).slice(0, 2)).toEqual(['completed delivered', 'completed delivered'])
})

test('rule 56: a busy database makes the phone send again, and nothing waits for review', async () => {
  const { phone, shop, states, reviews, productId, a } = await openDriving('a')
  await shop.sql(`create function fail() returns trigger language plpgsql as
    'begin raise exception using errcode = ''55P03''; end'`)
  await shop.sql('create trigger fail before update on schedules execute function fail()')
  const events = [phone.event({ type: 'departed' }), phone.event(delivered(a, productId))]

  expect((await phone.send(events)).status).toBe(503)
  expect(await shop.sql('select 1 from driver_events')).toEqual([])
  await shop.sql('drop trigger fail on schedules')

  expect(await phone.report(...events)).toBe('accepted accepted')
  expect(await states()).toEqual(['completed delivered'])
  expect(await reviews()).toEqual([])
})

test('N2: more than 50 events or 90 KiB are rejected as a whole', async () => {
  const { phone, shop } = await openDriving('a')
  const note = (text: string) => phone.event({ type: 'note', payload: { note: text } })

  const many = await phone.send(Array.from({ length: 51 }, () => note('x')))
  const large = await phone.send(
    Array.from({ length: 50 }, () => note('x'.repeat(990)).eventId + 'x'.repeat(1900)),
  )

  expect([many.status, large.status]).toEqual([413, 413])
  expect(await shop.sql('select 1 from driver_events')).toEqual([])
  const full = await phone.send(Array.from({ length: 50 }, () => note('x')))
  expect(full.body.results.every(({ result }) => result === 'accepted')).toBe(true)
})

test('rule 57: the time is the tap corrected by skew, never after it was received', async () => {
  const { phone, shop, a, b, c } = await openDriving()
  const day = 86_400_000
  const tapped = (offset: number) => new Date(Date.parse(MORNING) + offset).toISOString()

  await phone.report({ ...failed(a), tappedAt: tapped(-day - 60_000), skewMs: day })
  await phone.report({ ...failed(b), tappedAt: tapped(day) })
  const wild = await phone.report(
    { ...failed(c), tappedAt: '0000-01-01T00:00:00Z', skewMs: -1e14 },
    { ...failed(c), tappedAt: '9999-12-31T23:59:59Z', skewMs: 1e14 },
  )

  const rows = await shop.sql<{ effective_at: Date }>(
    'select effective_at from driver_events order by device_seq',
  )
  expect(rows.map((row) => row.effective_at.toISOString())).toEqual([
    '2026-03-05T13:59:00.000Z',
    ...Array(3).fill('2026-03-05T14:00:00.000Z'),
  ])
  expect(wild).toBe('review review')
})
