import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import type { StaffMember } from '#contract/staff/accounts.ts'
import type { OwnTwoStep, RecoveryCodes, TwoStepSecret } from '#contract/staff/two-step.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { twoStepOwner } from '#tests/support/staff-two-step.ts'
import { appCode } from '#tests/support/two-step.ts'

test('rule 37: two-step verification is on only after a correct first code', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const other = await staffBrowser(shop)
  const first = (await staff.call<TwoStepSecret>('POST', accountPaths.twoStepSetUp)).body
  const { secret, url } = (await staff.call<TwoStepSecret>('POST', accountPaths.twoStepSetUp)).body
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(secret).not.toBe(first.secret)
  expect(url).toBe(
    `otpauth://totp/Carboy%20Water:staff%40example.com?secret=${secret}&issuer=Carboy%20Water`,
  )
  // An earlier secret, a wrong code and no code at all.
  for (const code of [appCode(first.secret, shop.clock.now()), '12345', 'abcdef']) {
    const reply = await staff.call('POST', accountPaths.twoStepActivate, { code })
    expect(reply).toMatchObject({ status: 400, body: { fields: { code: 'Incorrect code' } } })
  }
  expect((await shop.buyer().call('POST', apiPaths.adminLogin, STAFF)).status).toBe(200)

  const code = appCode(secret, shop.clock.now())
  const activated = await staff.call<RecoveryCodes>('POST', accountPaths.twoStepActivate, { code })
  expect(activated.status).toBe(200)
  const { recoveryCodes } = activated.body
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const recoveryCode of recoveryCodes) {
    expect(recoveryCode).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  }

  expect((await staff.call<OwnTwoStep>('GET', accountPaths.ownTwoStep)).body).toMatchObject({
    isOn: true,
    requiredFrom: null,
    recoveryCodesLeft: 10,
  })
  expect((await other.call('GET', apiPaths.me)).status).toBe(401)
  const again = await staff.call('POST', accountPaths.twoStepSetUp)
  expect(again).toMatchObject({ status: 409, body: { code: 'two_step_on' } })
  const members = (await staff.call<StaffMember[]>('GET', accountPaths.staff)).body
  expect(members[0]?.hasTwoStep).toBe(true)
})

test('rule 37: a correct password alone gives no session; with a code it does', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  const stranger = shop.buyer()

  const reply = await account.login(undefined, stranger)
  expect(reply).toMatchObject({ status: 401, body: { code: 'two_step_required' } })
  expect([...stranger.cookies.keys()]).toEqual([])
  const wrong = await account.login('000000', stranger)
  expect(wrong).toMatchObject({ status: 401, body: { code: 'two_step_code_invalid' } })
  expect([...stranger.cookies.keys()]).toEqual([])

  const code = account.nextCode()
  expect((await account.login(`${code.slice(0, 3)} ${code.slice(3)}`, stranger)).status).toBe(200)
  expect((await stranger.call('GET', apiPaths.adminOrders)).status).toBe(200)
})

test('rule 37: a code for a wrong password does not reveal that it is correct', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  const wrong = { ...STAFF, password: 'wrong password', code: account.nextCode() }

  const reply = await shop.buyer().call('POST', apiPaths.adminLogin, wrong)

  expect(reply).toMatchObject({ status: 401, body: { code: 'wrong_password' } })
  expect((await account.login(wrong.code)).status).toBe(200)
})

test('rule 37: recovery codes work once each, and new ones replace the old', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  const [first = '', second = ''] = account.recoveryCodes

  expect((await account.login(first)).status).toBe(200)
  expect((await account.login(first)).status).toBe(401)
  expect((await account.login(second.replaceAll('-', ' ').toUpperCase())).status).toBe(200)
  const { body } = await account.browser.call<OwnTwoStep>('GET', accountPaths.ownTwoStep)
  expect(body.recoveryCodesLeft).toBe(8)

  const renewed = await account.browser.call<RecoveryCodes>('POST', accountPaths.recoveryCodes, {
    code: account.nextCode(),
  })
  expect((await account.login(account.recoveryCodes[2])).status).toBe(401)
  expect((await account.login(renewed.body.recoveryCodes[0])).status).toBe(200)
})

test('rule 37: turning it off needs a code, and the account works without one again', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  const turnOff = (code: string) =>
    account.browser.call('POST', accountPaths.twoStepTurnOff, { code })

  expect(await turnOff('000000')).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect((await turnOff(account.nextCode())).status).toBe(200)
  expect(await turnOff('000000')).toMatchObject({ status: 409, body: { code: 'two_step_off' } })
  expect((await account.login()).status).toBe(200)
  expect(await shop.sql('select 1 from staff_recovery_codes')).toEqual([])
  const renew = await account.browser.call('POST', accountPaths.recoveryCodes, { code: '000000' })
  expect(renew.body).toMatchObject({ code: 'two_step_off' })
})

test('rule 37: secrets and codes are stored encrypted or hashed and are in no audit entry', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  await account.login(account.recoveryCodes[0])

  const tables = ['staff_two_step', 'staff_recovery_codes', 'audit_entries', 'emails', 'settings']
  for (const table of tables) {
    const rows = JSON.stringify(await shop.sql(`select * from ${table}`)).toLowerCase()
    for (const secret of [account.secret, ...account.recoveryCodes]) {
      expect(rows).not.toContain(secret.toLowerCase())
      expect(rows).not.toContain(secret.replaceAll('-', '').toLowerCase())
    }
  }
  const actions = await shop.sql<{ action: string; after: object }>(
    'select action, after from audit_entries order by id',
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'staff.logged_in',
    'staff.two_step_turned_on',
    'staff.logged_in',
  ])
  expect(actions.at(-1)?.after).toMatchObject({ code: 'recovery' })
})

test('rule 37: staff are emailed about a new device and about two-step verification', async () => {
  const shop = await openShop()
  const account = await twoStepOwner(shop)
  const known = shop.buyer()
  await account.login(account.nextCode(), known)
  // A thief who logs out at once does not prevent the email.
  await known.call('POST', apiPaths.logout)
  await account.login(account.nextCode(), known)
  await shop.runJob('email.send')

  const mailbox = await shop.mailbox()
  expect(mailbox.every(({ recipient }) => recipient === STAFF.email)).toBe(true)
  expect(mailbox.map(({ subject }) => subject).sort()).toEqual([
    'New login to your Carboy Water staff account',
    'Two-step verification is on for Carboy Water',
  ])
  expect(mailbox[0]?.text).toContain('/admin/account')
})

test('without SECRETS_KEY the log distinguishes a changed key from a wrong code', async () => {
  const lines: string[] = []
  const ignore = () => {}
  const error = (_: object, message: string) => lines.push(message)
  const shop = await openShop({ log: { debug: ignore, info: ignore, warn: ignore, error } })
  const account = await twoStepOwner(shop)
  await shop.sql(`update staff_two_step set secret = 'AAAA' || substr(secret, 5)`)

  expect((await account.login(account.nextCode())).status).toBe(401)
  expect(lines).toEqual(['two-step secret unreadable: was SECRETS_KEY changed?'])
  expect((await account.login(account.recoveryCodes[0])).status).toBe(200)
})
