import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { IMAGE_MAX_BYTES } from '#contract/staff/products.ts'
import { openDatabase } from '#server/db/client.ts'
import { emptyDatabase } from '#tests/support/database/clone-database.ts'
import { freshDatabase, templateUrl } from '#tests/support/database/fresh-database.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { loadBackup } from './load-backup.ts'
import { countRows } from './manifest.ts'
import { writeBackup } from './write-backup.ts'

const secret = 'a key of the owner, kept elsewhere'
const clock = { now: () => new Date('2026-03-02T10:00:00Z') }

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carboy-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function openEmpty() {
  const database = await emptyDatabase(templateUrl())
  const { pool, close } = openDatabase(database.url, { poolSize: 2, log: silentLog })
  onTestFinished(async () => {
    await close()
    await database.drop()
  })
  return { pool, url: database.url }
}

/** A shop with a paid order, and its database. */
async function openUsedShop() {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const shop = await openShop({ databaseUrl: database.url })
  await shop.buyer().buy()
  await shop.deliverPending()
  return { shop, url: database.url }
}

/** Every row of every table as text, but for tables that a backup leaves out. */
async function readAll(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'sandbox')
         and tablename not in ('login_requests', 'rate_limits', 'sessions') order by 1`,
    )
    const all: Record<string, string[]> = {}
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${name} t order by 1`,
      )
      all[name] = rows.map(({ row }) => row)
    }
    return all
  } finally {
    await client.end()
  }
}

test.each([
  ['plain', undefined],
  ['encrypted', secret],
])('a restored backup has every row of the shop, %s', async (_, key) => {
  const { url } = await openUsedShop()
  const before = await readAll(url)
  const folder = await scratchFolder()
  const backup = await writeBackup({ url, folder, secret: key, payments: 'sandbox', clock })
  const empty = await openEmpty()

  await loadBackup({ path: backup.path, secret: key, pool: empty.pool })

  expect(await readAll(empty.url)).toEqual(before)
  expect(before['public.orders']).toHaveLength(1)
  expect(await readdir(folder)).toEqual(['carboy-2026-03-02T10-00-00.000Z.backup'])
  expect((await stat(backup.path)).mode & 0o777).toBe(0o600)
  expect((await readFile(backup.path)).includes('carboy-backup')).toBe(true)
})

test('an image as large as the largest upload is backed up and restored', async () => {
  const { shop, url } = await openUsedShop()
  await shop.sql(
    `insert into driver_photos (device_id, sha256, bytes, created_at)
     values (gen_random_uuid(), 'large', decode(repeat('5c0a', ${IMAGE_MAX_BYTES / 2}), 'hex'), now())`,
  )
  const folder = await scratchFolder()
  const { path } = await writeBackup({ url, folder, secret, payments: 'sandbox', clock })
  const empty = await openEmpty()

  await loadBackup({ path, secret, pool: empty.pool })

  const { rows } = await empty.pool.query('select length(bytes) as length from driver_photos')
  expect(rows).toEqual([{ length: IMAGE_MAX_BYTES }])
})

test('the triggers and sequences of a restored shop work: the next order is sold', async () => {
  const { url } = await openUsedShop()
  const folder = await scratchFolder()
  const { path } = await writeBackup({ url, folder, secret, payments: 'sandbox', clock })
  const empty = await openEmpty()
  await loadBackup({ path, secret, pool: empty.pool })

  const shop = await openShop({ databaseUrl: empty.url })
  await shop.buyer().buy()
  await shop.deliverPending()

  const listed = await shop.sql(
    `select status, (select sum(n)::int from counters where name = 'orders')
       as counted from orders`,
  )
  expect(listed).toEqual([
    { status: 'confirmed', counted: 2 },
    { status: 'confirmed', counted: 2 },
  ])
  expect((await audit(shop)).findings).toEqual([])
})

test('a backup is a snapshot: orders placed while it is written are left out entirely', async () => {
  const { shop, url } = await openUsedShop()
  const folder = await scratchFolder()
  let selling: Promise<unknown> | undefined
  const onProgress = () => {
    selling ??= shop.buyer().buy().then(shop.deliverPending)
  }
  const backup = await writeBackup({
    url,
    folder,
    secret: undefined,
    payments: 'sandbox',
    clock,
    onProgress,
  })
  await selling

  const empty = await openEmpty()
  const manifest = await loadBackup({ path: backup.path, secret: undefined, pool: empty.pool })
  const { rows } = await empty.pool.query('select id from orders')

  expect(rows).toHaveLength(1)
  expect(countRows(manifest)).toBe(countRows(backup.manifest))
  expect(await shop.sql('select id from orders')).toHaveLength(2)
})

test('a damaged, cut or foreign file, a wrong or missing key and a used database are rejected', async () => {
  const { url } = await openUsedShop()
  const folder = await scratchFolder()
  const plain = await writeBackup({ url, folder, secret: undefined, payments: 'sandbox', clock })
  const later = { now: () => new Date('2026-03-03T10:00:00Z') }
  const sealed = await writeBackup({ url, folder, secret, payments: 'sandbox', clock: later })
  const load = async (path: string, key: string | undefined) => {
    const empty = await openEmpty()
    const message = await loadBackup({ path, secret: key, pool: empty.pool }).then(
      () => 'loaded',
      (error: Error) => error.message,
    )
    const { rows } = await empty.pool.query(
      `select from pg_tables where tablename = 'orders' and schemaname = 'public'`,
    )
    const orders = rows.length > 0 ? await empty.pool.query('select id from orders') : { rows }
    return { message, orders: orders.rows.length }
  }
  const changed = async (path: string, change: (bytes: Buffer) => Buffer) => {
    const copy = join(folder, 'changed')
    await writeFile(copy, change(await readFile(path)))
    return copy
  }
  const flip = (bytes: Buffer) => {
    const at = Math.floor(bytes.length * 0.6)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    return bytes
  }
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
  const withoutEnd = (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)
  const incomplete = 'The backup is incomplete or damaged. Use another one.'
  const wrongKey = 'The backup was made with another BACKUP_KEY, or it is damaged.'

  expect([
    await load(await changed(plain.path, half), undefined),
    await load(await changed(plain.path, withoutEnd), undefined),
    await load(await changed(sealed.path, half), secret),
    await load(await changed(sealed.path, withoutEnd), secret),
    await load(await changed(sealed.path, flip), secret),
    await load(sealed.path, 'another key of the owner'),
    await load(sealed.path, undefined),
    await load(await changed(plain.path, () => Buffer.from('PK\u0003\u0004')), undefined),
  ]).toEqual([
    { message: incomplete, orders: 0 },
    { message: incomplete, orders: 0 },
    { message: incomplete, orders: 0 },
    { message: incomplete, orders: 0 },
    { message: wrongKey, orders: 0 },
    { message: wrongKey, orders: 0 },
    { message: 'The backup is encrypted. Set BACKUP_KEY.', orders: 0 },
    { message: 'This file is not a backup of the shop.', orders: 0 },
  ])
  expect((await load(await changed(plain.path, flip), undefined)).message).not.toBe('loaded')
  const { pool, close } = openDatabase(url, { poolSize: 1, log: silentLog })
  onTestFinished(close)
  await expect(loadBackup({ path: plain.path, secret: undefined, pool })).rejects.toThrow(
    'The database is not empty. Restore a backup into an empty one.',
  )
})

test('npm run backup writes a file next to a running shop, and verifies it', async () => {
  const { shop, url } = await openUsedShop()
  const folder = await scratchFolder()
  const env = { DATABASE_URL: url, SEED: 'none', BACKUP_KEY: secret }

  const written = await runCommand('backup', ['--to', folder], env)

  const [name = ''] = await readdir(folder)
  expect(written.code).toBe(0)
  expect(written.output).toMatch(/Backed up \d+ tables with [\d,]+ rows, \d+\.\d MB:/)
  expect(written.output).toContain(join(folder, name))
  const verified = await runCommand('backup', ['--verify', join(folder, name)], env)
  expect(verified).toMatchObject({ code: 0 })
  expect(verified.output).toContain('all amounts agree')
  expect(
    await shop.sql('select kind, path, verified_at > taken_at as verified from backups'),
  ).toEqual([{ kind: 'manual', path: join(folder, name), verified: true }])
  expect(await runCommand('backup', ['--verify', join(folder, 'none')], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no such file.'),
  })
})
