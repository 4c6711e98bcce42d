import { expect, test } from 'vitest'
import type { DriverDevice } from '#contract/driver/endpoints.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { productionSettings } from '#tests/support/production-settings.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { createSignInLink } from './create-link.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const MINUTE = 60_000
const DAY = 86_400_000

test('rule 54: a link logs a driver in once, within 10 minutes', async () => {
  const { shop, linkFor, sam } = await openDriving('a')
  const redeem = (token: string) => shop.buyer().call('POST', apiPaths.driverSignIn, { token })
  const used = await linkFor(sam)
  const late = await linkFor(sam)

  expect((await redeem(used)).status).toBe(200)
  expect(await redeem(used)).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
  shop.clock.advance(10 * MINUTE)
  expect((await redeem(late)).status).toBe(400)
  expect((await redeem('guessed')).status).toBe(400)
  expect((await redeem('')).status).toBe(400)
  expect(await shop.sql('select 1 from driver_links where token_hash = $1', [used])).toEqual([])
})

test('rule 54: links are for dispatchers, and for drivers who are not disabled', async () => {
  const { shop, staff, linkFor, sam } = await openDriving('a')
  const path = fillPath(apiPaths.adminSignInLink, { id: sam })
  const dispatcher = await staffBrowser(shop, 'dispatcher')
  const viewer = await staffBrowser(shop, 'viewer')
  const unused = await linkFor(sam)

  expect((await dispatcher.call('POST', path)).status).toBe(201)
  expect((await viewer.call('POST', path)).status).toBe(403)
  expect(
    (await staff.call('POST', fillPath(apiPaths.adminSignInLink, { id: UNKNOWN }))).status,
  ).toBe(404)
  await staff.call('PATCH', fillPath(apiPaths.adminDriver, { id: sam }), { isDisabled: true })
  expect(await staff.call('POST', path)).toMatchObject({
    status: 409,
    body: { code: 'driver_disabled' },
  })
  const token = { token: unused }
  expect((await shop.buyer().call('POST', apiPaths.driverSignIn, token)).status).toBe(400)
})

test('each login is a new device, which staff see and end; its upload key still works', async () => {
  const { staff, sam, phone, openPhone, shop, stops } = await openDriving('a')
  const second = await openPhone(sam)
  const path = fillPath(apiPaths.adminDriverDevices, { id: sam })
  const { body } = await staff.call<DriverDevice[]>('GET', path)

  expect(new Set(body.map(({ id }) => id))).toEqual(new Set([phone.deviceId, second.deviceId]))
  const own = fillPath(apiPaths.adminDriverDevice, { id: sam, deviceId: phone.deviceId })
  const ended = await staff.call<DriverDevice[]>('DELETE', own)
  expect(ended.body.find(({ id }) => id === phone.deviceId)?.isActive).toBe(false)

  const event = phone.event(delivered(stops[0]?.id, shop.products[0]?.id ?? ''))
  expect((await phone.load()).status).toBe(401)
  expect((await phone.send([event])).status).toBe(401)
  expect((await phone.send([event], phone.key())).body.results).toMatchObject([
    { result: 'accepted' },
  ])
  expect((await second.load()).status).toBe(200)
  const other = fillPath(apiPaths.adminDriverDevice, { id: UNKNOWN, deviceId: second.deviceId })
  expect((await staff.call('DELETE', other)).status).toBe(404)
})

test('rule 54: staff find an old login that still works among many that have ended', async () => {
  const { staff, sam, phone, shop } = await openDriving('a')
  const path = fillPath(apiPaths.adminDriverDevices, { id: sam })
  const now = shop.clock.now()
  // Newer ones, of which half were logged out and half have been silent for 30 days.
  await shop.sql(
    `insert into driver_devices (id, driver_id, token_hash, browser, created_at, seen_at, ended_at)
     select gen_random_uuid(), $1, n, '', $2::timestamptz, $3, case n % 2 when 0 then $2 end
     from generate_series(1, 60) as n`,
    [sam, new Date(now.getTime() + 1), new Date(now.getTime() - 30 * DAY)],
  )
  const { body } = await staff.call<DriverDevice[]>('GET', path)

  expect(body[0]).toMatchObject({ id: phone.deviceId, isActive: true })
})

test('a phone that was silent for 30 days, or whose driver was disabled, is logged out', async () => {
  const { staff, sam, phone, shop, openPhone } = await openDriving('a')
  const setDisabled = (isDisabled: boolean) =>
    staff.call('PATCH', fillPath(apiPaths.adminDriver, { id: sam }), { isDisabled })

  await setDisabled(true)
  expect((await phone.load()).status).toBe(401)
  await setDisabled(false)
  expect((await phone.load()).status).toBe(401)
  shop.clock.advance(MINUTE)
  const next = await openPhone(sam)
  expect((await next.load()).status).toBe(200)
  shop.clock.advance(30 * DAY)
  expect((await next.load()).status).toBe(401)
})

test('the route has an ETag, a key of its own, and is only for its driver', async () => {
  const { phone, addDriver, openPhone, setRoute, routeId, stops } = await openDriving('a', 'b')
  const { body, headers } = await phone.load()
  const etag = headers.get('etag') ?? ''

  expect(body).toMatchObject({ routeId, deviceId: phone.deviceId, driverId: phone.driverId })
  expect(body.timeZone).toBe('America/New_York')
  expect(body.stops.map(({ id }) => id)).toEqual(stops.map(({ id }) => id))
  expect(body.stops[0]).toMatchObject({
    customerName: 'Ana Ruiz',
    phone: '845-555-0100',
    address: { street: '12 Main Street', city: 'Kingston', state: 'NY', zip: '12401' },
    progress: 'pending',
    amountDue: null,
    lines: [{ quantity: 2 }],
  })
  expect(body.trips).toMatchObject([{ trip: 1, load: 4, hasDeparted: false }])
  for (const known of [etag, `W/${etag}`]) {
    const again = await phone.browser.call('GET', apiPaths.driverRoute, undefined, {
      'if-none-match': known,
    })
    expect(again.status).toBe(304)
  }

  const eve = await openPhone(await addDriver('Eve'))
  expect((await eve.load()).status).toBe(404)
  await phone.report({ type: 'departed' })
  expect((await phone.load()).body.trips).toMatchObject([{ hasDeparted: true }])
  await setRoute({ driverId: eve.driverId })
  expect((await eve.load()).body.routeId).toBe(routeId)
  expect((await phone.load()).status).toBe(404)
})

test('stops at one address are at one door, however it is written', async () => {
  const { phone, shop, stops } = await openDriving('a', 'b', 'c')
  const move = 'update orders set delivery_address = $2 where id = $1'
  await shop.sql(move, [stops[1]?.orderId, '12 main st.'])
  await shop.sql(move, [stops[2]?.orderId, '14 Main Street'])
  const [first, second, third] = (await phone.load()).body.stops.map(({ door }) => door)
  expect(first).toBe(second)
  expect(first).not.toBe(third)
})

test('an upload key reads nothing, sends nothing of another phone, and ends after 14 days', async () => {
  const { phone, shop, openPhone, sam, stops, routeId } = await openDriving('a')
  const other = await openPhone(sam)
  await other.load()
  const thief = shop.buyer()
  const event = () => phone.event(delivered(stops[0]?.id, shop.products[0]?.id ?? ''))
  const send = (key: string, sent = event()) =>
    thief.call<{ results: { result: string }[] }>(
      'POST',
      apiPaths.driverEvents,
      { events: [sent] },
      { 'x-upload-key': key },
    )
  const key = phone.key()['x-upload-key']

  const read = await thief.call('GET', apiPaths.driverRoute, undefined, { 'x-upload-key': key })
  expect(read.status).toBe(401)
  expect((await thief.call('GET', apiPaths.adminReviews, undefined, phone.key())).status).toBe(401)
  expect((await send(`${key}x`)).status).toBe(401)
  expect((await send(key.replace(phone.deviceId, other.deviceId))).status).toBe(401)
  expect((await send(key.replace(routeId, UNKNOWN))).status).toBe(401)
  const foreign = other.event(delivered(stops[0]?.id, shop.products[0]?.id ?? ''))
  expect((await send(key, foreign)).body.results).toMatchObject([{ result: 'rejected' }])
  const otherRoute = { ...event(), routeId: UNKNOWN }
  expect((await send(key, otherRoute)).body.results).toMatchObject([{ result: 'review' }])
  shop.clock.advance(14 * DAY)
  expect((await send(key)).status).toBe(401)
})

test("rule 55: a driver's phone cannot report on a route that it never loaded", async () => {
  const { addDriver, openPhone, routeId, reviews, states, stops, shop } = await openDriving('a')
  const eve = await openPhone(await addDriver('Eve'))

  const reported = await eve.report({
    ...delivered(stops[0]?.id, shop.products[0]?.id ?? ''),
    routeId,
  })

  expect(reported).toBe('review')
  expect(await states()).toEqual(['pending scheduled'])
  expect((await reviews()).map(({ kind }) => kind)).toEqual(['other-route'])
})

test('B3: another site cannot send events or log a driver in', async () => {
  const { phone, linkFor, sam, shop } = await openDriving('a')
  const crossSite = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  const note = phone.event({ type: 'note', payload: { note: 'x' } })

  expect((await phone.send([note], crossSite)).status).toBe(403)
  const token = { token: await linkFor(sam) }
  const signIn = await shop.buyer().call('POST', apiPaths.driverSignIn, token, crossSite)
  expect(signIn.status).toBe(403)
})

test('rule 55: a route that was reassigned while out: both phones count', async () => {
  const { phone, addDriver, openPhone, setRoute, states, stops, shop } = await openDriving('a', 'b')
  const productId = shop.products[0]?.id ?? ''
  await phone.report({ type: 'departed' }, delivered(stops[0]?.id, productId))
  const eve = await openPhone(await addDriver('Eve'))
  expect((await setRoute({ driverId: eve.driverId })).status).toBe(200)
  await eve.load()

  expect(await eve.report(delivered(stops[1]?.id, productId))).toBe('accepted')
  const late = await phone.send(
    [phone.event({ type: 'note', payload: { note: 'Handed over' } })],
    phone.key(),
  )

  expect(late.body.results).toMatchObject([{ result: 'accepted' }])
  expect(await states()).toEqual(['completed delivered', 'completed delivered'])
})

test('B3: under https the cookie of a driver is Secure and has the __Host- prefix', async () => {
  const shop = await openShop({ env: productionSettings })
  const [driver] = await shop.sql<{ id: string }>(
    "insert into drivers (id, name, created_at) values (gen_random_uuid(), 'Sam', now()) returning id",
  )
  const { url } = await createSignInLink(
    shop.deps,
    { id: UNKNOWN, email: 'staff@example.com' },
    driver?.id ?? '',
  )
  const token = new URL(url).searchParams.get('token')
  const phone = shop.buyer()
  const { headers } = await phone.call('POST', apiPaths.driverSignIn, { token })
  expect(headers.getSetCookie().join()).toMatch(
    /^__Host-driver_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
  )
  // Logged in, without a route.
  expect((await phone.call('GET', apiPaths.driverRoute)).status).toBe(404)
})
