import { gzipSync } from 'node:zlib'
import type { Pool } from 'pg'

/**
 * Dumps all rows of the shop and the sandbox, one table per line: name, tab, JSON array. PostgreSQL
 * writes and reads the JSON, so no value is converted by JavaScript.
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
    // json_agg puts line breaks between rows. Line breaks inside values are escaped.
    const json = (rows[0]?.json ?? '[]').replaceAll('\n', '')
    if (json !== '[]') lines.push(`${name}\t${json}`)
  }
  return gzipSync(lines.join('\n'), { level: 9 })
}
