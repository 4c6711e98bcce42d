import type pg from 'pg'

/** A schema, because it must survive whatever the restore loads. */
const MARKER = 'unfinished_restore'

/** A restore that was cut off leaves rows that nothing has compared: the shop must not open on them. */
export async function isRestoreUnfinished(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    'select to_regnamespace($1) is not null as found',
    [MARKER],
  )
  return rows[0]?.found ?? false
}

export const markUnfinished = (pool: pg.Pool) => pool.query(`create schema ${MARKER}`)

export const DROP_MARKER = `drop schema ${MARKER}`

/** Removes everything that a restore has created. The user may not own the schema `public` itself. */
export async function emptyDatabase(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ statement: string }>(
    `select format('drop table if exists %s cascade', c.oid::regclass) as statement
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     union all
     select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
       where p.pronamespace = 'public'::regnamespace and not exists (
         select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all
     select format('drop sequence if exists %s cascade', c.oid::regclass)
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
     union all
     select format('drop schema if exists %I cascade', nspname) from pg_namespace
       where nspname in ('sandbox', 'drizzle', 'pgboss', $1)`,
    [MARKER],
  )
  const client = await pool.connect()
  try {
    await client.query('begin; set local statement_timeout = 0')
    for (const { statement } of rows) await client.query(statement)
    await client.query('commit')
  } finally {
    client.release(true)
  }
}
