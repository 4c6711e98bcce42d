import pg from 'pg'

/** A migrated database before its first shop. */
export type Baseline = {
  catalog: string
  tables: string[]
  /** The rows that migrations wrote, as JSON, by table. */
  rows: Map<string, string>
  /** The last values of the sequences as JSON. */
  sequences: string
}

/** Every definition of our own; `xmin` is the transaction that last changed it. */
const CATALOG = `select concat_ws(' ', ${[
  'pg_class where oid >= 16384',
  'pg_attribute where attrelid >= 16384',
  'pg_index where indexrelid >= 16384',
  'pg_proc where oid >= 16384',
  'pg_trigger',
  'pg_constraint',
  'pg_attrdef',
  'pg_namespace',
]
  .map((source) => `(select count(*) || ':' || sum(xmin::text::bigint) from ${source})`)
  .join(', ')}) as catalog`

const SEQUENCES = `select coalesce(json_agg(json_build_array(
    format('%I.%I', schemaname, sequencename), start_value, last_value)
    order by schemaname, sequencename), '[]')::text as sequences from pg_sequences`

const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') order by 1`

/** Reads what `restoreBaseline` restores. */
export async function readBaseline(url: string): Promise<Baseline> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(TABLES)
    const tables = rows.map(({ name }) => name)
    const filled = new Map<string, string>()
    for (const name of await filledTables(client, tables)) {
      filled.set(name, await readRows(client, name))
    }
    const { catalog, sequences } = await readDefinitions(client)
    return { catalog, tables, rows: filled, sequences }
  } finally {
    await client.end()
  }
}

/** Returns false for a database whose tables, triggers or functions were changed: it is not restored. */
export async function restoreBaseline(client: pg.Client, baseline: Baseline): Promise<boolean> {
  const { catalog, sequences } = await readDefinitions(client)
  if (catalog !== baseline.catalog) return false
  // As pg_restore does: triggers and foreign keys are disabled.
  await client.query("begin; set local session_replication_role = 'replica'")
  const filled = await filledTables(client, baseline.tables)
  for (const name of new Set([...filled, ...baseline.rows.keys()])) {
    const rows = baseline.rows.get(name)
    if (rows !== undefined && rows === (await readRows(client, name))) continue
    await client.query(named(`delete from ${name}`))
    if (rows === undefined) continue
    await client.query(
      `insert into ${name} select * from json_populate_recordset(null::${name}, $1)`,
      [rows],
    )
  }
  if (sequences !== baseline.sequences) await restoreSequences(client, baseline.sequences)
  await client.query('commit')
  return true
}

async function readDefinitions(client: pg.Client) {
  const { rows: definitions } = await client.query<{ catalog: string }>(named(CATALOG))
  const { rows: values } = await client.query<{ sequences: string }>(named(SEQUENCES))
  return { catalog: definitions[0]?.catalog ?? '', sequences: values[0]?.sequences ?? '' }
}

async function filledTables(client: pg.Client, tables: string[]): Promise<string[]> {
  const each = tables.map((name) => `select '${name}' as name where exists (select from ${name})`)
  const { rows } = await client.query<{ name: string }>(named(each.join(' union all ')))
  return rows.map(({ name }) => name)
}

async function readRows(client: pg.Client, name: string): Promise<string> {
  const text = `select coalesce(json_agg(t order by t), '[]')::text as rows from ${name} t`
  const { rows } = await client.query<{ rows: string }>(named(text))
  return rows[0]?.rows ?? ''
}

async function restoreSequences(client: pg.Client, sequences: string): Promise<void> {
  await client.query(
    `select setval((s->>0)::regclass, coalesce((s->>2)::bigint, (s->>1)::bigint), s->>2 is not null)
     from json_array_elements($1::json) s`,
    [sequences],
  )
}

/** Prepared, so that a connection plans each statement once. Names have up to 63 bytes. */
function named(text: string): pg.QueryConfig {
  let name = names.get(text)
  if (!name) {
    name = `baseline_${names.size}`
    names.set(text, name)
  }
  return { name, text }
}
const names = new Map<string, string>()
