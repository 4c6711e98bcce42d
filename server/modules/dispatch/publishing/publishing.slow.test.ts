import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openPublishing, statusAndCode } from '#tests/support/routing/open-publishing.ts'
import { subscribe } from '#tests/support/subscriber.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

test('rule 52: publishing assigns the driver and emails each customer the window', async () => {
  const { shop, publish, planAt, stops, subjects, sam } = await openPublishing()
  await planAt(stops[0]?.id, '2026-03-05T15:00:00Z')

  const { status, body } = await publish()

  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'published', driverId: sam, hasUnpublishedChanges: false })
  expect(await subjects()).toEqual([
    'Your delivery on Thursday, March 5, 2026',
    'Your delivery on Thursday, March 5, 2026: 9:15 AM to 10:45 AM',
  ])
  const [email] = (await shop.mailbox()).filter(({ subject }) => subject.includes('9:15 AM'))
  expect(email?.text).toContain('between 9:15 AM and 10:45 AM')
  const entries = await shop.sql("select action from audit_entries where action like 'route.%'")
  expect(entries).toEqual([{ action: 'route.published' }])
})

test('rule 52: publishing again emails only those whose time has changed', async () => {
  const { publish, planAt, stops, move, subjects, findRoute, blue } = await openPublishing()
  await planAt(stops[0]?.id, '2026-03-05T15:00:00Z')
  await planAt(stops[1]?.id, '2026-03-05T16:00:00Z')
  await publish()
  await publish()
  expect(await subjects()).toHaveLength(2)

  await planAt(stops[1]?.id, '2026-03-05T17:00:00Z')
  expect((await findRoute(blue)).hasUnpublishedChanges).toBe(true)
  await publish()
  expect((await subjects())[1]).toContain('11:15 AM to 12:45 PM')
  await planAt(stops[1]?.id, '2026-03-05T16:00:00Z')
  await publish()
  await move(stops[0]?.id ?? '', { position: 2, version: 1 })
  await publish()

  const sent = await subjects()
  expect(sent).toHaveLength(5)
  expect(sent.filter((subject) => subject.includes('10:15 AM to 11:45 AM'))).toHaveLength(2)
})

test('a time that staff typed is the window of a stop without a planned time', async () => {
  const { shop, publish, stops, subjects } = await openPublishing()
  await shop.sql("update schedules set scheduled_time = '09:30' where id = $1", [stops[0]?.id])

  await publish()

  expect((await subjects())[1]).toContain('8:45 AM to 10:15 AM')
})

test('rule 52: withdrawing emails those who had a window, and publishing emails them again', async () => {
  const { publish, withdraw, subjects } = await openPublishing()
  await publish()

  const withdrawn = await withdraw()

  expect(withdrawn.body).toMatchObject({ status: 'draft', publishedAt: null })
  const sent = await subjects()
  expect(sent.filter((subject) => subject.startsWith('A new time'))).toHaveLength(2)
  expect(statusAndCode(await withdraw())).toBe('409 not_published')
  await publish()
  expect(await subjects()).toHaveLength(6)
})

test('rule 52: a route is not published before the cut-off', async () => {
  const { shop, publish, signIn, routeId, sam } = await openPublishing()
  shop.clock.set('2026-03-04T12:59:59Z')
  const staff = await signIn()

  const early = await staff.call('POST', fillPath(apiPaths.adminRoutePublish, { id: routeId }), {
    driverId: sam,
  })

  expect([early.status, early.body.code]).toEqual([409, 'before_cutoff'])
  expect(early.body.message).toContain('Wed, Mar 4, 8:00 AM')
  shop.clock.set('2026-03-04T13:00:00Z')
  expect((await publish()).status).toBe(200)
})

test('a route is not published without stops, truck, or a driver who can drive it', async () => {
  const { staff, publish, remove, addDriver, stops, sam, blue, update } = await openPublishing()
  expect(statusAndCode(await publish({ driverId: UNKNOWN }))).toBe('400 unknown_driver')
  expect(statusAndCode(await publish({}))).toBe('400 invalid')
  expect(statusAndCode(await publish({ driverId: sam, version: 99 }))).toBe('409 stale')
  expect(statusAndCode(await publish({ driverId: sam }, UNKNOWN))).toBe('404 not_found')
  const lee = await addDriver('Lee')
  await staff.call('PATCH', fillPath(apiPaths.adminDriver, { id: lee }), { isDisabled: true })
  expect(statusAndCode(await publish({ driverId: lee }))).toBe('409 driver_disabled')
  expect(statusAndCode(await update({ driverId: lee }))).toBe('409 driver_disabled')

  for (const stop of stops) await remove(stop.id)
  expect(statusAndCode(await publish())).toBe('409 no_stops')
  await staff.call('DELETE', fillPath(apiPaths.adminTruck, { id: blue }))
  expect(statusAndCode(await publish())).toBe('409 truck_deleted')
})

test('a driver has one published route on a date, also when two are published at once', async () => {
  const { publish, addStops, red, findRoute, routeId, sam } = await openPublishing()
  await addStops(red, 'x')
  const other = (await findRoute(red)).id

  const responses = await Promise.all([
    publish({ driverId: sam }, routeId),
    publish({ driverId: sam }, other),
  ])

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(responses.find(({ status }) => status === 409)?.body.code).toBe('driver_busy')
})

test('a delivery on hold keeps its stop, marked, and is announced once it is released', async () => {
  const { shop, blue, add, publish, subjects, findRoute } = await openPublishing()
  const { id } = await subscribe(shop, {
    customerEmail: 'bo@example.com',
    deliveryDate: '2026-03-06',
  })
  const [cycle] = await shop.sql<{ subscription_id: string }>('select * from cycles limit 1')
  expect(cycle).toBeUndefined()
  await shop.sql(
    `insert into cycles (subscription_id, cycle, date, status, order_id, hold_at, created_at, updated_at)
     values ($1, 1, '2026-03-05', 'unpaid', $1, now(), now(), now())`,
    [id],
  )
  await add(id, { truckId: blue, date: '2026-03-05' })
  await publish()

  const stops = (await findRoute(blue)).trips[0]?.stops ?? []
  expect(stops.map(({ isOnHold }) => isOnHold)).toEqual([false, false, true])
  expect(await subjects()).toHaveLength(2)
  await shop.sql('update cycles set released_at = now()')
  await publish()
  expect(await subjects()).toHaveLength(3)
})
