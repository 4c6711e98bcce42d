import { type Column, getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { DbOrTx } from './client.ts'

/**
 * Thousands of rows in one statement, with one value for each column: reading them takes PostgreSQL a
 * fraction of what a placeholder for each field would. All rows name the same columns.
 */
export async function insertRows<T extends PgTable>(
  db: DbOrTx,
  table: T,
  rows: T['$inferInsert'][],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const known: Record<string, Column> = getTableColumns(table)
  const columns = Object.keys(first).map((key) => {
    const column = known[key]
    if (!column) throw new Error(`the table has no column ${key}`)
    const name = column.keyAsName ? toSnakeCase(column.name) : column.name
    const values = rows.map((row) => toArrayElement(column, row[key as keyof typeof row]))
    return {
      name: sql.identifier(name),
      values: sql`${sql.param(values)}::${sql.raw(column.getSQLType())}[]`,
    }
  })
  const listed = (part: 'name' | 'values') =>
    sql.join(
      columns.map((column) => column[part]),
      sql`, `,
    )
  await db.execute(
    sql`insert into ${table} (${listed('name')}) select * from unnest(${listed('values')})`,
  )
}

/** As PostgreSQL reads it in an array, where what is an array itself would be taken for a part of it. */
function toArrayElement({ columnType }: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (columnType === 'PgJsonb') return JSON.stringify(value)
  return value instanceof Date ? value.toISOString() : value
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
