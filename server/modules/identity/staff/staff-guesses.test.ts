import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { AuditEntry } from '#contract/staff/staff.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { addStaff, ensureStaff, removeStaff, resetStaff } from '../index.ts'

/** A tenth of the limits: five passwords for each account in a quarter of an hour. */
const strict = { RATE_LIMIT_SCALE: '0.1', TRUST_PROXY: '1' }
const ALLOWED = 5
let networks = 0

/** From another network each time, as an attacker would. */
const guess = async (browser: Buyer, email = STAFF.email, password = 'wrong password') => {
  networks += 1
  const from = { 'x-forwarded-for': `203.0.113.${networks % 250}` }
  return (await browser.call('POST', apiPaths.adminLogin, { email, password }, from)).status
}

const count = (statuses: number[], status: number) =>
  statuses.filter((received) => received === status).length

test('AU16: concurrent guesses all count toward the limit of the account', async () => {
  const shop = await openShop({ env: strict })
  await ensureStaff(shop.deps, STAFF.email, STAFF.password)

  const statuses = await Promise.all(Array.from({ length: 20 }, () => guess(shop.buyer())))

  expect(count(statuses, 401)).toBe(ALLOWED)
  expect(count(statuses, 429)).toBe(20 - ALLOWED)
  expect(await guess(shop.buyer(), STAFF.email, STAFF.password)).toBe(429)
})

test('AU16: a known browser has its knownBrowser limit', async () => {
  const shop = await openShop({ env: strict })
  const knownBrowser = await staffBrowser(shop)
  await Promise.all(Array.from({ length: 10 }, () => guess(shop.buyer())))

  expect(await guess(shop.buyer(), STAFF.email, STAFF.password)).toBe(429)
  expect(await guess(knownBrowser, STAFF.email, STAFF.password)).toBe(200)
  const statuses = []
  for (let n = 0; n < ALLOWED + 1; n++) statuses.push(await guess(knownBrowser))
  expect(statuses).toEqual([...Array(ALLOWED).fill(401), 429])
})

test('AU16: correct passwords do not count, and an unknown account has the same limit', async () => {
  const shop = await openShop({ env: strict })
  await ensureStaff(shop.deps, STAFF.email, STAFF.password)
  for (let n = 0; n < 8; n++) {
    expect(await guess(shop.buyer(), STAFF.email, STAFF.password)).toBe(200)
  }

  const unknown = []
  for (let n = 0; n < ALLOWED + 1; n++) unknown.push(await guess(shop.buyer(), 'x@example.com'))

  expect(unknown).toEqual([...Array(ALLOWED).fill(401), 429])
})

test('AU16: a forged device cookie is replaced, and a password reset removes known browsers', async () => {
  const shop = await openShop()
  await ensureStaff(shop.deps, STAFF.email, STAFF.password)
  const browser = shop.buyer()
  browser.cookies.set('device', 'planted')

  await browser.call('POST', apiPaths.adminLogin, STAFF)

  expect(browser.cookies.get('device')).not.toBe('planted')
  const [device] = await shop.sql<{ token_hash: string }>('select token_hash from known_devices')
  expect(device?.token_hash).not.toBe(browser.cookies.get('device'))
  await resetStaff(shop.deps, STAFF.email, 'another good password')
  expect(await shop.sql('select id from known_devices')).toEqual([])
})

async function readAudit(staff: Buyer) {
  const path = `${apiPaths.adminAudit}?status=staff&limit=50`
  const { body } = await staff.call<AuditEntry[]>('GET', path)
  return body.map(({ action, actor, after }) => [action, actor, after.account ?? null])
}

test('AU16: logins and failed logins are audited without the input of unknown clients', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await guess(shop.buyer())
  await guess(shop.buyer(), 'my-secret-typed-as@email.example')
  const sly = { 'user-agent': 'Mozilla/5.0 (Macintosh) Firefox/130.0 <b>anything at all</b>' }
  await shop.buyer().call('POST', apiPaths.adminLogin, STAFF, sly)

  expect(await readAudit(staff)).toEqual([
    ['staff.logged_in', 'staff', null],
    ['staff.login_failed', 'unknown', 'no such account'],
    ['staff.login_failed', 'unknown', STAFF.email],
    ['staff.logged_in', 'staff', null],
  ])
  const rows = JSON.stringify(await shop.sql('select * from audit_entries'))
  expect(rows).not.toContain('my-secret')
  expect(rows).toContain('Firefox on Mac')
  expect(rows).not.toContain('anything at all')
})

test('AU16: ADMIN_EMAIL creates an account only if none exists', async () => {
  const shop = await openShop()
  await ensureStaff(shop.deps, 'first@example.com', 'a long first password')
  await ensureStaff(shop.deps, 'second@example.com', 'a long second password')
  const emails = async () =>
    (await shop.sql<{ email: string }>('select email from staff order by email')).map(
      ({ email }) => email,
    )
  expect(await emails()).toEqual(['first@example.com'])

  await addStaff(shop.deps, 'owner@example.com', 'a long owner password')
  await removeStaff(shop.deps, 'first@example.com')
  await ensureStaff(shop.deps, 'first@example.com', 'a long first password')

  expect(await emails()).toEqual(['owner@example.com'])
})
