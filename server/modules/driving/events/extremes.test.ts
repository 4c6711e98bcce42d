import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'

test('one request with every extreme: each event has its answer, and the valid ones count', async () => {
  const { phone, shop, stops, states, reviews } = await openDriving('a', 'b')
  const productId = shop.products[0]?.id ?? ''
  const [a, b] = stops.map(({ id }) => id)
  const at = (fields: object) => ({ ...phone.event(delivered(a, productId)), ...fields })
  const line = (full: unknown) => at({ payload: { lines: [{ productId, full }] } })
  const note = (text: unknown) => at({ type: 'note', payload: { note: text } })
  const unreadable = [
    ...[-1, 10_001, 1e9, 2 ** 31, 2 ** 53, 1.5, '2', null, Number.NaN].map(line),
    ...['', 'a\0b', '\ud800', 'x'.repeat(1001), 7].map(note),
    ...['NaN', '', '-000001-01-01T00:00:00Z', '2026-02-30T00:00:00Z', 0].map((tappedAt) =>
      at({ tappedAt }),
    ),
    ...[1e15, -1e15, 'x'].map((skewMs) => at({ skewMs })),
    ...[-1, 2 ** 31, 1.5].map((deviceSeq) => at({ deviceSeq })),
    ...['\0', 'x'.repeat(101), 7].map((stopId) => at({ stopId })),
    at({ photos: ['z'.repeat(64)] }),
    at({ fix: { lat: 91, lon: 0, accuracy: 1 } }),
    at({ supersedes: 'x' }),
  ]
  const first = phone.event(delivered(a, productId, 9))
  const events = [
    phone.event({ type: 'departed', tappedAt: '0000-01-01T00:00:00Z' }),
    phone.event({ type: 'arrived', stopId: a, tappedAt: '9999-12-31T23:59:59Z', skewMs: 1e14 }),
    phone.event({ type: 'note', payload: { note: '\u202Eנ ‮ 🫙' } }),
    first,
    first,
    { ...first, payload: { lines: [] } },
    { ...phone.event({ type: 'arrived', stopId: b }), deviceSeq: first.deviceSeq },
    phone.event({ type: 'superseded', supersedes: first.eventId.toUpperCase() }),
    phone.event(delivered(a, productId, 2, 0)),
    phone.event({ ...delivered(b?.toUpperCase(), productId, 1, 0) }),
    phone.event(delivered(b, productId, 5, 0)),
    phone.event(delivered(randomUUID(), productId)),
    { ...phone.event({ type: 'arrived', stopId: b }), deviceId: phone.deviceId.toUpperCase() },
  ]

  const bad = await phone.send(unreadable)
  expect(new Set(bad.body.results.map(({ result }) => result))).toEqual(new Set(['rejected']))
  const half = unreadable.slice(0, 20)
  const mixed = await phone.send([...half, ...events])
  expect(
    mixed.body.results
      .slice(20)
      .map(({ result }) => result)
      .join(' '),
  ).toBe(
    'review accepted accepted accepted duplicate review review accepted accepted accepted review review accepted',
  )
  expect(await states()).toEqual(['completed delivered', 'completed delivered'])
  const left = await shop.sql(
    `select sum(case when "to" = 'customer' then quantity else -quantity end)::int as n
     from bottle_movements where state = 'full'`,
  )
  expect(left).toEqual([{ n: 3 }])
  expect((await reviews()).map(({ kind }) => kind).sort()).toEqual([
    'same-id',
    'same-number',
    'second-outcome',
    'unknown-stop',
    'wrong-clock',
  ])
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])

  const again = await phone.send(events)
  expect(new Set(again.body.results.map(({ result }) => result))).toEqual(new Set(['duplicate']))
  expect((await phone.send([])).status).toBe(200)
  const huge = { ...first, payload: { note: 'x'.repeat(10_000_000) } }
  expect((await phone.send([huge])).status).toBe(413)
})
