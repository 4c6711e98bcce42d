import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeBackupFile } from '#server/backup/backup-file.ts'
import { inspectBackup } from '#server/backup/inspect-backup.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { writeRecords } from '#server/backup/records.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { openDatabase } from '#server/db/client.ts'
import { emptyDatabase } from '#tests/support/database/clone-database.ts'
import { templateUrl } from '#tests/support/database/fresh-database.ts'
import { seededRandom, silentLog } from '#tests/support/test-runtime.ts'
import { restoreBackup } from './restore-backup.ts'

const clock = { now: () => new Date('2026-03-02T10:00:00Z') }
const secret = undefined

/** The backup of a shop in which nothing was sold yet. */
async function backUpShop() {
  const folder = await mkdtemp(join(tmpdir(), 'carboy-foreign-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const url = templateUrl()
  const { path } = await writeBackup({ url, folder, secret, payments: 'sandbox', clock })
  const forge = async (change: object, rows: Record<string, string> = {}): Promise<string> => {
    const forged = join(folder, 'forged.backup')
    const manifest = { ...(await inspectBackup(path, secret)), ...change } as Manifest
    await writeBackupFile(
      forged,
      writeRecords(manifest, async function* ({ name }) {
        if (rows[name]) yield Buffer.from(rows[name])
      }),
      secret,
    )
    return forged
  }
  return { path, folder, forge }
}

async function openTarget() {
  const target = await emptyDatabase(templateUrl())
  onTestFinished(target.drop)
  const restore = async (path: string): Promise<string> => {
    const opened = openDatabase(target.url, { poolSize: 2, log: silentLog })
    const random = seededRandom('restore')
    const database = { ...opened, url: target.url }
    try {
      await restoreBackup({ path, secret, clock, random, database })
      return 'restored'
    } catch (error) {
      return (error as Error).message
    } finally {
      await opened.close()
    }
  }
  const read = async (sql: string) => {
    const { pool, close } = openDatabase(target.url, { poolSize: 1, log: silentLog })
    return (await pool.query(sql).finally(close)).rows
  }
  return { restore, read }
}

test('AU22: of two restores at once, one is done and the other changes nothing', async () => {
  const { path } = await backUpShop()
  const { restore, read } = await openTarget()
  const results = await Promise.all([restore(path), restore(path)])
  expect(results.sort()).toEqual([
    'Another restore into this database is running. Wait until it is done.',
    'restored',
  ])
  expect(await read('select ended_at from pauses')).toEqual([{ ended_at: null }])
  expect(await restore(path)).toBe('The database is not empty. Restore a backup into an empty one.')
  expect(await read('select ended_at from pauses')).toHaveLength(1)
})

test('a file of someone else runs no SQL of its own, and leaves no table out', async () => {
  const { path, folder, forge } = await backUpShop()
  const { restore, read } = await openTarget()
  const { tables } = await inspectBackup(path, secret)
  const [table, ...others] = tables
  const mark = join(folder, 'mark')
  const program = `copy (select 1) to program 'touch ${mark}'`
  const isForeign = 'The tables of the backup are not those of a shop of its version.'
  for (const change of [
    { tables: [{ ...table, name: `${table?.name}; ${program}` }, ...others] },
    { tables: [{ ...table, columns: [`id) from stdin; ${program}; --`] }, ...others] },
    { tables: [], sequences: [] },
    { tables: others },
    { tables: [table, ...tables] },
    { lastMigration: 0 },
  ])
    expect(await restore(await forge(change))).toBe(isForeign)

  const isDamaged = 'The backup is incomplete or damaged. Use another one.'
  for (const change of [{ tables: [{}] }, { createdAt: 'yesterday' }, { lastMigration: 'last' }])
    expect(await restore(await forge(change))).toBe(isDamaged)
  expect(existsSync(mark)).toBe(false)
  expect(await read("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
  expect(await restore(path)).toBe('restored')
})

test('a row that the database rejects is one line that names its table, and nothing is left', async () => {
  const { path, forge } = await backUpShop()
  const { restore, read } = await openTarget()
  const { tables } = await inspectBackup(path, secret)
  const name = 'public.counters'
  const change = {
    tables: tables.map((table) =>
      table.name === name ? { ...table, columns: ['name', 'shard', 'n'], rows: 2 } : table,
    ),
  }
  const large = Array.from({ length: 500 }, (_, n) => createHash('sha256').update(`${n}`))
  const key = large.map((hash) => hash.digest('hex')).join('')
  const rejected = /^The database rejects a row of public\.counters \(.*\)\. Use another backup\.$/
  // Too few columns, no number, the same key twice, a key that is too large for its index.
  for (const rows of ['a\n', 'a\tb\t1\n', 'a\t1\t1\na\t1\t1\n', `${key}\t1\t1\n`])
    expect(await restore(await forge(change, { [name]: rows }))).toMatch(rejected)
  expect(await read("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
})
