import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import {
  countStatus,
  findStaffId,
  stealSession,
  twoStepOwner,
} from '#tests/support/staff-two-step.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const MINUTE_MS = 60_000

test('rule 37: the password step leaves nothing that another browser could continue', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  const victim = shop.buyer()
  await account.login(undefined, victim)
  const thief = stealSession(shop, victim)

  const code = account.nextCode()
  const replies = [
    await thief.call('POST', apiPaths.adminLogin, { code }),
    await thief.call('POST', apiPaths.adminLogin, { email: STAFF.email, code }),
    await thief.call('POST', apiPaths.verifyCode, { code }),
    await thief.call('POST', accountPaths.confirm, { code }),
    await thief.call('GET', apiPaths.me),
  ]
  expect(countStatus(replies, 200)).toBe(0)
  expect((await account.login(code, victim)).status).toBe(200)
})

test('rule 37: a stolen session cannot replace or turn off the second step', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  const thief = stealSession(shop, account.browser)
  shop.clock.advance(15 * MINUTE_MS)

  const replies = [
    await thief.call('POST', accountPaths.recoveryCodes, { code: STAFF.password }),
    await thief.call('POST', accountPaths.twoStepSetUp),
    await thief.call('POST', fillPath(accountPaths.resetTwoStep, { id: UNKNOWN })),
    await thief.call('POST', accountPaths.twoStepTurnOff, { code: STAFF.password }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([400, 403, 403, 400])
  const own = fillPath(accountPaths.resetTwoStep, { id: await findStaffId(shop, STAFF.email) })
  await thief.call('POST', accountPaths.confirm, { password: STAFF.password })
  expect(await thief.call('POST', own)).toMatchObject({
    status: 403,
    body: { code: 'not_permitted' },
  })
  expect((await account.login()).status).toBe(401)
})

test('rule 37: a stolen session with the password gets no recovery codes, and its guesses are recorded', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  const thief = stealSession(shop, account.browser)
  const confirmed = await thief.call('POST', accountPaths.confirm, { password: STAFF.password })
  expect(confirmed.status).toBe(200)
  const guess = { code: '000000' }

  const replies = [
    await thief.call('POST', accountPaths.recoveryCodes),
    await thief.call('POST', accountPaths.recoveryCodes, guess),
    await thief.call('POST', accountPaths.twoStepTurnOff, guess),
  ]

  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(JSON.stringify(replies.map(({ body }) => body))).not.toContain('recoveryCodes')
  expect(
    await shop.sql(
      "select after->>'wrong' as wrong from audit_entries where action = 'staff.confirmation_failed'",
    ),
  ).toEqual([{ wrong: 'code' }, { wrong: 'code' }])
  expect((await account.login(account.recoveryCodes[0])).status).toBe(200)
})

test('rule 37: the session of a demoted owner can neither confirm nor change accounts', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  const second = await staffBrowser(shop, 'owner')
  const thief = stealSession(shop, second)
  const path = fillPath(accountPaths.member, { id: await findStaffId(shop, 'owner@example.com') })
  await owner.call('PATCH', path, { role: 'manager' })

  const password = { password: STAFF.password }
  expect((await thief.call('POST', accountPaths.confirm, password)).status).toBe(401)
  expect((await thief.call('POST', accountPaths.twoStepSetUp)).status).toBe(401)
})
