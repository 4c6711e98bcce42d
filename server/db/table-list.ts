import { and, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ListQuery } from '#contract/staff/listing.ts'
import type { Db } from './client.ts'
import { countUpTo, keyset, type Sorts, storedCount, toPage } from './keyset.ts'

type ListedTable = PgTable & { id: PgColumn }

type TableList<Table extends ListedTable, View, Sort extends string> = {
  table: Table
  sorts: Sorts<Sort>
  toFilter(query: ListQuery): SQL | undefined
  /** The stored counter for this query, if there is one. */
  counterFor?(query: ListQuery): string | undefined
  /** The table is small, so its rows are counted on request. */
  isShort?: boolean
  toView(row: Table['$inferSelect']): View
}

/** Pages and total of a list that reads one table. */
export function tableList<Table extends ListedTable, View, Sort extends string>(
  list: TableList<Table, View, Sort>,
) {
  const { table, toFilter } = list
  return (db: Db) => ({
    async page(query: ListQuery, limit: number) {
      const { key, orderBy, after } = keyset(list.sorts, table.id, query)
      const selected = await db
        .select({ ...getTableColumns(table as PgTable), key })
        .from(table as PgTable)
        .where(and(toFilter(query), after))
        .orderBy(...orderBy)
        .limit(limit + 1)
      const rows = selected as (Table['$inferSelect'] & { id: string; key: string })[]
      const { page, next } = toPage(rows, limit)
      return { rows: page.map(({ key: _, ...row }) => list.toView(row)), next }
    },
    total(query: ListQuery): Promise<string> {
      const counter = list.counterFor?.(query)
      if (counter) return storedCount(db, counter)
      if (list.isShort) return db.$count(table, toFilter(query)).then(String)
      return countUpTo(db, sql`select 1 from ${table} where ${toFilter(query) ?? sql`true`}`)
    },
    dependsOnlyOnDatabase: () => true,
  })
}
