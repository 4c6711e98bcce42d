import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '#server/db/client.ts'

/**
 * Thousands of rows in one statement with one value: PostgreSQL reads them from a JSON text, which
 * takes a fraction of what as many placeholders would. All rows name the same columns.
 */
export async function insertRows<T extends PgTable>(
  db: DbOrTx,
  table: T,
  rows: T['$inferInsert'][],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const known = getTableColumns(table)
  const columns = Object.keys(first).map((key) => {
    const column = known[key]
    if (!column) throw new Error(`the table has no column ${key}`)
    return { key, name: column.keyAsName ? inSnakeCase(column.name) : column.name }
  })
  const names = sql.join(columns.map(({ name }) => sql`${sql.identifier(name)}`), sql`, `)
  const text = JSON.stringify(rows.map((row) => renamed(row, columns)))
  await db.execute(
    sql`insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, ${text})`,
  )
}

function renamed(row: object, columns: { key: string; name: string }[]): Record<string, unknown> {
  const values = row as Record<string, unknown>
  return Object.fromEntries(columns.map(({ key, name }) => [name, values[key]]))
}

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
