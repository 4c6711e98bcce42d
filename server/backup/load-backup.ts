import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openConnection } from '#server/db/client.ts'
import { latestMigration, migrate } from '#server/db/migrate.ts'
import { BackupError, NotEmptyError } from './backup-error.ts'
import { readBackupFile } from './backup-file.ts'
import { countRows, type Manifest, type TableEntry } from './manifest.ts'
import { listTables, readSequences, readTables, schemasFor } from './read-snapshot.ts'
import { type RecordReader, readRecords } from './records.ts'

type LoadOptions = {
  path: string
  secret: string | undefined
  pool: pg.Pool
  onProgress?: OnProgress | undefined
}

type OnProgress = (rows: number, totalRows: number) => void

/**
 * Loads a backup into an empty database and brings it to this version. Fails if the rows or sums of
 * money differ from those that were backed up.
 */
export async function loadBackup(options: LoadOptions): Promise<Manifest> {
  const { path, secret, pool, onProgress } = options
  const manifest = await readBackupFile(path, secret, async (content) => {
    const records = await readRecords(content)
    assertNotLater(records.manifest)
    await assertEmpty(pool)
    // The schema of the backup, still without triggers: rows are stored as they were.
    await migrate(pool, { until: records.manifest.lastMigration })
    await inTransaction(pool, (client) => loadTables(client, records, onProgress))
    return records.manifest
  })
  await migrate(pool)
  return manifest
}

export function assertNotLater({ lastMigration, shopVersion }: Manifest): void {
  if (lastMigration > latestMigration())
    throw new BackupError(
      `The backup is from a later version of the shop (${shopVersion}). Use that version.`,
    )
}

export async function assertEmpty(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^pg_'
       and n.nspname <> 'information_schema' limit 1`,
  )
  if (rows.length > 0) throw new NotEmptyError()
}

async function loadTables(
  client: pg.Client,
  { manifest, rows, finish }: RecordReader,
  onProgress: OnProgress | undefined,
) {
  const schemas = schemasFor(manifest.payments)
  await assertOwnTables(client, manifest)
  // Foreign keys form circles, so they are checked once all rows are there.
  const addForeignKeys = await dropForeignKeys(client, schemas)
  const names = manifest.tables.map(({ name }) => name)
  // Migrations stored first rows.
  if (names.length > 0) await client.query(`truncate ${names.join(', ')}`)
  const totalRows = countRows(manifest)
  let loaded = 0
  for (const { name, columns, rows: count } of manifest.tables) {
    const text = `copy ${name} (${columns.join(', ')}) from stdin`
    await pipeline(Readable.from(rows({ rows: count })), client.query(copyFrom(text))).catch(
      (err: unknown) => {
        throw explainRejected(err, name)
      },
    )
    loaded += count
    onProgress?.(loaded, totalRows)
  }
  await finish()
  for (const statement of addForeignKeys) await client.query(statement)
  for (const { name, value } of manifest.sequences)
    await client.query('select setval($1, $2)', [name, value])
  compare(manifest, {
    tables: await readTables(client, schemas),
    sequences: await readSequences(client, schemas),
  })
}

/** Values that don't fit their column, rows that break a constraint, and what is too large for an index. */
const rejectedClasses = /^(22|23|54)/

function explainRejected(error: unknown, table: string): unknown {
  const isRejected = error instanceof pg.DatabaseError && rejectedClasses.test(error.code ?? '')
  if (!isRejected) return error
  return new BackupError(
    `The database rejects a row of ${table} (${error.message}). Use another backup.`,
  )
}

/**
 * The manifest becomes SQL, and the embedded database lets its user run programs: a file from someone
 * else must name the tables and columns of its version, all of them and nothing else.
 */
async function assertOwnTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const own = await listTables(client, schemasFor(manifest.payments))
  const toText = (tables: { name: string; columns: string[] }[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, ...[...columns].sort()]).sort())
  if (toText(own) === toText(manifest.tables)) return
  throw new BackupError('The tables of the backup are not those of a shop of its version.')
}

/** Drops all foreign keys, and returns the statements that add them again. */
async function dropForeignKeys(client: pg.Client, schemas: string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', f.conrelid::regclass, f.conname) as drop,
       format('alter table %s add constraint %I %s', f.conrelid::regclass, f.conname,
         pg_get_constraintdef(f.oid)) as add
     from pg_constraint f join pg_namespace n on n.oid = f.connamespace
     where f.contype = 'f' and n.nspname = any($1)`,
    [schemas],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ add }) => add)
}

type Contents = Pick<Manifest, 'tables' | 'sequences'>

function compare(expected: Contents, found: Contents): void {
  const loaded = new Map(found.tables.map((table) => [table.name, table]))
  for (const table of expected.tables) {
    if (describeContents(table) === describeContents(loaded.get(table.name))) continue
    throw new BackupError(
      `${table.name} has ${describeContents(loaded.get(table.name))} after loading, not ${describeContents(table)}.`,
    )
  }
  if (JSON.stringify(expected.sequences) !== JSON.stringify(found.sequences))
    throw new BackupError('The sequences of the database differ from the backup.')
}

const describeContents = (table: TableEntry | undefined) =>
  table ? [`${table.rows} rows`, ...sums(table)].join(', ') : 'nothing'

const sums = ({ cents }: TableEntry) =>
  Object.entries(cents).map(([column, sum]) => `${column} ${sum}`)

/** On a connection of its own, because loading takes longer than the pool's timeouts. */
async function inTransaction(
  pool: pg.Pool,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = await openConnection({ ...pool.options, query_timeout: 0, pipeline: false })
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}
