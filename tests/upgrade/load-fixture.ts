import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

/** The last migration of each version that has a fixture. */
const lastMigration = { '0.1.0': '0028_provider_accounts' }

export type FixtureVersion = keyof typeof lastMigration

const fixturePath = (version: FixtureVersion, name: string) =>
  join(import.meta.dirname, version, name)

export const readFixture = async (version: FixtureVersion, name: 'facts.json' | 'handles.json') =>
  JSON.parse(await readFile(fixturePath(version, name), 'utf8'))

/** Fills an empty database with the tables and rows of that version. */
export async function loadFixture(url: string, version: FixtureVersion): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await migrateTo(client, lastMigration[version])
    await loadRows(
      client,
      gunzipSync(await readFile(fixturePath(version, 'rows.jsonl.gz'))).toString(),
    )
  } finally {
    await client.end()
  }
}

/** Runs the migrations up to and including `last`. */
export async function migrateTo(client: pg.Client, last: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'carboy-upgrade-'))
  try {
    const migrations = join(import.meta.dirname, '..', '..', 'server', 'db', 'migrations')
    await cp(migrations, folder, { recursive: true })
    const journalFile = join(folder, 'meta', '_journal.json')
    const journal = JSON.parse(await readFile(journalFile, 'utf8')) as {
      entries: { tag: string }[]
    }
    const end = journal.entries.findIndex(({ tag }) => tag === last)
    if (end < 0) throw new Error(`there is no migration ${last}`)
    journal.entries.splice(end + 1)
    await writeFile(journalFile, JSON.stringify(journal))
    await runMigrations(drizzle({ client }), { migrationsFolder: folder })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function loadRows(client: pg.Client, dump: string): Promise<void> {
  await client.query('begin')
  // Like a restore, this inserts the rows unchanged, without triggers and foreign keys.
  await client.query("set local session_replication_role = 'replica'")
  for (const line of dump.split('\n')) {
    const [table = '', json] = line.split('\t')
    await client.query(`delete from ${table}`)
    await client.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
      [json],
    )
  }
  await client.query('commit')
  await client.query(CONTINUE_SEQUENCES)
}

/** Sets each sequence to continue after the highest value in its column. */
const CONTINUE_SEQUENCES = `do $$ declare owned record; begin
  for owned in
    select format('%I.%I', n.nspname, t.relname) as tab, a.attname as col,
      pg_get_serial_sequence(format('%I.%I', n.nspname, t.relname), a.attname) as seq
    from pg_attribute a join pg_class t on t.oid = a.attrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname in ('public', 'sandbox') and t.relkind = 'r' and a.attnum > 0
      and pg_get_serial_sequence(format('%I.%I', n.nspname, t.relname), a.attname) is not null
  loop
    execute format('select setval(%L, coalesce(max(%I), 0) + 1, false) from %s', owned.seq, owned.col, owned.tab);
  end loop;
end $$`
