import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { DeliveryPoint } from '#contract/points/points.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'
import { followEvents } from '#tests/support/routing/follow-events.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

const DAY = 86_400_000
const fix = { lat: 41.93, lon: -74.02, accuracy: 12 }

async function open() {
  const driving = await openDriving()
  const { shop, staff, stops } = driving
  // Each at a door of their own.
  const streets = ['1 Elm Street', '2 Elm Street', '3 Elm Street']
  for (const [nth, { orderId }] of stops.entries())
    await shop.sql('update orders set delivery_address = $2 where id = $1', [orderId, streets[nth]])
  const productId = shop.products[0]?.id ?? ''
  const [a, b, c] = stops.map(({ id }) => id)
  const point = async (nth = 0) => {
    const path = fillPath(apiPaths.adminOrderPoint, { id: stops[nth]?.orderId ?? '' })
    return (await staff.call<DeliveryPoint>('GET', path)).body
  }
  const edit = async (change: object) => {
    const { customerId, address, zip } = await point()
    const path = fillPath(apiPaths.adminCustomerPoints, { id: customerId })
    return (await staff.call<DeliveryPoint>('PATCH', path, { address, zip, ...change })).body
  }
  return { ...driving, productId, a, b, c, point, edit }
}

test('rule 53: an accurate position at the outcome replaces the center of the ZIP code', async () => {
  const { phone, productId, point, read, a } = await open()
  expect(await point()).toMatchObject({ placeSource: 'zip', learned: null })

  await phone.report({ type: 'arrived', stopId: a ?? '', fix: { ...fix, lat: 41.9 } })
  expect(await point()).toMatchObject({ placeSource: 'zip', learned: null })
  await phone.report({ ...delivered(a, productId), fix })

  expect(await point()).toMatchObject({
    place: { lat: 41.93, lon: -74.02 },
    placeSource: 'fix',
    learned: { visits: 1, miles: expect.closeTo(4, 0) },
    isLearnedUsed: true,
  })
  const { trips } = (await read()).routes[0] ?? { trips: [] }
  expect(trips[0]?.stops[0]).toMatchObject({ place: { lat: 41.93, lon: -74.02 } })
  expect(await point(1)).toMatchObject({ placeSource: 'zip', learned: null })
})

test.each([
  ['inaccurate', { ...fix, accuracy: 51 }],
  ['0, 0', { lat: 0, lon: 0, accuracy: 5 }],
  ['far from the ZIP code', { ...fix, lat: 40.7 }],
])('a position that is %s locates no door, and the delivery counts', async (_, bad) => {
  const { phone, productId, point, states, a } = await open()
  expect(await phone.report({ ...delivered(a, productId), fix: bad })).toBe('accepted')
  expect(await point()).toMatchObject({ placeSource: 'zip', learned: null })
  expect((await states())[0]).toBe('completed delivered')
})

test('entries at the depot locate no door, unless the door is known to be there', async () => {
  const { shop, phone, productId, point, edit, a, b } = await open()
  await shop.sql('update shop_settings set routing = $1', [
    { depotPlace: { lat: 41.931, lon: -74.02 } },
  ])
  await edit({ pin: { lat: 41.9305, lon: -74.02 } })
  await phone.report({ ...delivered(a, productId), fix }, { ...delivered(b, productId), fix })
  expect(await point()).toMatchObject({ placeSource: 'pin', learned: { visits: 1 } })
  expect(await point(1)).toMatchObject({ placeSource: 'zip', learned: null })
})

test('a failed visit locates the door if the driver was at the door for its reason', async () => {
  const { phone, point, a, b, c } = await open()
  await phone.report(
    { ...failed(a, 'nobody-home'), fix },
    { ...failed(b, 'wrong-address'), fix },
    { ...failed(c, 'no-bottles-left'), fix },
  )
  expect(await point(0)).toMatchObject({ placeSource: 'fix' })
  expect(await point(1)).toMatchObject({ placeSource: 'zip', learned: null })
  expect(await point(2)).toMatchObject({ placeSource: 'zip', learned: null })
})

test('an undone or dismissed outcome no longer locates the door, also if its undo arrived first', async () => {
  const { phone, openPhone, sam, productId, point, reviews, decide, a, b } = await open()
  const first = phone.event({ ...delivered(a, productId), fix })
  const undo = phone.event({ type: 'superseded', stopId: a ?? '', supersedes: first.eventId })
  await phone.report(first)
  expect(await point()).toMatchObject({ placeSource: 'fix', version: 1 })
  await phone.report(undo)
  expect(await point()).toMatchObject({ placeSource: 'zip', learned: null, version: 2 })

  const second = phone.event({ ...delivered(a, productId), fix })
  await phone.report(
    phone.event({ type: 'superseded', stopId: a ?? '', supersedes: second.eventId }),
  )
  await phone.report(second)
  expect(await point()).toMatchObject({ placeSource: 'zip', learned: null })

  // Of two phones, the outcome that staff accept counts.
  const other = await openPhone(sam)
  await phone.report({ ...delivered(b, productId), fix })
  await other.load()
  await other.report({ ...delivered(b, productId), fix: { ...fix, lat: 41.95 } })
  expect(await point(1)).toMatchObject({ place: { lat: 41.93 }, learned: { visits: 1 } })
  const [review] = await reviews()
  await decide(review?.id ?? '', apiPaths.adminReviewAccept)
  expect(await point(1)).toMatchObject({ place: { lat: 41.95 }, learned: { visits: 1 } })
})

test('rule 53: a pin wins, and staff go back to the other place and use the learned one again', async () => {
  const { shop, phone, productId, point, edit, a } = await open()
  const pin = { lat: 41.97, lon: -74.01 }
  await edit({ pin })
  await phone.report({ ...delivered(a, productId), fix })
  expect(await point()).toMatchObject({ place: pin, placeSource: 'pin', learned: { visits: 1 } })
  expect(await edit({ pin: null })).toMatchObject({ placeSource: 'fix', place: { lat: 41.93 } })

  const before = await point()
  expect(await edit({ isLearnedUsed: false, version: before.version })).toMatchObject({
    placeSource: 'zip',
    place: before.zipCenter,
    learned: { visits: 1, place: { lat: 41.93 } },
    isLearnedUsed: false,
  })
  expect(await edit({ gateCode: '1' })).toMatchObject({ placeSource: 'zip' })
  expect(await edit({ isLearnedUsed: true })).toMatchObject({ placeSource: 'fix' })

  const log = await shop.sql<{ action: string; after: Record<string, unknown>; staff: string }>(
    `select action, after, staff_email as staff from audit_entries
     where action like 'customer.%' order by id`,
  )
  expect(log.map(({ action, after }) => [action, after.changed ?? after.placeSource])).toEqual([
    ['customer.delivery_point_changed', 'place'],
    ['customer.delivery_point_changed', 'place'],
    ['customer.delivery_point_changed', 'place, learned place'],
    ['customer.delivery_point_changed', 'gate code'],
    ['customer.delivery_point_changed', 'place, learned place'],
  ])
  expect(JSON.stringify(log)).not.toMatch(/41\.9/)
})

test('later visits do not bring back a learned place that staff do not use', async () => {
  const { phone, productId, point, edit, stops, shop, a, b } = await open()
  await phone.report({ ...delivered(a, productId), fix })
  await edit({ isLearnedUsed: false })
  // The second stop is at the same door, with an earlier tap.
  await shop.sql("update orders set delivery_address = '1 ELM st.' where id = $1", [
    stops[1]?.orderId,
  ])
  const tappedAt = new Date(shop.clock.now().getTime() - 60_000).toISOString()
  await phone.report({ ...delivered(b, productId), fix: { ...fix, lat: 41.95 }, tappedAt })
  expect(await point()).toMatchObject({
    placeSource: 'zip',
    learned: { visits: 1, place: { lat: 41.95 } },
    isLearnedUsed: false,
  })
  for (const isLearnedUsed of ['no', 0, null])
    expect(await edit({ isLearnedUsed })).toMatchObject({ code: 'invalid' })
})

test('a learned place that staff do not use stays off while its only visit is undone', async () => {
  const { phone, productId, point, edit, a } = await open()
  const first = phone.event({ ...delivered(a, productId), fix })
  await phone.report(first)
  await edit({ isLearnedUsed: false })
  await phone.report({ type: 'superseded', supersedes: first.eventId })
  const { isLearnedUsed, learned } = await point()
  expect({ isLearnedUsed, learned }).toEqual({ isLearnedUsed: false, learned: null })
  await edit({ gateCode: '4711', isLearnedUsed })
  await phone.report({ ...delivered(a, productId), fix })
  expect(await point()).toMatchObject({ placeSource: 'zip', learned: { visits: 1 } })
})

test('after 30 days the position is deleted and the place stays; a late event changes neither', async () => {
  const { shop, phone, productId, stops, openPhone, sam, reviews, signIn, a, b } = await open()
  await phone.report({ ...delivered(a, productId), fix }, { ...delivered(b, productId), fix })
  const other = await openPhone(sam)
  await other.load()
  await other.report(failed(b))
  const [review] = await reviews()
  shop.clock.advance(31 * DAY)
  await shop.runJob('driver.purge')
  const kept = { route_id: null, event_id: null, tapped_at: null }
  expect(await shop.sql('select route_id, event_id, tapped_at from point_fixes')).toEqual([
    kept,
    kept,
  ])
  expect(await shop.sql('select 1 from driver_events where fix is not null')).toEqual([])

  const staff = await signIn()
  const accept = fillPath(apiPaths.adminReviewAccept, { id: review?.id ?? '' })
  expect((await staff.call('POST', accept)).status).toBe(200)
  for (const { orderId } of stops.slice(0, 2)) {
    const path = fillPath(apiPaths.adminOrderPoint, { id: orderId })
    const { body } = await staff.call<DeliveryPoint>('GET', path)
    expect(body).toMatchObject({ placeSource: 'fix', learned: { visits: 1 } })
  }
})

test('AU18: the export has the learned place and its visits, and an erasure deletes them', async () => {
  const { shop, phone, productId, a } = await open()
  await phone.report({ ...delivered(a, productId), fix })
  const ana = await customerBrowser(shop)
  const { body } = await ana.call<Record<string, unknown>>('GET', apiPaths.personalData)
  expect(body.deliveryPoints).toMatchObject([
    { placeSource: 'fix', learnedLat: 41.93, learnedFrom: [{ lat: 41.93, lon: -74.02 }] },
  ])
  await shop.sql("update orders set status = 'cancelled'")
  expect((await ana.call('DELETE', apiPaths.personalData)).status).toBe(200)
  expect(await shop.sql('select * from point_fixes')).toEqual([])
  expect(JSON.stringify(await shop.sql('select * from audit_entries'))).not.toMatch(/Elm Street/)
})

test('open boards follow a learned place and every edit of a door; a viewer edits none', async () => {
  const { shop, staff, phone, productId, point, edit, stops, b } = await open()
  const path = `${shop.url}${apiPaths.adminRouteEvents}?date=${DATE}`
  const { next } = await followEvents(path, staff)
  expect(await next()).toEqual({ date: DATE })
  for (const change of [
    { gateCode: '4711' },
    { pin: { lat: 41.95, lon: -74.02 } },
    { notes: 'Dog' },
    { openingHours: [{ from: '08:00', to: '12:00' }] },
    { extraMinutes: 5 },
    { pin: null },
  ]) {
    await edit(change)
    expect([change, await next()]).toEqual([change, { date: DATE }])
  }
  const viewer = await staffBrowser(shop, 'viewer')
  const { customerId, address, zip } = await point()
  const target = fillPath(apiPaths.adminCustomerPoints, { id: customerId })
  const refused = await viewer.call('PATCH', target, { address, zip, isLearnedUsed: false })
  expect(refused.status).toBe(403)

  // Another date has a delivery to the door that is learned today.
  await shop.sql("update orders set delivery_date = '2026-03-12' where id = $1", [
    stops[2]?.orderId,
  ])
  const later = await followEvents(path.replace(DATE, '2026-03-12'), staff)
  await later.next()
  await phone.report({ ...delivered(b, productId), fix })
  expect(await later.next()).toEqual({ date: '2026-03-12' })
})
