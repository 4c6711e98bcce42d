import { type Column, getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { DbOrTx } from './client.ts'

/**
 * Inserts thousands of rows with one array parameter per column, which PostgreSQL parses much faster
 * than a placeholder per field. All rows must have the same columns. `isKeepingOld` leaves out rows
 * whose key exists.
 */
export async function insertRows<T extends PgTable>(
  db: DbOrTx,
  table: T,
  rows: T['$inferInsert'][],
  { isKeepingOld = false }: { isKeepingOld?: boolean } = {},
): Promise<void> {
  const [first] = rows
  if (!first) return
  const tableColumns: Record<string, Column> = getTableColumns(table)
  const columns = Object.keys(first).map((key) => {
    const column = tableColumns[key]
    if (!column) throw new Error(`the table has no column ${key}`)
    const name = column.keyAsName ? toSnakeCase(column.name) : column.name
    const values = rows.map((row) => toArrayElement(column, row[key as keyof typeof row]))
    return {
      name: sql.identifier(name),
      values: sql`${sql.param(values)}::${sql.raw(column.getSQLType())}[]`,
    }
  })
  const join = (field: 'name' | 'values') =>
    sql.join(
      columns.map((column) => column[field]),
      sql`, `,
    )
  await db.execute(
    sql`insert into ${table} (${join('name')}) select * from unnest(${join('values')})
      ${isKeepingOld ? sql`on conflict do nothing` : sql``}`,
  )
}

/** Serializes JSON values, because PostgreSQL would flatten a nested array. */
function toArrayElement({ columnType }: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (columnType === 'PgJsonb') return JSON.stringify(value)
  return value instanceof Date ? value.toISOString() : value
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
