import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { writeBackupFile } from '#server/backup/backup-file.ts'
import { inspectBackup } from '#server/backup/inspect-backup.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { writeRecords } from '#server/backup/records.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { emptyDatabase } from '#tests/support/database/clone-database.ts'
import { freshDatabase, templateUrl } from '#tests/support/database/fresh-database.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { runCommand } from '#tests/support/run-command.ts'

const secret = 'a key of the owner, kept elsewhere'
const clock = { now: () => new Date('2026-03-02T10:00:00Z') }

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carboy-restore-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** The backup of a shop with one paid order. */
async function backUpShop() {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const shop = await openShop({ databaseUrl: database.url })
  await shop.buyer().buy()
  await shop.deliverPending()
  await shop.close()
  const folder = await scratchFolder()
  const { url } = database
  const { path } = await writeBackup({ url, folder, secret, payments: 'sandbox', clock })
  return { path, folder, usedUrl: url }
}

async function openTarget() {
  const database = await emptyDatabase(templateUrl())
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  const env = { DATABASE_URL: database.url, SEED: 'none', BACKUP_KEY: secret }
  const read = async (sql: string) => (await client.query(sql)).rows
  const relations = async () =>
    (
      await read(
        `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
         union all select from pg_namespace where nspname = 'unfinished_restore'`,
      )
    ).length
  return { url: database.url, env, read, relations, client }
}

/** Writes a backup with this manifest and no rows at all. */
async function forge(folder: string, manifest: Manifest): Promise<string> {
  const path = join(folder, 'forged.backup')
  await writeBackupFile(
    path,
    writeRecords(manifest, async function* () {}),
    secret,
  )
  return path
}

test('npm run restore loads a backup into an empty database and leaves the shop paused', async () => {
  const { path } = await backUpShop()
  const { env, read, relations } = await openTarget()

  const asked = await runCommand('restore', [path], env)
  expect(asked).toMatchObject({ code: 1, output: expect.stringContaining('add --yes') })
  expect(await relations()).toBe(0)

  const { code, output } = await runCommand('restore', [path, '--yes'], env)
  expect(output).toMatch(/^Backup of 2026-03-02T10:00:00.000Z, version .*rows\.\nLoading/)
  expect(output).toContain('all amounts agree.\nAuditing …\nNo differences found.')
  expect(output).toContain('npm run resume -- --yes')
  expect(code).toBe(0)
  expect(await read('select status from orders')).toEqual([{ status: 'confirmed' }])
  expect(await read('select backup_taken_at, ended_at from pauses')).toEqual([
    { backup_taken_at: clock.now(), ended_at: null },
  ])
  expect(await read('select first_number, last_number from invoice_gaps')).toEqual([
    { first_number: 2, last_number: 1_001 },
  ])
  expect(await read('select last_number from invoice_counter')).toEqual([{ last_number: 1_001 }])
})

test('a used database, a wrong key, a cut file and a later version are rejected, and nothing stays', async () => {
  const { path, folder, usedUrl } = await backUpShop()
  const { env, relations } = await openTarget()
  const cut = join(folder, 'cut.backup')
  const bytes = await readFile(path)
  await writeFile(cut, bytes.subarray(0, bytes.length / 2))
  const manifest = await inspectBackup(path, secret)
  const later = await forge(folder, { ...manifest, lastMigration: 9_999_999_999_999 })
  const restore = async (file: string, change: Record<string, string> = {}) => {
    const { code, output } = await runCommand('restore', [file, '--yes'], { ...env, ...change })
    return `${code} ${output.trim().split('\n').at(-1)}`
  }

  expect([
    await restore(path, { DATABASE_URL: usedUrl }),
    await restore(path, { BACKUP_KEY: 'another key of the owner' }),
    await restore(cut),
    await restore(later),
    await restore(join(folder, 'none.backup')),
  ]).toEqual([
    '1 The database is not empty. Restore a backup into an empty one.',
    '1 The backup was made with another BACKUP_KEY, or it is damaged.',
    '1 The backup is incomplete or damaged. Use another one.',
    expect.stringMatching(/^1 The backup is from a later version of the shop/),
    expect.stringMatching(/^1 There is no such file\./),
  ])
  expect(await relations()).toBe(0)
})

test('a restore that fails leaves the database empty, and one that was cut off is run again', async () => {
  const { path, folder } = await backUpShop()
  const { env, url, read, relations, client } = await openTarget()
  const manifest = await inspectBackup(path, secret)

  const failed = await runCommand('restore', [await forge(folder, manifest), '--yes'], env)
  expect(failed.code).toBe(1)
  expect(failed.output).toContain('Nothing was restored. The database is empty again.')
  expect(failed.output).toMatch(/has 0 rows.* after loading, not \d+ rows/)
  expect(await relations()).toBe(0)

  await client.query('create schema unfinished_restore; create table orders (id int)')
  await expect(openShop({ databaseUrl: url })).rejects.toThrow('was not finished')
  expect(await runCommand('restore', [path, '--yes'], env)).toMatchObject({ code: 0 })
  expect(await read('select id from pauses')).toHaveLength(1)
})

test('--into names an empty folder for the embedded database', async () => {
  const { path } = await backUpShop()
  const folder = join(await scratchFolder(), 'restored')
  const env = { SEED: 'none', BACKUP_KEY: secret }

  const restored = await runCommand('restore', [path, '--into', folder, '--yes'], env)
  expect(restored.output).toContain('Set DATA_DIR and start the shop')
  expect(restored.code).toBe(0)
  const again = await runCommand('restore', [path, '--into', folder, '--yes'], env)
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') })
  const strange = await runCommand('restore', [path, '--into', 'mysql://x', '--yes'], env)
  expect(strange.output).toContain('--into needs a URL')
})
