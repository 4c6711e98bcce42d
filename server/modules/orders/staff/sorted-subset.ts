import { type SQL, sql } from 'drizzle-orm'
import type { keyset } from '#server/db/keyset.ts'
import { orders } from '../tables.ts'

type Subset = {
  /** No order matches two of them. */
  filters: readonly (SQL | undefined)[]
  sort: Pick<ReturnType<typeof keyset>, 'after' | 'orderBy'>
  limit: number
  /** Each filter has an index in this sort order, so that reading stops at the limit. */
  isIndexed: boolean
}

/**
 * For selective filters: the first orders of each are read before anything is joined. Without an index
 * in the sort order, all of them are read and then sorted: otherwise PostgreSQL may scan years of orders
 * in sort order to find those of one day.
 */
export function sortedSubset({ filters, sort, limit, isIndexed }: Subset): SQL {
  const sorted = sql`order by ${sql.join(sort.orderBy, sql`, `)} limit ${limit}`
  const after = sort.after ?? sql`true`
  const selectFirst = (filter: SQL | undefined) =>
    isIndexed
      ? sql`(select * from ${orders} where ${filter} and ${after} ${sorted})`
      : sql`(select * from (select * from ${orders} where ${filter} offset 0) as ${orders} where ${after} ${sorted})`
  return sql`(select * from (${unionAll(filters.map(selectFirst))}) as ${orders} ${sorted}) as ${orders}`
}

/** The orders that match one of the filters, to be counted. */
export const selectMatching = (filters: readonly (SQL | undefined)[]): SQL =>
  unionAll(filters.map((filter) => sql`select 1 from ${orders} where ${filter}`))

const unionAll = (selects: SQL[]) => sql.join(selects, sql` union all `)
