import { expect, test } from 'vitest'
import type { DriverDevice } from '#contract/driver/endpoints.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'
import { createSignInLink } from './create-link.ts'

type SignedIn = { device: { deviceId: string; driverId: string; driverName: string } | null }

test('rule 54: a link that does not log in shows the reason', async () => {
  const { shop, linkFor, sam } = await openDriving('a')
  const redeem = async (token: string) => {
    const reply = await shop
      .buyer()
      .call<{ code: string; message: string }>('POST', apiPaths.driverSignIn, { token })
    return `${reply.status} ${reply.body.code ?? ''} ${reply.body.message ?? ''}`
  }
  const used = await linkFor(sam)
  const late = await linkFor(sam)
  await redeem(used)

  expect(await redeem(used)).toMatch(/^400 link_invalid This link was already used\./)
  expect(await redeem(`${late}x`)).toMatch(/^400 link_invalid This link doesn't work\. Copy all/)
  shop.clock.advance(10 * 60_000)
  expect(await redeem(late)).toMatch(/^400 link_invalid This link has expired\./)
})

test('a phone that lost its storage learns who is logged in, as a new device', async () => {
  const { phone, shop, sam, productId, a } = await openDriving('a')
  await phone.report(delivered(a, productId))

  const again = await phone.browser.call<SignedIn>('POST', apiPaths.driverSignInAgain)

  expect(again.body.device).toMatchObject({ driverId: sam, driverName: 'Sam' })
  const deviceId = again.body.device?.deviceId ?? ''
  expect(deviceId).not.toBe(phone.deviceId)
  // Its events are counted from one again, next to those of the first device.
  await phone.load()
  const note = phone.event({ type: 'note', payload: { note: 'x' }, deviceId, deviceSeq: 1 })
  expect((await phone.send([note])).body.results).toMatchObject([{ result: 'accepted' }])
  const guest = await shop.buyer().call<SignedIn>('POST', apiPaths.driverSignInAgain)
  expect(guest).toMatchObject({ status: 200, body: { device: null } })
})

test('rule 54: a phone that lost its storage is one login, however often it asks', async () => {
  const { phone, staff, sam } = await openDriving('a')
  const active = async () => {
    const path = fillPath(apiPaths.adminDriverDevices, { id: sam })
    const { body } = await staff.call<DriverDevice[]>('GET', path)
    return body.filter(({ isActive }) => isActive).map(({ id }) => id)
  }
  const ask = async () => {
    const { body } = await phone.browser.call<SignedIn>('POST', apiPaths.driverSignInAgain)
    return body.device?.deviceId
  }

  const first = await ask()
  expect(await active()).toEqual([first])
  // All replies but one are lost, and the phone keeps its former cookie.
  const asked = await Promise.all([ask(), ask(), ask()])

  const [last, ...others] = await active()
  expect(others).toEqual([])
  expect(asked).toContain(last)
  expect((await phone.load()).body.deviceId).toBe(last)
})

test('rule 54: a phone that staff log out while it logs in again stays logged out', async () => {
  const { phone, shop, sam } = await openDriving('a')
  const { client, end } = await beginTransaction(shop)
  await client.query('update driver_devices set ended_at = now() where id = $1', [phone.deviceId])
  const again = phone.browser.call<SignedIn>('POST', apiPaths.driverSignInAgain)
  await untilBlocked(shop)
  await end('commit')

  expect((await again).body).toEqual({ device: null })
  const active = 'select id from driver_devices where driver_id = $1 and ended_at is null'
  expect(await shop.sql(active, [sam])).toEqual([])
})

test('rule 54: logging out a login that was replaced is rejected as stale', async () => {
  const { phone, staff, sam } = await openDriving('a')
  const { body } = await phone.browser.call<SignedIn>('POST', apiPaths.driverSignInAgain)
  const logOut = (deviceId = '') =>
    staff.call('DELETE', fillPath(apiPaths.adminDriverDevice, { id: sam, deviceId }))

  expect(await logOut(phone.deviceId)).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect((await phone.load()).status).toBe(200)
  expect((await logOut(body.device?.deviceId)).status).toBe(200)
  expect((await phone.load()).status).toBe(401)
})

test('an ended or disabled login is not continued', async () => {
  const { phone, staff, sam, openPhone } = await openDriving('a')
  const ended = await openPhone(sam)
  const path = fillPath(apiPaths.adminDriverDevice, { id: sam, deviceId: ended.deviceId })
  await staff.call('DELETE', path)
  await staff.call('PATCH', fillPath(apiPaths.adminDriver, { id: sam }), { isDisabled: true })

  for (const { browser } of [ended, phone]) {
    const again = await browser.call<SignedIn>('POST', apiPaths.driverSignInAgain)
    expect(again.body).toEqual({ device: null })
  }
})

test('rule 56: after 14 days a new login of the same driver sends the waiting events', async () => {
  const { phone, shop, sam, addDriver, productId, a, states } = await openDriving('a')
  const event = phone.event(delivered(a, productId))
  const eve = await addDriver('Eve')
  shop.clock.advance(15 * 86_400_000)
  expect((await phone.send([event], phone.key())).status).toBe(200)
  shop.clock.advance(30 * 86_400_000)
  const late = phone.event({ type: 'note', payload: { note: 'x' } })
  expect((await phone.send([late], phone.key())).status).toBe(401)

  const sendAs = async (driverId: string) => {
    const { url } = await createSignInLink(shop.deps, { id: sam, email: 'a@example.com' }, driverId)
    const browser = shop.buyer()
    const token = new URL(url).searchParams.get('token')
    await browser.call('POST', apiPaths.driverSignIn, { token })
    return browser.call('POST', apiPaths.driverEvents, { events: [late] }, phone.key())
  }
  expect((await sendAs(eve)).status).toBe(401)
  expect(await sendAs(sam)).toMatchObject({
    status: 200,
    body: { results: [{ eventId: late.eventId, result: 'accepted' }] },
  })
  expect(await states()).toEqual(['completed delivered'])
})
