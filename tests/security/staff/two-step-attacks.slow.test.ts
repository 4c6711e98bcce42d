import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import type { RecoveryCodes, TwoStepSecret } from '#contract/staff/two-step.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { countStatus, findStaffId, twoStepOwner } from '#tests/support/staff-two-step.ts'
import { appCode } from '#tests/support/two-step.ts'

/** Attacks on two-step verification and on confirmed actions; rule 37 must hold. */

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const MINUTE_MS = 60_000

const listSessions = (shop: TestShop, email: string) =>
  shop.sql('select 1 from sessions s join staff t on t.id = s.staff_id where t.email = $1', [email])

test('rule 37: fifty parallel logins with one code create one session', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  await account.browser.call('POST', apiPaths.logout)
  const code = account.nextCode()
  // Known browsers have separate limits, so that all fifty reach the check.
  const { cookies } = account.browser
  const browsers = Array.from({ length: 50 }, (_, n) => {
    const browser = shop.buyer()
    if (n % 5) browser.cookies.set('device', cookies.get('device') ?? '')
    return browser
  })
  const replies = await Promise.all(browsers.map((browser) => account.login(code, browser)))

  expect(countStatus(replies, 200)).toBe(1)
  expect(countStatus(replies, 401) + countStatus(replies, 429)).toBe(49)
  expect(await listSessions(shop, STAFF.email)).toHaveLength(1)
})

test('rule 37: an observed code is used up for login, confirmation and turning off', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  const code = account.nextCode()
  expect((await account.login(code)).status).toBe(200)

  expect((await account.login(code)).status).toBe(401)
  const { browser } = account
  expect((await browser.call('POST', accountPaths.confirm, { code })).status).toBe(400)
  expect((await browser.call('POST', accountPaths.twoStepTurnOff, { code })).status).toBe(400)
  // Also while it would still be within the window of the next step.
  shop.clock.advance(30_000)
  expect((await account.login(code)).status).toBe(401)
})

test('rule 37: parallel guesses of codes cannot exceed the limit of the account', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  const guesses = Array.from({ length: 40 }, (_, n) => String(n).padStart(6, '0'))

  const replies = await Promise.all(guesses.map((code) => account.login(code)))

  expect(countStatus(replies, 401)).toBe(10)
  expect(countStatus(replies, 429)).toBe(30)
  expect((await account.login(account.nextCode())).status).toBe(429)
  // The browser of the owner is known and not locked out.
  expect((await account.login(account.nextCode(), account.browser)).status).toBe(200)
  shop.clock.advance(15 * MINUTE_MS)
  expect((await account.login(account.nextCode())).status).toBe(200)
})

test('rule 37: a recovery code that is used twice in parallel gives one session', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  await account.browser.call('POST', apiPaths.logout)
  const code = account.recoveryCodes[3]

  const replies = await Promise.all(Array.from({ length: 8 }, () => account.login(code)))

  expect(countStatus(replies, 200)).toBe(1)
  expect(await listSessions(shop, STAFF.email)).toHaveLength(1)
})

test('rule 37: a set-up with the secret of someone else or without one fails', async () => {
  const shop = await openShop()
  const ana = await staffBrowser(shop, 'manager')
  const ben = await staffBrowser(shop, 'viewer')
  const { secret } = (await ana.call<TwoStepSecret>('POST', accountPaths.twoStepSetUp)).body
  const code = appCode(secret, shop.clock.now())

  expect((await ben.call('POST', accountPaths.twoStepActivate, { code })).status).toBe(400)
  await ben.call('POST', accountPaths.twoStepSetUp)
  expect((await ben.call('POST', accountPaths.twoStepActivate, { code })).status).toBe(400)
  // Two tabs that turn it on at the same time: one set of codes is valid.
  const uses = await Promise.all(
    [1, 2, 3].map(() => ana.call<RecoveryCodes>('POST', accountPaths.twoStepActivate, { code })),
  )
  expect(countStatus(uses, 200)).toBe(1)
  expect(await shop.sql('select 1 from staff_recovery_codes')).toHaveLength(10)
})

test('rule 37: guesses at the first code of a set-up are recorded', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await staff.call('POST', accountPaths.twoStepSetUp)

  expect((await staff.call('POST', accountPaths.twoStepActivate, { code: '000000' })).status).toBe(
    400,
  )

  expect(
    await shop.sql("select 1 as n from audit_entries where action = 'staff.confirmation_failed'"),
  ).toHaveLength(1)
})

test('rule 37: no sensitive endpoint works unconfirmed, by any spelling of its path', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  shop.clock.advance(15 * MINUTE_MS)
  const sensitive = allEndpoints.filter(({ needsConfirmation }) => needsConfirmation)
  expect(sensitive.length).toBeGreaterThan(15)
  for (const { method, path, body } of sensitive) {
    const filled = fillPath(path, { id: UNKNOWN, sessionId: UNKNOWN })
    const reply = await staff.call(method, filled, body && {})
    expect(reply, `${method} ${path}`).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
    const spellings = [`${filled}/`, filled.toUpperCase(), filled.replace('/api', '//api')]
    for (const spelling of [...spellings, filled.replace('admin', '%61dmin')]) {
      expect([403, 404], spelling).toContain(
        (await staff.call(method, spelling, body && {})).status,
      )
    }
    if (method === 'GET') expect(await headStatus(shop, staff, filled)).toBe(403)
  }
})

async function headStatus(shop: TestShop, { cookies }: Buyer, path: string): Promise<number> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return (await fetch(`${shop.url}${path}`, { method: 'HEAD', headers: { cookie } })).status
}

test('rule 37: only owners reset a colleague, whose sessions and browsers end', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  const path = fillPath(accountPaths.resetTwoStep, { id: await findStaffId(shop, STAFF.email) })
  for (const role of ['manager', 'dispatcher', 'viewer'] as const) {
    const staff = await staffBrowser(shop, role)
    expect((await staff.call('POST', path)).body.code).toBe('not_permitted')
  }
  expect((await account.login()).status).toBe(401)

  const owner = await staffBrowser(shop, 'owner')
  expect((await owner.call('POST', path)).status).toBe(200)
  expect(await owner.call('POST', path)).toMatchObject({ body: { code: 'two_step_off' } })
  expect((await account.browser.call('GET', apiPaths.me)).status).toBe(401)
  expect((await account.login()).status).toBe(200)
  await shop.runJob('email.send')
  const subjects = (await shop.mailbox()).map(
    ({ recipient, subject }) => `${recipient}: ${subject}`,
  )
  expect(subjects).toContain(`${STAFF.email}: Two-step verification is off for Carboy Water`)
  const entries = `select staff_email from audit_entries where action = 'staff.two_step_reset'`
  expect(await shop.sql(entries)).toEqual([{ staff_email: 'owner@example.com' }])
})
