import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { Backups } from '#contract/staff/recovery.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { fixedClock, seededRandom, silentLog } from '#tests/support/test-runtime.ts'
import { type BackupStore, backUpNightly } from '../modules/recovery/index.ts'
import { verifyAndPrune } from '../modules/recovery/take-backup.ts'
import { backUpBeforeMigration } from './before-migration.ts'

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carboy-nightly-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a backup is taken every night, verified, and only then the oldest is removed', async () => {
  const shop = await openShop()
  const folder = await scratchFolder()
  const staff = await staffBrowser(shop)
  const off = (await staff.call<Backups>('GET', apiPaths.adminBackups)).body
  expect(off.settings).toEqual({ hour: null, folder: '', keep: 14 })
  const nights = async (...times: string[]) => {
    for (const time of times) {
      shop.clock.set(time)
      await shop.runJob('backup.nightly')
    }
    return (await readdir(folder)).map((name) => name.slice(7, 17)).sort()
  }

  expect(await nights('2026-03-02T15:00:00Z')).toEqual([])
  await staff.call('PATCH', apiPaths.adminBackups, { hour: 3, folder, keep: 1 })
  // Three in the morning in New York is eight o'clock in UTC. Today's hour has passed already.
  expect(await nights('2026-03-02T15:10:00Z', '2026-03-03T07:50:00Z')).toEqual(['2026-03-02'])
  expect(await nights('2026-03-03T08:10:00Z', '2026-03-03T08:20:00Z')).toEqual(['2026-03-03'])
  expect(
    await shop.sql(
      'select kind, verified_at is not null as verified, removed_at is not null as removed from backups order by taken_at',
    ),
  ).toEqual([
    { kind: 'nightly', verified: true, removed: true },
    { kind: 'nightly', verified: true, removed: false },
  ])
})

test('backups that cannot be verified do not displace the last good ones', async () => {
  const shop = await openShop()
  const folder = await scratchFolder()
  const good = await verifiedRows(shop, folder, '2026-03-03', '2026-03-04')
  const damaged = await unverifiedRows(shop, folder, '2026-03-05', '2026-03-06')
  const removed: string[] = []
  const store = {
    defaultFolder: folder,
    isEmbedded: true,
    write: () => Promise.reject(new Error('not now')),
    verify: async () => {},
    remove: async (path: string) => void removed.push(path),
  }
  await shop.sql("insert into backup_settings values (1, 3, null, 2, '2026-03-01')")
  const [first = '', second = ''] = damaged

  await verifyAndPrune({ ...shop.deps, store }, join(folder, 'manual'))
  expect(removed).toEqual([])
  await verifyAndPrune({ ...shop.deps, store }, first)
  expect(removed).toEqual([good[0]])
  await verifyAndPrune({ ...shop.deps, store }, second)
  expect(removed).toEqual(good)
})

/** Nightly backups of these days in the history. */
async function addRows(shop: TestShop, folder: string, verifiedAt: string | null, days: string[]) {
  const paths = days.map((day) => join(folder, `${day}.backup`))
  for (const [at, path] of paths.entries())
    await shop.sql(
      "insert into backups (id, kind, path, bytes, taken_at, verified_at) values (gen_random_uuid(), 'nightly', $1, 1, $2, $3)",
      [path, days[at], verifiedAt],
    )
  return paths
}
const verifiedRows = (shop: TestShop, folder: string, ...days: string[]) =>
  addRows(shop, folder, '2026-03-06', days)
const unverifiedRows = (shop: TestShop, folder: string, ...days: string[]) =>
  addRows(shop, folder, null, days)

test('a new shop waits for its first night; one that was closed at night backs up in the morning', async () => {
  const shop = await openShop({ now: '2026-03-02T15:00:00Z' })
  await staffBrowser(shop)
  const written: string[] = []
  const store: BackupStore = {
    ...{ defaultFolder: '/backups', isEmbedded: true, verify: async () => {} },
    remove: async () => {},
    async write() {
      const takenAt = shop.clock.now()
      written.push(takenAt.toISOString())
      return { path: `/backups/${written.length}`, bytes: 1, takenAt }
    },
  }
  const runAt = async (...times: string[]) => {
    for (const time of times) {
      shop.clock.set(time)
      await backUpNightly({ ...shop.deps, store })
    }
  }

  await runAt('2026-03-02T15:00:00Z', '2026-03-03T04:00:00Z', '2026-03-03T07:50:00Z')
  expect(written).toEqual([])
  await runAt('2026-03-03T13:00:00Z', '2026-03-03T13:10:00Z', '2026-03-04T08:10:00Z')
  expect(written).toEqual(['2026-03-03T13:00:00.000Z', '2026-03-04T08:10:00.000Z'])
})

test('a backup that fails opens an alert and removes nothing; the next good one ends it', async () => {
  const shop = await openShop()
  const folder = await scratchFolder()
  const staff = await staffBrowser(shop)
  await writeFile(join(folder, 'file'), '')
  const change = (path: string) =>
    staff.call('PATCH', apiPaths.adminBackups, { hour: 0, folder: path, keep: 1 })
  const alerts = () =>
    shop.sql("select ended_at is null as open from alerts where kind = 'backup_failed'")

  await change(join(folder, 'file', 'below'))
  await shop.runJob('backup.nightly')
  await shop.runJob('backup.nightly')
  expect(await alerts()).toEqual([{ open: true }])
  const failed = await staff.call('POST', apiPaths.adminBackups, { verify: true })
  expect(failed).toMatchObject({ status: 503, body: { code: 'backup_failed' } })
  await change(folder)
  await shop.runJob('backup.nightly')
  expect(await alerts()).toEqual([{ open: false }])

  for (const body of [
    { hour: 24, folder, keep: 1 },
    { hour: 3, folder: 'backups', keep: 1 },
    { hour: 3, folder: '/a\0b', keep: 1 },
    { hour: 3, folder, keep: 0 },
  ])
    expect([body, (await staff.call('PATCH', apiPaths.adminBackups, body)).status]).toEqual([
      body,
      400,
    ])
})

test('the owner backs up now, and sees time, size and that it was verified', async () => {
  const lines: string[] = []
  const log = { ...silentLog, info: (_: object, text: string) => void lines.push(text) }
  const shop = await openShop({ log })
  const folder = await scratchFolder()
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', apiPaths.adminBackups, { hour: null, folder, keep: 3 })

  const { status, body } = await staff.call<Backups>('POST', apiPaths.adminBackups, {
    verify: true,
  })
  expect(status).toBe(200)
  expect(body.backups).toMatchObject([{ kind: 'manual', takenAt: '2026-03-02T15:00:00.000Z' }])
  expect(body.backups[0]?.bytes).toBeGreaterThan(1_000)
  const verifiedAt = async () =>
    (await staff.call<Backups>('GET', apiPaths.adminBackups)).body.backups[0]?.verifiedAt
  await expect.poll(verifiedAt).toBe('2026-03-02T15:00:00.000Z')
  // The scratch database is no event of the shop.
  expect(lines).not.toContain('database created')
})

test('before a migration, a database with orders is backed up, or the log explains how to', async () => {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  const shop = await openShop({ databaseUrl: url })
  await shop.buyer().buy()
  await shop.close()
  const dataDir = await scratchFolder()
  const database = openDatabase(url, { poolSize: 2, log: silentLog })
  onTestFinished(database.close)
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_: unknown, text: string) => void warnings.push(text) }
  const runtime = { clock: fixedClock('2026-03-02T15:00:00Z'), random: seededRandom('x'), log }
  const backUp = async (databaseUrl?: string) => {
    const config = readConfig({
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    })
    const record = await backUpBeforeMigration(config, { ...database, url }, runtime as never)
    await record()
    const { rows } = await database.pool.query('select kind from backups')
    return { files: (await readdir(dataDir, { recursive: true })).length, rows }
  }

  expect(await backUp()).toEqual({ files: 0, rows: [] })
  await database.pool.query(
    'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
  )
  expect(await backUp(url)).toEqual({ files: 0, rows: [] })
  expect(warnings).toEqual([
    expect.stringContaining('run npm run backup with the previous version'),
  ])
  expect(await backUp()).toEqual({ files: 2, rows: [{ kind: 'migration' }] })
})
