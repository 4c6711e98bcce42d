import { and, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ListQuery } from '#contract/listing.ts'
import type { Db } from './client.ts'
import { countUpTo, keptCount, keyset, type Sorts, toStretch } from './keyset.ts'

type ListedTable = PgTable & { id: PgColumn }

type TableList<Table extends ListedTable, View, Sort extends string> = {
  table: Table
  sorts: Sorts<Sort>
  filterOf(query: ListQuery): SQL | undefined
  /** The kept counter that fits, where one does. */
  counterOf?(query: ListQuery): string | undefined
  /** A table that stays short, so that its rows are counted when they are asked for. */
  isShort?: boolean
  toView(row: Table['$inferSelect']): View
}

/** A list that is one table: its pages and its total. */
export function tableList<Table extends ListedTable, View, Sort extends string>(
  list: TableList<Table, View, Sort>,
) {
  const { table, filterOf } = list
  return (db: Db) => ({
    async page(query: ListQuery, limit: number) {
      const { key, orderBy, after } = keyset(list.sorts, table.id, query)
      const found = await db
        .select({ ...getTableColumns(table as PgTable), key })
        .from(table as PgTable)
        .where(and(filterOf(query), after))
        .orderBy(...orderBy)
        .limit(limit + 1)
      const rows = found as (Table['$inferSelect'] & { id: string; key: string })[]
      const { page, next } = toStretch(rows, limit)
      return { rows: page.map(({ key: _, ...row }) => list.toView(row)), next }
    },
    total(query: ListQuery): Promise<string> {
      const counter = list.counterOf?.(query)
      if (counter) return keptCount(db, counter)
      if (list.isShort) return db.$count(table, filterOf(query)).then(String)
      return countUpTo(db, sql`select 1 from ${table} where ${filterOf(query) ?? sql`true`}`)
    },
    dependsOnlyOnDatabase: () => true,
  })
}
