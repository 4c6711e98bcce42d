import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { DEMO_ADMIN } from '#server/config/environment.ts'
import { ensureStaff } from '#server/modules/identity/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { Dispatcher } from './soak-dispatcher.ts'

/** A shop, and a phone that does something before it sends the login of a driver. */
async function openDispatch(beforeSignIn: (body: unknown) => unknown) {
  const shop = await openShop()
  await ensureStaff(shop.deps, DEMO_ADMIN.email, DEMO_ADMIN.password)
  const phone = shop.buyer()
  const call: typeof phone.call = (method, path, body) =>
    phone.call(method, path, path === apiPaths.driverSignIn ? beforeSignIn(body) : body)
  const now = () => shop.clock.now().getTime()
  return { shop, dispatcher: new Dispatcher(shop, { ...phone, call }, now) }
}

test('a driver of the soak whose link expired on its way gets another one', async () => {
  const minutes = [11, 10, 1]
  const { shop, dispatcher } = await openDispatch((body) => {
    shop.clock.advance((minutes.shift() ?? 0) * 60_000)
    return body
  })
  await dispatcher.prepare('2026-03-02')
  expect(minutes).toEqual([])
  expect(await shop.sql('select * from drivers')).toHaveLength(1)
  expect(await shop.sql('select * from driver_devices')).toHaveLength(1)
})

test('a link that is rejected before it expires fails the soak', async () => {
  let sent = 0
  const { dispatcher } = await openDispatch(() => {
    sent += 1
    return { token: 'x'.repeat(43) }
  })
  await expect(dispatcher.prepare('2026-03-02')).rejects.toThrow('POST /api/driver/sign-in 400')
  expect(sent).toBe(1)
})
