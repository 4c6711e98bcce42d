import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { DbOrTx } from './client.ts'

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
    const field = sql`${sql.identifier(key)}`
    const typed = sql`${field} ${sql.raw(column.getSQLType())}`
    const name = column.keyAsName ? inSnakeCase(column.name) : column.name
    return { field, typed, name: sql`${sql.identifier(name)}` }
  })
  const listed = (part: 'name' | 'field' | 'typed') =>
    sql.join(
      columns.map((column) => column[part]),
      sql`, `,
    )
  await db.execute(
    sql`insert into ${table} (${listed('name')}) select ${listed('field')}
        from json_to_recordset(${JSON.stringify(rows)}) as given (${listed('typed')})`,
  )
}

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
