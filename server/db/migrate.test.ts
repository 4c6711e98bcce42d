import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopFiles } from '#server/shop-files.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { type Database, openDatabase } from './client.ts'
import { migrate } from './migrate.ts'

let fresh: FreshDatabase
let processes: Database[]
const folder = mkdtempSync(join(tmpdir(), 'carboy-migrations-'))

beforeAll(async () => {
  fresh = await freshDatabase()
  processes = [1, 2, 3, 4].map(() => openDatabase(fresh.url, { poolSize: 1, log: silentLog }))
})

afterAll(async () => {
  await Promise.all(processes.map(({ close }) => close()))
  await fresh.drop()
  rmSync(folder, { recursive: true })
})

test('a folder without migrations does not prevent the start', async () => {
  const [first] = processes

  await expect(
    first && migrate(first.pool, { migrations: join(folder, 'none') }),
  ).resolves.toBeUndefined()
})

test('four processes that start concurrently migrate once', async () => {
  // A second run would fail on the table; the sleep makes the runs overlap.
  writeMigration('select pg_sleep(0.2); create table bottle (made_on date, litres bigint)')

  await Promise.all(processes.map(({ pool }) => migrate(pool, { migrations: folder })))

  const [first] = processes
  const result = await first?.pool.query("select to_regclass('bottle')::text as bottle")
  expect(result?.rows).toEqual([{ bottle: 'bottle' }])
})

test('a failed migration changes nothing and releases the lock', async () => {
  writeMigration('create table crate (id int); select 1 / 0', 'broken', 2)
  const [first, second] = processes

  await expect(first && migrate(first.pool, { migrations: folder })).rejects.toThrow(
    'Migration broken failed, and the database was left unchanged: division by zero',
  )

  writeMigration('create table crate (id int)', 'fixed', 2)
  await expect(second && migrate(second.pool, { migrations: folder })).resolves.toBeUndefined()
})

test('migrations are in the order of their times: an earlier one would never run', () => {
  const times = readMigrationFiles({ migrationsFolder: shopFiles.migrations }).map(
    ({ folderMillis }) => folderMillis,
  )
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
})

test('dates are read as text and counts as numbers', async () => {
  const [first] = processes

  const read = await first?.pool.query("select date '2026-03-31' as day, count(*) from bottle")

  expect(read?.rows).toEqual([{ day: '2026-03-31', count: 0 }])
})

const journal: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[] =
  []

function writeMigration(sql: string, tag = 'first', nth = 1) {
  // Later than all of the shop's migrations; otherwise it would count as applied.
  const when = Date.UTC(2200, 0, nth)
  const others = journal.filter((entry) => entry.when !== when)
  journal.splice(0, journal.length, ...others)
  journal.push({ idx: journal.length, version: '7', when, tag, breakpoints: true })
  mkdirSync(join(folder, 'meta'), { recursive: true })
  writeFileSync(join(folder, `${tag}.sql`), sql)
  const text = JSON.stringify({ version: '7', dialect: 'postgresql', entries: journal })
  writeFileSync(join(folder, 'meta', '_journal.json'), text)
}
