import { connect } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { productionSettings, readConfigError } from '#tests/support/production-settings.ts'
import { startServer } from '#tests/support/server-process.ts'

const withStripe = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

test('an invalid setting is rejected with one line that names it', () => {
  const wrong: Record<string, string>[] = [
    { PORT: 'abc' },
    { PORT: '70000' },
    { TRUST_PROXY: '-1' },
    { RATE_LIMIT_SCALE: '0' },
    { PUBLIC_URL: 'ftp://x' },
    { DATABASE_URL: 'mysql://x' },
    { SHOP_TIME_ZONE: 'Mars/Olympus' },
    { PAYMENTS: 'cash' },
    { SEED: 'much' },
    { SMTP_URL: 'http://x' },
    { ADMIN_PASSWORD: '123' },
    { LOG_LEVEL: 'loud' },
  ]
  for (const env of wrong) {
    const [name = ''] = Object.keys(env)
    expect(readConfigError(env)).toMatch(new RegExp(`^${name}: [^\n]+$`))
  }
  expect(readConfigError({ PORT: '', PUBLIC_URL: '', SEED: '' })).toBe('accepted')
})

test("the demo shop is in New York, any other in the configured or the machine's zone", () => {
  const getTimeZone = (env: Record<string, string>) => readConfig(env).initialSettings.timeZone()
  const machine = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(getTimeZone({})).toBe('America/New_York')
  expect(getTimeZone({ SHOP_TIME_ZONE: 'Europe/Berlin' })).toBe('Europe/Berlin')
  expect(getTimeZone({ SEED: 'empty' })).toBe(machine)
})

test('W6: PAYMENTS=stripe requires all keys, including the webhook secret', () => {
  const test = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  for (const name of Object.keys(withStripe).slice(1)) {
    expect(readConfigError({ ...productionSettings, ...withStripe, [name]: '' })).toContain(name)
    expect(readConfigError({ ...withStripe, ...test, [name]: '' })).toContain(name)
  }
})

test('an earlier version of the shop does not start on a database of a later one', async () => {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  const later = Date.UTC(2200, 0, 1)
  await query(
    url,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${later})`,
  )

  const server = startServer({ DATABASE_URL: url })

  expect(await server.ended).toBe(1)
  expect(server.output().trim()).toBe(
    'Configuration error: the database has a later version: start that version of the shop, or restore a backup from before the upgrade',
  )
  expect(await query(url, 'select id from staff')).toEqual([])
})

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('the process exits with one error line and a failing exit code', async () => {
  const server = startServer({ RATE_LIMIT_SCALE: 'much', DATABASE_URL: 'postgres://x/none' })

  expect(await server.ended).toBe(1)
  expect(server.output().trim()).toMatch(/^Configuration error: RATE_LIMIT_SCALE: [^\n]+$/)
})

test('a database that does not answer is one line, too', async () => {
  const unreachable = `postgres://carboy@127.0.0.1:${await freePort()}/carboy`
  const server = startServer({ DATABASE_URL: unreachable })

  expect(await server.ended).toBe(1)
  expect(server.output().trim()).toMatch(
    /^The database of DATABASE_URL can't be used: connect ECONNREFUSED [^\n]+$/,
  )
})

test('the process serves probes and products, and stops within 8 s with open connections', async () => {
  const server = await freshServer()
  await server.waitUntilUp()
  const status = async (path: string) => (await fetch(`${server.url}${path}`)).status

  expect(await status('/healthz')).toBe(200)
  expect(await status('/readyz')).toBe(200)
  expect(await status('/metrics')).toBe(200)
  const products = (await (await fetch(`${server.url}/api/products`)).json()) as unknown[]
  expect(products).toHaveLength(6)
  const buyer = server.buyer(products as never)
  const { orderId } = (await buyer.place(buyer.submission({ deliveryDate: tomorrow() }))).body
  const stream = await fetch(`${server.url}/api/orders/${orderId}/events`)

  // Browsers open connections in advance and send nothing on them.
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1')
  await new Promise((resolve) => silent.once('connect', resolve))

  server.process.kill('SIGTERM')
  // The process ends itself with another code if that takes longer.
  expect(await server.ended).toBe(0)
  await stream.body?.cancel().catch(() => undefined)
  silent.destroy()
  expect(server.output()).not.toMatch(/"level":(50|60)/)
})

const tomorrow = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

async function freshServer() {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  return startServer({ DATABASE_URL: database.url, PORT: String(await freePort()) })
}
