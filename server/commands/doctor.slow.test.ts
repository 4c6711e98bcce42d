import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { halfOpenProxy } from '#tests/support/database/half-open-proxy.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { startServer } from '#tests/support/server-process.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'

type Checks = { checks: { name: string; status: string; message: string }[] }

async function doctor(env: Record<string, string>) {
  const { output, code } = await runCommand('doctor', ['--json'], env)
  const { checks } = JSON.parse(output) as Checks
  const statuses = Object.fromEntries(checks.map(({ name, status }) => [name, status]))
  const messages = Object.fromEntries(checks.map(({ name, message }) => [name, message]))
  return { checks, statuses, messages, code }
}

async function runningShop() {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  const shop = await openShop({ databaseUrl: url })
  await staffBrowser(shop)
  return url
}

test('a running shop passes, and the owner gets a test email', async () => {
  const mailServer = await openMailServer()
  const env = { DATABASE_URL: await runningShop(), SMTP_URL: mailServer.url }

  const { checks, statuses, messages, code } = await doctor(env)

  expect(code).toBe(0)
  for (const check of checks) {
    expect(Object.keys(check)).toEqual(['name', 'status', 'message'])
    expect(['ok', 'warn']).toContain(check.status)
  }
  // The database of the tests does not wait for the disk.
  expect(statuses).toMatchObject({ database: 'warn', migrations: 'ok', 'job-queue': 'ok' })
  expect(messages.smtp).toBe(`A test email was sent to ${STAFF.email}.`)
  const [email] = mailServer.emails()
  expect(email?.headers.get('to')).toBe(STAFF.email)
  expect(email?.headers.get('subject')).toBe('Test email from Carboy Water')
})

test('a dead mail server fails the check and the command', async () => {
  const url = await runningShop()
  const dead = { DATABASE_URL: url, SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }
  const { statuses, messages, code } = await doctor(dead)

  expect([statuses.smtp, statuses.migrations, code]).toEqual(['fail', 'ok', 1])
  expect(messages.smtp).toContain('ECONNREFUSED')

  const mailServer = await openMailServer()
  mailServer.rejectWith = 'sender rejected'
  const rejected = await runCommand('doctor', [], { ...dead, SMTP_URL: mailServer.url })
  expect(rejected.output).toMatch(/^fail +smtp .* was not sent: .*sender rejected$/m)
  expect(rejected.code).toBe(1)

  const unsent = await runCommand('doctor', ['--no-email'], dead)
  expect([unsent.code, unsent.output]).toEqual([0, expect.stringContaining('Not checked: --no')])
})

test('without a database every other line is still given', async () => {
  const mailServer = await openMailServer()
  const { statuses, code } = await doctor({
    DATABASE_URL: `postgres://shop:secret@127.0.0.1:${await freePort()}/shop`,
    SMTP_URL: mailServer.url,
    SHOP_EMAIL: 'shop@water.example',
  })

  expect(code).toBe(1)
  expect(statuses).toMatchObject({
    database: 'fail',
    migrations: 'warn',
    'time-zone': 'warn',
    disk: 'ok',
    smtp: 'ok',
    stripe: 'ok',
    tls: 'ok',
  })
  expect(mailServer.emails()[0]?.headers.get('to')).toBe('shop@water.example')
})

test('a database that accepts connections and never answers does not hang the command', async () => {
  const proxy = await halfOpenProxy(await runningShop(), { isSilent: true })
  onTestFinished(() => proxy.close())

  const { statuses, code } = await doctor({ DATABASE_URL: proxy.url })

  expect([statuses.database, statuses.disk, code]).toEqual(['fail', 'ok', 1])
})

test('the embedded database is checked next to a running shop and on a stopped one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carboy-doctor-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'silent' }
  const absent = await doctor(env)
  expect([absent.statuses.database, absent.code]).toEqual(['warn', 0])

  const server = startServer(env)
  await server.waitUntilUp()
  const whileRunning = await doctor(env)
  expect(whileRunning.messages.database).toMatch(
    /^Embedded PostgreSQL, version .* in use by the shop\.$/,
  )
  expect([whileRunning.statuses['job-queue'], whileRunning.code]).toEqual(['ok', 0])

  server.process.kill('SIGTERM')
  await server.ended
  const stopped = await doctor(env)
  expect(stopped.messages.database).toMatch(/the shop is not running\.$/)
  expect(stopped.statuses).toMatchObject({ database: 'ok', migrations: 'ok', 'job-queue': 'warn' })
  expect(stopped.code).toBe(0)
})

test('invalid settings fail in one line; help explains the options', async () => {
  const invalid = await doctor({ NODE_ENV: 'production' })
  expect([invalid.checks.length, invalid.statuses.settings, invalid.code]).toEqual([1, 'fail', 1])

  const help = await runCommand('doctor', ['--help'], {})
  expect([help.code, help.output]).toEqual([0, expect.stringContaining('Usage: npm run doctor')])
  const unknown = await runCommand('doctor', ['--jsno'], {})
  expect([unknown.code, unknown.output]).toEqual([
    2,
    expect.stringContaining("Unknown option '--jsno'"),
  ])
})
