import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import type { StaffDetail, StaffMember } from '#contract/staff/accounts.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { addStaff } from '../index.ts'

const HOUR_MS = 3_600_000
const PASSWORD = 'a password of her own'

const memberPath = (id: string) => fillPath(accountPaths.member, { id })

async function invite(owner: Buyer, email: string, role = 'dispatcher') {
  return owner.call<StaffMember>('POST', accountPaths.invitations, { email, role })
}

/** Sends due emails and returns the token of the latest link to this address. */
async function readToken(shop: TestShop, email: string): Promise<string> {
  shop.clock.advance(1000)
  await shop.runJob('email.send')
  const rows = await shop.sql<{ text: string }>(
    'select text from mailbox where recipient = $1 order by received_at desc',
    [email],
  )
  return /set-password\?token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? ''
}

const setPassword = (shop: TestShop, token: string, email: string, password = PASSWORD) =>
  shop.buyer().call('POST', accountPaths.setPassword, { token, email, password })

const login = async (shop: TestShop, email: string, password: string) => {
  const browser = shop.buyer()
  const { status, body } = await browser.call('POST', apiPaths.adminLogin, { email, password })
  return { browser, status, code: body.code }
}

const listStaff = async (owner: Buyer) =>
  (await owner.call<StaffMember[]>('GET', accountPaths.staff)).body

async function findStaffId(owner: Buyer, email: string): Promise<string> {
  return (await listStaff(owner)).find((member) => member.email === email)?.id ?? ''
}

const actions = async (shop: TestShop) =>
  (
    await shop.sql<{ action: string }>(
      `select action from audit_entries where action like 'staff.%' order by id`,
    )
  ).map(({ action }) => action.slice('staff.'.length))

test('rule 36: an invitation makes an account with its role once, and is listed until then', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)

  expect((await invite(owner, 'Dora@Example.com')).status).toBe(201)
  expect(await listStaff(owner)).toMatchObject([
    { email: 'dora@example.com', role: 'dispatcher', status: 'invited', expiresAt: null },
    { email: STAFF.email, role: 'owner', status: 'active' },
  ])
  const token = await readToken(shop, 'dora@example.com')
  const stored = await shop.sql<{ row: string }>(
    'select to_json(l)::text as row from staff_links l',
  )
  expect(stored[0]?.row).not.toContain(token)

  expect((await setPassword(shop, token, 'dora@example.com', 'eleven-long')).status).toBe(400)
  expect((await setPassword(shop, token, 'dora@example.com')).status).toBe(200)
  const { browser, status } = await login(shop, 'dora@example.com', PASSWORD)
  expect(status).toBe(200)
  expect((await browser.call('GET', apiPaths.me)).body).toMatchObject({
    user: { role: 'admin', staffRole: 'dispatcher' },
  })
  expect(await listStaff(owner)).toMatchObject([
    { email: 'dora@example.com', status: 'active', lastLoginAt: expect.any(String) },
    { email: STAFF.email },
  ])
  expect(await actions(shop)).toEqual(['logged_in', 'invited', 'invitation_accepted', 'logged_in'])
})

test('rule 36: a link ends after 72 hours, when it is replaced, revoked or its sender is demoted', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  const email = 'dora@example.com'
  const expectEnded = async (token: string) => {
    expect(token).not.toBe('')
    expect(await setPassword(shop, token, email)).toMatchObject({
      status: 400,
      body: { code: 'link_invalid' },
    })
  }

  await invite(owner, email)
  const first = await readToken(shop, email)
  await invite(owner, email, 'viewer')
  await expectEnded(first)

  const second = await readToken(shop, email)
  const { body } = await invite(owner, email)
  const third = await readToken(shop, email)
  await expectEnded(second)
  const invitation = fillPath(accountPaths.invitation, { id: body.id })
  expect((await owner.call('DELETE', invitation)).status).toBe(204)
  expect((await owner.call('DELETE', invitation)).status).toBe(404)
  await expectEnded(third)

  const other = await staffBrowser(shop, 'owner')
  await invite(other, email, 'owner')
  const fourth = await readToken(shop, email)
  const otherId = await findStaffId(owner, 'owner@example.com')
  await owner.call('PATCH', memberPath(otherId), { role: 'manager' })
  await expectEnded(fourth)

  expect((await invite(owner, STAFF.email)).body).toMatchObject({ code: 'already_staff' })
  await invite(owner, email)
  const fifth = await readToken(shop, email)
  shop.clock.advance(72 * HOUR_MS)
  await expectEnded(fifth)
  expect(await shop.sql('select 1 from staff where email = $1', [email])).toEqual([])
})

test('rule 36: a disabled account is logged out everywhere, stays out and comes back enabled', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  const manager = await staffBrowser(shop, 'manager')
  const id = await findStaffId(owner, 'manager@example.com')

  const disabled = await owner.call<StaffDetail>('PATCH', memberPath(id), { isDisabled: true })
  expect(disabled.body).toMatchObject({ member: { status: 'disabled' }, sessions: [] })
  expect((await manager.call('GET', apiPaths.me)).status).toBe(401)
  const attempt = await login(shop, 'manager@example.com', STAFF.password)
  expect([attempt.status, attempt.code]).toEqual([403, 'account_disabled'])
  expect((await login(shop, 'manager@example.com', 'a wrong password')).code).toBe('wrong_password')

  await owner.call('PATCH', memberPath(id), { isDisabled: false })
  expect((await login(shop, 'manager@example.com', STAFF.password)).status).toBe(200)
})

test('rule 36: a reset link works for one hour and ends the sessions when it is used', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  const viewer = await staffBrowser(shop, 'viewer')
  const email = 'viewer@example.com'
  const reset = fillPath(accountPaths.resetPassword, { id: await findStaffId(owner, email) })

  expect((await owner.call('POST', reset)).status).toBe(204)
  const expired = await readToken(shop, email)
  expect((await viewer.call('GET', apiPaths.me)).status).toBe(200)
  shop.clock.advance(HOUR_MS)
  expect((await setPassword(shop, expired, email)).status).toBe(400)

  await owner.call('POST', accountPaths.confirm, { password: STAFF.password })
  await owner.call('POST', reset)
  const token = await readToken(shop, email)
  expect((await setPassword(shop, token, STAFF.email)).status).toBe(400)
  expect((await setPassword(shop, token, email)).status).toBe(200)
  expect((await viewer.call('GET', apiPaths.me)).status).toBe(401)
  expect((await login(shop, email, STAFF.password)).status).toBe(401)
  expect((await login(shop, email, PASSWORD)).status).toBe(200)
  expect((await setPassword(shop, token, email)).status).toBe(400)
})

test('rule 36: the own password is changed with the current one and ends other sessions', async () => {
  const shop = await openShop()
  const viewer = await staffBrowser(shop, 'viewer')
  const elsewhere = await login(shop, 'viewer@example.com', STAFF.password)
  const change = (currentPassword: string, password = PASSWORD) =>
    viewer.call('POST', accountPaths.ownPassword, { currentPassword, password })

  expect((await change('a wrong password')).body.fields).toEqual({
    currentPassword: 'Incorrect password',
  })
  expect((await change(STAFF.password, 'eleven-long')).status).toBe(400)
  expect((await viewer.call<object[]>('GET', accountPaths.ownSessions)).body).toHaveLength(2)
  expect((await change(STAFF.password)).status).toBe(200)

  expect((await viewer.call('GET', apiPaths.me)).status).toBe(200)
  expect((await elsewhere.browser.call('GET', apiPaths.me)).status).toBe(401)
  expect((await login(shop, 'viewer@example.com', PASSWORD)).status).toBe(200)
  const left = await viewer.call<object[]>('DELETE', accountPaths.ownSessions)
  expect(left.body).toMatchObject([{ isCurrent: true }])
  for (let n = 0; n < 10; n++) await change('a wrong password')
  expect((await change(PASSWORD)).status).toBe(429)
})

test('rule 36: owners see and end the sessions of an account', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  const manager = await staffBrowser(shop, 'manager')
  const id = await findStaffId(owner, 'manager@example.com')

  const detail = await owner.call<StaffDetail>('GET', memberPath(id))
  expect(detail.body.sessions).toHaveLength(1)
  const ended = await owner.call('DELETE', fillPath(accountPaths.memberSessions, { id }))
  expect(ended).toMatchObject({ status: 200, body: { sessions: [] } })
  expect((await manager.call('GET', apiPaths.me)).status).toBe(401)
  expect(await actions(shop)).toContain('sessions_ended')
})

test('the staff list is read with two queries, also for 200 people', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  await addStaff(shop.deps, 'first@example.com', PASSWORD, 'viewer')
  await shop.sql(
    `insert into staff (id, email, password_hash, role, created_at)
     select gen_random_uuid(), 'p' || n || '@example.com', 'x', 'driver', now()
     from generate_series(1, 198) n`,
  )
  expect(await listStaff(owner)).toHaveLength(200)
})
