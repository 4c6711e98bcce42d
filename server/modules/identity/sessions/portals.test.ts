import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { followLink, requestLink, STAFF, staffBrowser } from '#tests/support/sign-in.ts'

type Me = { user: { role: string } }

const readRole = async (browser: Buyer, portal?: 'admin' | 'customer') => {
  const headers = portal ? { 'x-portal': portal } : undefined
  const { status, body } = await browser.call<Me>('GET', apiPaths.me, undefined, headers)
  return status === 200 ? body.user.role : status
}

/** A browser in which a member of staff is logged in, then led to a customer's login link. */
async function loggedInTwice() {
  const shop = await openShop()
  const browser = await staffBrowser(shop)
  const { token } = await requestLink(shop, shop.buyer(), 'attacker@example.com')
  const led = await browser.call('GET', `${apiPaths.verify}?token=${token}`, undefined, {
    'sec-fetch-site': 'cross-site',
  })
  expect(led.status).toBe(200)
  return { shop, browser }
}

test('a login link followed from another site does not replace a staff session', async () => {
  const { browser } = await loggedInTwice()

  expect(await readRole(browser, 'admin')).toBe('admin')
  expect(await readRole(browser, 'customer')).toBe('customer')
  expect((await browser.call('GET', apiPaths.adminTrucks)).status).toBe(200)
  expect((await browser.call('GET', apiPaths.profile)).status).toBe(200)
})

test('without a portal the latest session is used', async () => {
  const { shop, browser } = await loggedInTwice()
  expect(await readRole(browser)).toBe('customer')

  shop.clock.advance(1000)
  await browser.call('POST', apiPaths.adminLogin, STAFF)

  expect(await readRole(browser)).toBe('admin')
})

test('a portal accepts only its own session', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  expect(await readRole(staff, 'customer')).toBe(401)
  expect(await readRole(staff, 'admin')).toBe('admin')
  expect((await staff.call('GET', apiPaths.profile)).status).toBe(403)
})

test('logging out of one portal leaves the other; without a portal all sessions end', async () => {
  const { shop, browser } = await loggedInTwice()

  await browser.call('POST', apiPaths.logout, undefined, { 'x-portal': 'customer' })
  expect(await readRole(browser, 'customer')).toBe(401)
  expect(await readRole(browser, 'admin')).toBe('admin')

  const { token } = await requestLink(shop, browser, 'ana@example.com')
  await followLink(browser, token)
  await browser.call('POST', apiPaths.logout)
  expect(await readRole(browser)).toBe(401)
  expect(await shop.sql('select id from sessions')).toEqual([])
})

test('the earlier shared cookie is accepted until its session ends', async () => {
  const { browser, shop } = await loggedInTwice()
  const token = browser.cookies.get('staff_session') ?? ''
  const old = shop.buyer()
  old.cookies.set('session', token)

  expect(await readRole(old)).toBe('admin')
  expect((await old.call('GET', apiPaths.adminTrucks)).status).toBe(200)
  await old.call('POST', apiPaths.logout)
  expect(old.cookies.get('session')).toBe('')
  expect(await readRole(browser, 'admin')).toBe(401)
})
