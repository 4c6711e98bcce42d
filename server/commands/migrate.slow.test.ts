import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '#tests/support/database/clone-database.ts'
import { templateUrl } from '#tests/support/database/fresh-database.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { loadFixture } from '#tests/upgrade/load-fixture.ts'

async function openEmpty() {
  const { url, drop } = await emptyDatabase(templateUrl())
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  return { url, client }
}

test('npm run migrate brings an earlier database to this version, once', async () => {
  const { url, client } = await openEmpty()
  await loadFixture(url, '0.1.0')
  const count = 'select count(*)::int as orders from orders'
  const before = (await client.query(count)).rows

  const first = await runCommand('migrate', [], { DATABASE_URL: url })
  const second = await runCommand('migrate', [], { DATABASE_URL: url })

  expect(first.output).toMatch(
    /^Note: .* run npm run backup .*\.\nMigrated from \d{4}_\w+ to (\d{4}_\w+) in \d+\.\d s\.\n$/,
  )
  expect(second.output).toMatch(/^The database is at \d{4}_\w+\. Nothing to migrate\.\n$/)
  expect([first.code, second.code]).toEqual([0, 0])
  expect((await client.query(count)).rows).toEqual(before)
  // It migrates and nothing more: settings and products come with the first start.
  expect((await client.query('select id from drizzle.compatibility')).rows).toEqual([{ id: 1 }])
})

test('npm run migrate leaves a later database alone, and explains itself', async () => {
  const { url, client } = await openEmpty()
  const first = await runCommand('migrate', [], { DATABASE_URL: url })
  expect(first.output).toMatch(/^Migrated from an empty database to /)
  const later = Date.UTC(2200, 0, 1)
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${later})`,
  )

  const rejected = await runCommand('migrate', [], { DATABASE_URL: url })
  expect(rejected).toEqual({
    output:
      'Configuration error: the database has a later version: start that version of the shop, or restore a backup from before the upgrade\n',
    code: 1,
  })
  const help = await runCommand('migrate', ['--help'], { DATABASE_URL: url })
  expect(help.output).toMatch(/^Usage: npm run migrate\n/)
  const wrong = await runCommand('migrate', ['--force'], { DATABASE_URL: url })
  expect([wrong.code, wrong.output.split('\n')[0]]).toEqual([2, expect.stringContaining('--force')])
})
