import type pg from 'pg'
import type { TableEntry } from './manifest.ts'

/**
 * Sessions, limits and requests to log in mean nothing on another day: everyone logs in again. The
 * job queue has a schema of its own and is filled from our tables.
 */
const leftOut = ['login_requests', 'rate_limits', 'sessions']

type TableRow = { name: string; columns: string[]; moneyColumns: string[] }

/** Tables with the columns that can be written; PostgreSQL computes the others. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    array_agg(format('%I', a.attname) order by a.attnum) as columns,
    coalesce(array_agg(a.attname::text order by a.attnum) filter (
      where a.attname like '%\\_cents' and a.atttypid in ('int4'::regtype, 'int8'::regtype)), '{}')
      as "moneyColumns"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and n.nspname = any($1) and not (n.nspname = 'public' and c.relname = any($2))
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by n.nspname, c.relname order by 1`

/** The tables that a backup contains, without their contents. */
export async function listTables(client: pg.Client, schemas: string[]): Promise<TableRow[]> {
  const { rows } = await client.query<TableRow>(TABLES, [schemas, leftOut])
  return rows
}

/** Counts the rows of each table and adds up its money. */
export async function readTables(client: pg.Client, schemas: string[]): Promise<TableEntry[]> {
  const entries: TableEntry[] = []
  for (const { name, columns, moneyColumns } of await listTables(client, schemas)) {
    const sums = moneyColumns.map((column) => `coalesce(sum("${column}"), 0)::text as "${column}"`)
    const { rows } = await client.query<{ rows: number } & Record<string, string>>(
      `select ${['count(*)::int as rows', ...sums].join(', ')} from ${name}`,
    )
    const { rows: count, ...cents } = rows[0] ?? { rows: 0 }
    entries.push({ name, columns, rows: count, cents })
  }
  return entries
}

/** Sequences that have been used, with their last value. */
export async function readSequences(client: pg.Client, schemas: string[]) {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = any($1) and last_value is not null order by 1`,
    [schemas],
  )
  return rows
}

/** The schemas of a shop. With Stripe, the sandbox's ledger is not part of it. */
export const schemasFor = (payments: 'sandbox' | 'stripe') =>
  payments === 'sandbox' ? ['public', 'sandbox'] : ['public']
