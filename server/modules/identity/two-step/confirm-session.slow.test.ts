import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import type { StaffMember } from '#contract/staff/accounts.ts'
import { isSensitive } from '#contract/staff/permissions.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { twoStepOwner } from '#tests/support/staff-two-step.ts'

const MINUTE_MS = 60_000
const invitation = { email: 'dora@example.com', role: 'viewer' }

const invite = (staff: Buyer) => staff.call('POST', accountPaths.invitations, invitation)

const confirm = (staff: Buyer, body: object) => staff.call('POST', accountPaths.confirm, body)

async function shopWithOldSession(): Promise<{ shop: TestShop; staff: Buyer }> {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  shop.clock.advance(15 * MINUTE_MS)
  return { shop, staff }
}

test('rule 37: a login counts as confirmed for 15 minutes', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  shop.clock.advance(15 * MINUTE_MS - 1000)
  expect((await invite(staff)).status).toBe(201)
  shop.clock.advance(1000)
  expect(await invite(staff)).toMatchObject({
    status: 403,
    body: { code: 'confirmation_required', message: "Confirm it's you to continue." },
  })
  // Reading and ordinary work go on.
  expect((await staff.call('GET', accountPaths.staff)).status).toBe(200)
  expect((await staff.call('GET', `${apiPaths.adminOrders}?limit=5`)).status).toBe(200)
})

test('rule 37: the password confirms this session alone, for 15 minutes', async () => {
  const { shop, staff } = await shopWithOldSession()
  const other = await staffBrowser(shop)
  shop.clock.advance(15 * MINUTE_MS)

  expect(await confirm(staff, { password: 'wrong password' })).toMatchObject({
    status: 400,
    body: { fields: { password: 'Incorrect password' } },
  })
  expect((await invite(staff)).status).toBe(403)
  expect((await confirm(staff, { password: STAFF.password })).status).toBe(200)
  expect((await invite(staff)).status).toBe(201)
  expect((await invite(other)).status).toBe(403)
  shop.clock.advance(15 * MINUTE_MS)
  expect((await invite(staff)).status).toBe(403)
  const failures = `select after from audit_entries where action = 'staff.confirmation_failed'`
  expect(await shop.sql(failures)).toEqual([{ after: { account: STAFF.email, wrong: 'password' } }])
})

test('rule 37: a code confirms once; an account without two-step verification has none', async () => {
  const shop = await openShop()
  const { browser, nextCode } = await twoStepOwner(shop)
  shop.clock.advance(15 * MINUTE_MS)
  const code = nextCode()

  expect((await confirm(browser, { code })).status).toBe(200)
  expect((await invite(browser)).status).toBe(201)
  expect(await confirm(browser, { code })).toMatchObject({ body: { code: 'invalid' } })

  const viewer = await staffBrowser(shop, 'viewer')
  for (const body of [
    { code: '123456' },
    {},
    { code: '', password: '' },
    { code: 'a', password: 'b' },
  ]) {
    expect((await confirm(viewer, body)).status).toBe(400)
  }
})

test('rule 37: guesses are counted per account, in parallel too', async () => {
  const { shop, staff } = await shopWithOldSession()

  const replies = await Promise.all(
    Array.from({ length: 30 }, () => confirm(staff, { password: 'wrong password' })),
  )

  expect(replies.filter(({ status }) => status === 400)).toHaveLength(10)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(20)
  expect((await confirm(staff, { password: STAFF.password })).status).toBe(429)
  shop.clock.advance(15 * MINUTE_MS)
  expect((await confirm(staff, { password: STAFF.password })).status).toBe(200)
})

test('rule 37: a cancellation with a refund is confirmed, one without is not', async () => {
  const { shop, staff } = await shopWithOldSession()
  const { orderId } = (await shop.buyer().place()).body
  const path = fillPath(apiPaths.adminOrder, { id: orderId })

  const refund = await staff.call('PATCH', path, { status: 'cancelled', refund: true })
  expect(refund).toMatchObject({ status: 403, body: { code: 'confirmation_required' } })
  const bulk = { ids: [orderId], set: { status: 'cancelled' }, refund: true }
  const inBulk = await staff.call('PATCH', apiPaths.adminOrdersBulk, bulk)
  expect(inBulk.status).not.toBe(200)
  expect((await staff.call('PATCH', path, { status: 'cancelled' })).status).toBe(200)
})

test('rule 37: a CSV export is confirmed, reading a list is not', async () => {
  const { shop, staff } = await shopWithOldSession()
  await shop.sql(`insert into customers (id, email, created_at)
    select gen_random_uuid(), n || '@example.com', now() from generate_series(1, 60) n`)

  expect((await staff.call<unknown[]>('GET', apiPaths.adminCustomers)).body).toHaveLength(60)
  const csv = await staff.call('GET', apiPaths.adminCustomersCsv)
  expect(csv).toMatchObject({ status: 403, body: { code: 'confirmation_required' } })

  await confirm(staff, { password: STAFF.password })
  expect((await staff.call('GET', apiPaths.adminCustomersCsv)).status).toBe(200)
})

test('rule 37: every change of accounts, refund and export declares that it is confirmed', () => {
  const unconfirmed = allEndpoints.filter(
    ({ permission, method, needsConfirmation }) =>
      permission &&
      (isSensitive(permission) || (permission === 'staff.manage' && method !== 'GET')) &&
      !needsConfirmation,
  )
  expect(unconfirmed.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('rule 36: one session of several is ended, by its person and by an owner', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const [second, third] = [await staffBrowser(shop), await staffBrowser(shop)]
  const sessions = async () =>
    (await staff.call<{ id: string; isCurrent: boolean }[]>('GET', accountPaths.ownSessions)).body
  const all = await sessions()
  const [other, remaining] = all.filter(({ isCurrent }) => !isCurrent)
  const endOwn = (sessionId = '') =>
    staff.call('DELETE', fillPath(accountPaths.ownSession, { sessionId }))

  const current = all.find(({ isCurrent }) => isCurrent)
  expect((await endOwn(current?.id)).status).toBe(404)
  expect((await endOwn(other?.id)).status).toBe(200)
  expect((await endOwn(other?.id)).status).toBe(404)
  expect(await sessions()).toHaveLength(2)

  const [member] = (await staff.call<StaffMember[]>('GET', accountPaths.staff)).body
  const path = (id: string) =>
    fillPath(accountPaths.memberSession, { id, sessionId: remaining?.id ?? '' })
  const stranger = '00000000-0000-4000-8000-000000000000'
  expect((await staff.call('DELETE', path(stranger))).status).toBe(404)
  expect((await staff.call('DELETE', path(member?.id ?? ''))).status).toBe(200)
  const alive = await Promise.all(
    [staff, second, third].map(async (browser) => (await browser.call('GET', apiPaths.me)).status),
  )
  expect(alive).toEqual([200, 401, 401])
})

test('a session shows when it was last used, to a few minutes', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const lastUsed = async () =>
    (await staff.call<{ lastUsedAt: string }[]>('GET', accountPaths.ownSessions)).body[0]
      ?.lastUsedAt
  const loggedInAt = shop.clock.now().toISOString()
  shop.clock.advance(4 * MINUTE_MS)
  expect(await lastUsed()).toBe(loggedInAt)
  shop.clock.advance(4 * MINUTE_MS)
  expect(await lastUsed()).toBe(shop.clock.now().toISOString())
})
