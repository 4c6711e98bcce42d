import { and, eq, type SQL, sql } from 'drizzle-orm'
import { CaseState } from '#contract/cases/cases.ts'
import type { CaseQuery, StaffCase } from '#contract/staff/cases.ts'
import type { Db } from '#server/db/client.ts'
import {
  countUpTo,
  formatCappedCount,
  idIn,
  keyset,
  matchesText,
  toPage,
} from '#server/db/keyset.ts'
import type { ListPage } from '#server/http/list-page.ts'
import { orderSearchText, searchViaOrders } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { selectCases, toStaffCase } from '../queries.ts'
import { cases } from '../tables.ts'

/** The queue has one order: open cases first, oldest first, then the latest answers. */
const sorts = { newest: { by: cases.queueKey, type: 'text' } } as const

export async function casesPage(
  db: Db,
  query: CaseQuery,
  limit: number,
): Promise<ListPage<StaffCase>> {
  const { key, orderBy, after } = keyset(sorts, cases.id, { cursor: query.cursor })
  const ids = await searchIds(db, query)
  const rows = await selectCases(db, key)
    .where(and(idIn(cases.id, ids) ?? toFilter(query), after))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { page, next } = toPage(rows, limit)
  return {
    rows: page.map(toStaffCase),
    next,
    ...(ids && { total: formatCappedCount(ids.length) }),
  }
}

export async function casesTotal(db: Db, query: CaseQuery): Promise<string> {
  const ids = await searchIds(db, query)
  if (ids) return formatCappedCount(ids.length)
  return countUpTo(
    db,
    sql`select 1 from ${cases} join ${orders} on ${orders.id} = ${cases.orderId}
      where ${toFilter(query) ?? sql`true`}`,
  )
}

/** Ids of the cases whose orders match the search, with the trigram index of the orders. */
async function searchIds(db: Db, { q, ...others }: CaseQuery): Promise<string[] | undefined> {
  if (!q) return undefined
  const filter = toFilter(others) ?? sql`true`
  return searchViaOrders(
    db,
    q,
    (matches) => sql`select ${cases.id} as id from ${cases}
      join ${orders} on ${orders.id} = ${cases.orderId}
      join ${matches} on ${matches}.id = ${cases.orderId}
      where ${filter}`,
  )
}

function toFilter({ q, status, order, customer }: CaseQuery): SQL | undefined {
  const state = CaseState.safeParse(status)
  return and(
    state.success ? eq(cases.state, state.data) : undefined,
    order ? eq(cases.orderId, order) : undefined,
    customer ? eq(orders.customerId, customer) : undefined,
    q ? matchesText(orderSearchText, q) : undefined,
  )
}
