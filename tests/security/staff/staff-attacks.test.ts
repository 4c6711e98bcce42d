import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import type { StaffMember } from '#contract/staff/accounts.ts'
import type { StaffRole } from '#contract/staff/permissions.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

/** Attacks on staff accounts; rules 35 and 36 must hold. */

const PASSWORD = 'a password of her own'

async function findStaffId(shop: TestShop, email: string): Promise<string> {
  const [row] = await shop.sql<{ id: string }>('select id from staff where email = $1', [email])
  return row?.id ?? ''
}

async function changeMember(shop: TestShop, owner: Buyer, email: string, change: object) {
  const path = fillPath(accountPaths.member, { id: await findStaffId(shop, email) })
  return owner.call('PATCH', path, change)
}

async function inviteAndReadToken(shop: TestShop, owner: Buyer, email: string, role: StaffRole) {
  await owner.call<StaffMember>('POST', accountPaths.invitations, { email, role })
  await shop.runJob('email.send')
  const emails = await shop.mailbox()
  const text = emails.find(({ recipient }) => recipient === email)?.text ?? ''
  return /set-password\?token=([\w-]+)/.exec(text)?.[1] ?? ''
}

const accept = (shop: TestShop, body: object) =>
  shop.buyer().call('POST', accountPaths.setPassword, body)

const listOwners = (shop: TestShop) =>
  shop.sql(`select 1 from staff where role = 'owner' and disabled_at is null`)

/** A copy of the cookies, as an attacker would have taken it. */
function stealSession(shop: TestShop, victim: Buyer): Buyer {
  const thief = shop.buyer()
  for (const [name, value] of victim.cookies) thief.cookies.set(name, value)
  return thief
}

test('rule 36: a stolen session ends with a role change, a disabled account and a new password', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  const email = 'manager@example.com'
  const victim = await staffBrowser(shop, 'manager')
  const changes = [{ role: 'viewer' }, { isDisabled: true }, { isDisabled: false }]
  for (const change of changes) {
    await victim.call('POST', apiPaths.adminLogin, { ...STAFF, email })
    const thief = stealSession(shop, victim)
    expect((await changeMember(shop, owner, email, change)).status).toBe(200)
    expect((await thief.call('GET', apiPaths.adminOrders)).status).toBe(401)
  }

  await victim.call('POST', apiPaths.adminLogin, { ...STAFF, email })
  const thief = shop.buyer()
  await thief.call('POST', apiPaths.adminLogin, { ...STAFF, email })
  const change = { currentPassword: STAFF.password, password: PASSWORD }
  expect((await victim.call('POST', accountPaths.ownPassword, change)).status).toBe(200)
  expect((await thief.call('GET', apiPaths.adminOrders)).status).toBe(401)
  expect((await victim.call('GET', apiPaths.adminOrders)).status).toBe(200)
})

test('rule 36: one invitation makes one account, however often and by however many visitors it is used', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  const email = 'dora@example.com'
  const token = await inviteAndReadToken(shop, owner, email, 'viewer')
  const form = { token, email, password: PASSWORD }

  expect((await accept(shop, { ...form, email: 'mallory@example.com' })).status).toBe(400)
  expect((await accept(shop, { ...form, email: STAFF.email })).status).toBe(400)
  const uses = await Promise.all(Array.from({ length: 8 }, () => accept(shop, form)))
  expect(uses.filter(({ status }) => status === 200)).toHaveLength(1)
  const again = await accept(shop, { ...form, role: 'owner', password: 'another long password' })
  expect(again).toMatchObject({ status: 400, body: { code: 'link_invalid' } })

  expect(await shop.sql('select email, role from staff order by email')).toEqual([
    { email, role: 'viewer' },
    { email: STAFF.email, role: 'owner' },
  ])
  const login = await shop.buyer().call('POST', apiPaths.adminLogin, { email, password: PASSWORD })
  expect(login.status).toBe(200)
})

test('rule 36: a token is in no response, and a GET of its page uses nothing up', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  const email = 'dora@example.com'
  const token = await inviteAndReadToken(shop, owner, email, 'viewer')

  const list = await owner.call('GET', accountPaths.staff)
  expect(JSON.stringify(list.body)).not.toContain(token)
  const page = await fetch(`${shop.url}/admin/set-password?token=${token}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect((await accept(shop, { token, email, password: PASSWORD })).status).toBe(200)
})

test('rule 36: owners who demote or disable each other at the same time leave one owner', async () => {
  for (const change of [{ role: 'manager' }, { isDisabled: true }]) {
    const shop = await openShop()
    const emails = [STAFF.email, 'owner@example.com']
    const browsers = [await staffBrowser(shop), await staffBrowser(shop, 'owner')]

    const replies = await Promise.all(
      browsers.map((browser, n) => changeMember(shop, browser, emails[1 - n] ?? '', change)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await listOwners(shop)).toHaveLength(1)
  }
})

test('rule 36: the last owner can neither step down nor be disabled', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  await staffBrowser(shop, 'manager')
  for (const change of [{ role: 'viewer' }, { isDisabled: true }, { role: 'driver' }]) {
    const reply = await changeMember(shop, owner, STAFF.email, change)
    expect(reply).toMatchObject({ status: 409, body: { code: 'last_owner' } })
  }
  // A disabled owner does not count.
  await staffBrowser(shop, 'owner')
  await changeMember(shop, owner, 'owner@example.com', { isDisabled: true })
  const reply = await changeMember(shop, owner, STAFF.email, { role: 'viewer' })
  expect(reply.body).toMatchObject({ code: 'last_owner' })
  expect((await owner.call('GET', apiPaths.me)).status).toBe(200)
})

test('rule 36: a login that overlaps with disabling the account leaves no session behind', async () => {
  const shop = await openShop()
  const email = 'viewer@example.com'
  await staffBrowser(shop, 'viewer')
  const id = await findStaffId(shop, email)
  const { client: disabling, end } = await beginTransaction(shop)
  await disabling.query('select 1 from staff where id = $1 for update', [id])

  // The password is checked on the row from before; the session has to wait for the change.
  const login = shop.buyer().call('POST', apiPaths.adminLogin, { ...STAFF, email })
  await untilBlocked(shop)
  await disabling.query('update staff set disabled_at = now() where id = $1', [id])
  await disabling.query('delete from sessions where staff_id = $1', [id])
  await end('commit')

  expect(await login).toMatchObject({ status: 403, body: { code: 'account_disabled' } })
  expect(await shop.sql('select 1 from sessions where staff_id = $1', [id])).toEqual([])
})

test('X3: no one gets a role through fields that a form does not have', async () => {
  const shop = await openShop()
  await staffBrowser(shop)
  const manager = await staffBrowser(shop, 'manager')
  const extra = { role: 'owner', staffRole: 'owner', permissions: ['staff.manage'] }

  await manager.call('POST', apiPaths.adminLogin, {
    ...STAFF,
    ...extra,
    email: 'manager@example.com',
  })
  const change = { currentPassword: STAFF.password, password: PASSWORD, ...extra }
  expect((await manager.call('POST', accountPaths.ownPassword, change)).status).toBe(200)
  const promote = await changeMember(shop, manager, 'manager@example.com', { role: 'owner' })
  expect(promote).toMatchObject({ status: 403, body: { code: 'not_permitted' } })
  const invite = { email: 'mallory@example.com', role: 'owner' }
  expect((await manager.call('POST', accountPaths.invitations, invite)).status).toBe(403)
  expect(await listOwners(shop)).toHaveLength(1)
})
