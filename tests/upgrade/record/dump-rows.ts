import { gzipSync } from 'node:zlib'
import type { Pool } from 'pg'

/**
 * All rows of the shop and of the sandbox, a table a line: its name, a tab, a JSON array that
 * PostgreSQL wrote and will read again, so that no value passes through JavaScript.
 */
export async function dumpRows(pool: Pool): Promise<Buffer> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'sandbox') order by 1`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ json: string }>(
      `select coalesce(json_agg(row_to_json(t))::text, '[]') as json from ${name} t`,
    )
    // What json_agg writes between two rows; inside a value a line break is escaped.
    const json = (rows[0]?.json ?? '[]').replaceAll('\n', '')
    if (json !== '[]') lines.push(`${name}\t${json}`)
  }
  return gzipSync(lines.join('\n'), { level: 9 })
}
