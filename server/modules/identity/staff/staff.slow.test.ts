import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import {
  customerBrowser,
  followLink,
  requestLink,
  STAFF,
  staffBrowser,
} from '#tests/support/sign-in.ts'
import { ensureStaff, removeStaff, resetStaff } from '../index.ts'
import { loginDelayMs } from '../rules.ts'

test('staff log in with a password for twelve hours', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  expect((await staff.call('GET', apiPaths.me)).body).toMatchObject({
    user: { role: 'admin', email: STAFF.email },
  })
  shop.clock.advance(12 * 3_600_000)
  expect((await staff.call('GET', apiPaths.me)).status).toBe(401)
})

test('a wrong password and an unknown address get the same response', async () => {
  const shop = await openShop()
  await ensureStaff(shop.deps, STAFF.email, STAFF.password)
  const login = (email: string) =>
    shop.buyer().call('POST', apiPaths.adminLogin, { email, password: 'wrong password' })

  const wrong = await login(STAFF.email)
  const unknown = await login('nobody@example.com')

  expect(wrong.status).toBe(401)
  expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
})

test('an invalid form returns the messages of the specification', async () => {
  const shop = await openShop()
  const response = await shop
    .buyer()
    .call('POST', apiPaths.adminLogin, { email: 'x', password: '12345' })
  expect(response.body.fields).toEqual({
    email: 'Please enter a valid email',
    password: 'Password must be at least 6 characters',
  })
})

test('wrong passwords delay logins and never lock an account permanently', async () => {
  expect([0, 4, 5, 6, 50].map(loginDelayMs)).toEqual([0, 0, 500, 1000, 4000])
  const shop = await openShop()
  await ensureStaff(shop.deps, STAFF.email, STAFF.password)
  for (let n = 0; n < 6; n++) {
    await shop.buyer().call('POST', apiPaths.adminLogin, { ...STAFF, password: 'wrong password' })
  }

  expect((await shop.buyer().call('POST', apiPaths.adminLogin, STAFF)).status).toBe(200)
})

test('a link never gives staff rights, even to the address of a staff member', async () => {
  const shop = await openShop()
  await ensureStaff(shop.deps, STAFF.email, STAFF.password)
  const browser = shop.buyer()
  const { token } = await requestLink(shop, browser, STAFF.email)

  const used = await followLink(browser, token)

  expect(used.body).toMatchObject({ user: { role: 'customer' } })
})

test('the staff portal rejects customers, and the customer portal rejects staff', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  expect((await staff.call('GET', apiPaths.profile)).status).toBe(403)
  expect((await shop.buyer().call('GET', apiPaths.profile)).status).toBe(401)
  expect((await (await customerBrowser(shop)).call('GET', apiPaths.profile)).status).toBe(200)
})

test('a password reset and a removal end the sessions of the account', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  expect(await resetStaff(shop.deps, STAFF.email, 'another good password')).toBe(true)
  expect((await staff.call('GET', apiPaths.me)).status).toBe(401)

  await staff.call('POST', apiPaths.adminLogin, { ...STAFF, password: 'another good password' })
  expect((await staff.call('GET', apiPaths.me)).status).toBe(200)
  expect(await removeStaff(shop.deps, STAFF.email)).toBe(true)
  expect((await staff.call('GET', apiPaths.me)).status).toBe(401)
  expect(await removeStaff(shop.deps, STAFF.email)).toBe(false)
})

test('an existing account keeps its password when the shop starts again', async () => {
  const shop = await openShop()
  await staffBrowser(shop)

  await ensureStaff(shop.deps, STAFF.email, 'something else entirely')

  expect((await shop.buyer().call('POST', apiPaths.adminLogin, STAFF)).status).toBe(200)
})
