import { Client } from 'pg'

export type DiskSize = {
  totalMb: number
  /** Largest first, each with its indexes. */
  tables: { name: string; mb: number; indexMb: number; rows: number }[]
}

const TABLES = 10

/** How much the database takes on disk, and its largest tables. */
export async function readDiskSize(databaseUrl: string): Promise<DiskSize> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const total = await client.query<{ mb: number }>(
      'select pg_database_size(current_database())::float8 / 1e6 as mb',
    )
    const { rows } = await client.query<DiskSize['tables'][number]>(
      `select relname as name, pg_total_relation_size(oid)::float8 / 1e6 as mb,
         pg_indexes_size(oid)::float8 / 1e6 as "indexMb", reltuples::float8 as rows
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       order by 2 desc limit ${TABLES}`,
    )
    return { totalMb: total.rows[0]?.mb ?? 0, tables: rows }
  } finally {
    await client.end()
  }
}
