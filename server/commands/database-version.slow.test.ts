import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openForCommand } from '#server/open-for-command.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/support/database/clone-database.ts'
import { freshDatabase, templateUrl } from '#tests/support/database/fresh-database.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { loadFixture } from '#tests/upgrade/load-fixture.ts'

async function use(created: Promise<FreshDatabase>): Promise<string> {
  const { url, drop } = await created
  onTestFinished(drop)
  return url
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const open = (databaseUrl: string) => openForCommand({ databaseUrl, dataDir: '' }, silentLog)

const tables = `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
  where table_schema not in ('pg_catalog', 'information_schema') order by 1`

test('a command on an empty database prints one line of advice and creates nothing', async () => {
  const url = await use(emptyDatabase(templateUrl()))
  const line =
    'Configuration error: the database is empty: start the shop once, then run this command again\n'

  const env = { DATABASE_URL: url, SEED: 'demo' }
  expect(await runCommand('staff', ['remove', 'a@water.example', '--yes'], env)).toEqual({
    output: line,
    code: 1,
  })
  expect(await runCommand('audit', [], env)).toEqual({ output: line, code: 1 })
  expect(await query(url, tables)).toEqual([])
})

test('a command does not upgrade a database of an earlier version', async () => {
  const url = await use(emptyDatabase(templateUrl()))
  await loadFixture(url, '0.1.0')
  const before = await query(url, tables)

  await expect(open(url)).rejects.toThrow('the database has an earlier version')

  expect(await query(url, tables)).toEqual(before)
})

test('seed prepares an empty database, and does not upgrade one of an earlier version', async () => {
  const url = await use(emptyDatabase(templateUrl()))
  const seed = () =>
    runCommand('seed', ['--orders', '5', '--yes'], { DATABASE_URL: url, PAYMENTS: 'sandbox' })
  await loadFixture(url, '0.1.0')
  const before = await query(url, tables)

  expect(await seed()).toEqual({
    code: 1,
    output:
      'Configuration error: the database has an earlier version: start the shop once, then run this command again\n',
  })
  expect(await query(url, tables)).toEqual(before)

  const empty = await use(emptyDatabase(templateUrl()))
  const env = { DATABASE_URL: empty, PAYMENTS: 'sandbox' }
  expect((await runCommand('seed', ['--orders', '5'], env)).output).toMatch(/\nAdded 5 orders in /)
})

test('a command leaves a database of a later version alone', async () => {
  const url = await use(freshDatabase())
  await query(
    url,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.UTC(2200, 0, 1)})`,
  )

  await expect(open(url)).rejects.toThrow('the database has a later version')
})

test('the audit seeds nothing, with any value of SEED', async () => {
  const url = await use(freshDatabase())
  const shop = await openShop({ databaseUrl: url, env: { SEED: 'none' } })

  const ran = await runCommand('audit', [], { DATABASE_URL: url, SEED: 'demo' })

  expect([ran.output.split('\n').at(-2), ran.code]).toEqual(['No differences found.', 0])
  expect(await shop.sql('select id from products union all select id from orders')).toEqual([])
  // The command's time zone differs from the shop's, in which the rollups are stored.
  expect(await shop.sql("select value from settings where name = 'time_zone'")).toEqual([
    { value: 'America/New_York' },
  ])
})
