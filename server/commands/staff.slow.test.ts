import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import type { TwoStepSecret } from '#contract/staff/two-step.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { startServer } from '#tests/support/server-process.ts'
import { appCode } from '#tests/support/two-step.ts'

const EMAIL = 'owner@water.example'
const PASSWORD = 'twelve-chars-and-more'

async function openForCommands() {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  const shop = await openShop({ databaseUrl: url })
  const staff = (args: string[], input?: string) =>
    runCommand('staff', args, { DATABASE_URL: url, PUBLIC_URL: 'http://shop.test' }, input)
  const signIn = async (password: string) => {
    const browser = shop.buyer()
    const { status } = await browser.call('POST', apiPaths.adminLogin, { email: EMAIL, password })
    return { browser, status }
  }
  return { shop, staff, signIn }
}

test('staff are added, get a new password and are removed; each change ends their sessions', async () => {
  const { shop, staff, signIn } = await openForCommands()

  const added = await staff(['add', 'Owner@Water.example'], PASSWORD)
  expect(added.output).toContain(
    'Added Owner@Water.example as owner. Log in at http://shop.test/admin/login.',
  )
  expect(added.code).toBe(0)
  const { browser, status } = await signIn(PASSWORD)
  expect(status).toBe(200)

  const reset = await staff(['reset', EMAIL], 'another-long-password')
  expect(reset.output).toContain(`Password reset for ${EMAIL}.`)
  expect((await browser.call('GET', apiPaths.me)).status).toBe(401)
  expect((await signIn(PASSWORD)).status).toBe(401)
  const again = await signIn('another-long-password')
  expect(again.status).toBe(200)

  const removed = await staff(['remove', EMAIL, '--yes'])
  expect(removed.output).toBe(`Removed ${EMAIL}.\n`)
  expect((await again.browser.call('GET', apiPaths.me)).status).toBe(401)
  expect((await signIn('another-long-password')).status).toBe(401)
  expect(
    await shop.sql(`select actor, action, after ->> 'account' as account from audit_entries
      where actor = 'system' order by id`),
  ).toEqual(
    ['staff.added', 'staff.password_reset', 'staff.removed'].map((action) => ({
      actor: 'system',
      action,
      account: EMAIL,
    })),
  )
})

test('passwords are stored as Argon2id hashes that take 19 MiB and two passes', async () => {
  const { shop, staff } = await openForCommands()

  await staff(['add', EMAIL], PASSWORD)
  const added = await shop.sql('select password_hash from staff')
  await staff(['reset', EMAIL], 'another-long-password')
  const reset = await shop.sql('select password_hash from staff')

  const password_hash = expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect([added, reset]).toEqual([[{ password_hash }], [{ password_hash }]])
})

test('rule 37: two-step verification is reset for who is locked out', async () => {
  const { shop, staff, signIn } = await openForCommands()
  await staff(['add', EMAIL], PASSWORD)
  const { browser } = await signIn(PASSWORD)
  const { secret } = (await browser.call<TwoStepSecret>('POST', accountPaths.twoStepSetUp)).body
  const code = appCode(secret, shop.clock.now())
  await browser.call('POST', accountPaths.twoStepActivate, { code })
  expect((await signIn(PASSWORD)).status).toBe(401)

  const reset = await staff(['reset-two-step', 'Owner@Water.example', '--yes'])

  expect(reset.output).toContain('Two-step verification is off for Owner@Water.example.')
  expect((await browser.call('GET', apiPaths.me)).status).toBe(401)
  expect((await signIn(PASSWORD)).status).toBe(200)
  expect(
    await shop.sql(`select actor from audit_entries where action = 'staff.two_step_reset'`),
  ).toEqual([{ actor: 'system' }])
  expect(await shop.sql(`select 1 from emails where kind = 'staff_two_step_off'`)).toHaveLength(1)
})

test('rule 35: a role is given with the account and changed later, which ends its sessions', async () => {
  const { shop, staff, signIn } = await openForCommands()
  await staff(['add', 'first@water.example'], PASSWORD)

  const added = await staff(['add', EMAIL, 'viewer'], PASSWORD)
  expect(added.output).toContain(`Added ${EMAIL} as viewer.`)
  const { browser } = await signIn(PASSWORD)
  expect((await browser.call('GET', apiPaths.me)).body).toMatchObject({
    user: { role: 'admin', staffRole: 'viewer' },
  })

  expect((await staff(['role', EMAIL, 'owner'])).output).toBe(`${EMAIL} is now owner.\n`)
  expect((await browser.call('GET', apiPaths.me)).status).toBe(401)
  expect((await staff(['role', 'first@water.example', 'driver'])).code).toBe(0)
  // The other account is a driver, so this one has to stay.
  expect((await staff(['remove', EMAIL, '--yes'])).output).toContain('This is the only owner.')
  expect(await shop.sql('select email, role from staff order by email')).toEqual([
    { email: 'first@water.example', role: 'driver' },
    { email: EMAIL, role: 'owner' },
  ])
})

test('the password prompt does not echo the input', async () => {
  const { staff } = await openForCommands()

  const { output } = await staff(['add', EMAIL], PASSWORD)

  expect(output).toContain('Password (not shown): ')
  expect(output).not.toContain(PASSWORD)
})

test.each([
  [[], 'Name one of add, role, reset, reset-two-step, remove'],
  [['promote', EMAIL], 'Name one of add, role, reset, reset-two-step, remove'],
  [['constructor', EMAIL], 'Name one of add, role, reset, reset-two-step, remove'],
  [['role', EMAIL], 'Name a role: owner, manager, dispatcher, viewer, driver'],
  [['add', EMAIL, 'boss'], 'Name a role: owner, manager, dispatcher, viewer, driver'],
  [['add', EMAIL, 'viewer', 'driver'], "Unexpected argument 'driver'"],
  [['remove', EMAIL, 'viewer'], "Unexpected argument 'viewer'"],
  [['remove', EMAIL], `This deletes the account of ${EMAIL}. To go on, add --yes`],
  [
    ['reset-two-step', EMAIL],
    `This turns off two-step verification of ${EMAIL}. To go on, add --yes`,
  ],
  [['add'], "That isn't a valid email address"],
  [['add', 'nobody'], "nobody isn't a valid email address"],
])('npm run staff rejects %j before it opens the database', async (args, reason) => {
  const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  expect(await runCommand('staff', args, unreachable)).toEqual({
    code: 2,
    output: `${reason}. Nothing was done. See: npm run staff -- --help\n`,
  })
})

test('a rejected command prints one line, exits with an error and changes nothing', async () => {
  const { shop, staff, signIn } = await openForCommands()
  await staff(['add', EMAIL], PASSWORD)
  const rejections: [string[], string | undefined, string][] = [
    [['add', 'b@water.example'], 'eleven-long', 'Password must be at least 12 characters.'],
    [['reset', EMAIL], '', 'Password must be at least 12 characters.'],
    [
      ['add', EMAIL],
      'quite-another-password',
      `${EMAIL} already has an account. Use reset to set a new password.`,
    ],
    [['reset', 'b@water.example'], PASSWORD, 'No staff account found for b@water.example.'],
    [
      ['remove', 'b@water.example', '--yes'],
      undefined,
      'No staff account found for b@water.example.',
    ],
    [
      ['role', 'b@water.example', 'viewer'],
      undefined,
      'No staff account found for b@water.example.',
    ],
    [['reset-two-step', EMAIL, '--yes'], undefined, 'Two-step verification is off.'],
    [
      ['role', EMAIL, 'manager'],
      undefined,
      'This is the only owner. Make someone else an owner first.',
    ],
  ]

  const ran = rejections.map(async ([args, input]) => {
    const { output, code } = await staff(args, input)
    return [args, output.split('\n').at(-2), code]
  })
  expect(await Promise.all(ran)).toEqual(rejections.map(([args, , message]) => [args, message, 1]))

  expect((await signIn(PASSWORD)).status).toBe(200)
  expect(await shop.sql('select email from staff')).toEqual([{ email: EMAIL }])
})

test('commands work alongside a running shop with an embedded database and leave it running', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carboy-commands-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const common = { SEED: 'empty', LOG_LEVEL: 'silent' }
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()), ...common }
  const server = startServer(env)
  const products = await server.waitUntilUp()
  const browser = server.buyer(products)
  const signIn = () =>
    browser.call('POST', apiPaths.adminLogin, { email: EMAIL, password: PASSWORD })

  expect((await runCommand('staff', ['add', EMAIL], env, PASSWORD)).code).toBe(0)
  expect((await signIn()).status).toBe(200)
  const audit = await runCommand('audit', [], env)
  expect([audit.output.split('\n').at(-2), audit.code]).toEqual(['No differences found.', 0])
  expect((await runCommand('seed', ['--orders', '5'], env)).output).toContain('5 orders in')
  const again = await runCommand('seed', ['--orders', '5'], env)
  expect(again).toEqual({
    code: 1,
    output: expect.stringMatching(/has orders already.* add --yes\.\n$/),
  })
  expect((await browser.call('GET', apiPaths.me)).status).toBe(200)

  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect((await runCommand('staff', ['remove', EMAIL, '--yes'], env)).output).toBe(
    `Removed ${EMAIL}.\n`,
  )
})
