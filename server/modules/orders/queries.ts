import { and, eq, getTableColumns, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { isCalendarDate } from '#contract/dates/calendar.ts'
import { OrderStatus } from '#contract/orders.ts'
import {
  COUNT_LIMIT,
  type ListQuery,
  type ListSort,
  orderAttentionReasons,
  PAGE_SIZE,
} from '#contract/staff/listing.ts'
import type { DbOrTx } from '#server/db/client.ts'
import {
  BATCH_ROWS,
  byCreatedAt,
  formatCappedCount,
  idIn,
  type KeysetCursor,
  keyset,
  type Sorts,
  toPage,
} from '#server/db/keyset.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { isStillDelivered } from './cancel/owed-after-cancel.ts'
import { orderJsonSql } from './order-json-sql.ts'
import { sortedSubset } from './staff/sorted-subset.ts'
import { orderItems, orders } from './tables.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderItemRow = typeof orderItems.$inferSelect

export type OrderWithItems = { order: OrderRow; items: OrderItemRow[] }

export type OrderWithDetails = OrderWithItems & {
  payment: typeof payments.$inferSelect | null
  customer: typeof customers.$inferSelect | null
}

type IdParam = Params<{ id: string }>

const itemFields = Object.entries(getTableColumns(orderItems)).map(
  ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`,
)
/** The items of an order, read in the same statement. Their columns are the same in JSON. */
const itemsOfOrder = sql<OrderItemRow[]>`(
  select coalesce(json_agg(json_build_object(${sql.join(itemFields, sql`, `)})
    order by ${orderItems.position}), '[]')
  from ${orderItems} where ${eq(orderItems.orderId, orders.id)})`

const selectDetails = preparedStatement((db, param: IdParam) =>
  db
    .select({ order: orders, payment: payments, customer: customers, items: itemsOfOrder })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, param('id'))),
)
const selectWithItems = preparedStatement((db, param: IdParam) =>
  db
    .select({ order: orders, items: itemsOfOrder })
    .from(orders)
    .where(eq(orders.id, param('id'))),
)

export async function getOrderWithDetails(
  db: DbOrTx,
  id: string,
): Promise<OrderWithDetails | undefined> {
  const [row] = await selectDetails(db, { id })
  return row
}

export async function getOrderWithItems(
  db: DbOrTx,
  id: string,
): Promise<OrderWithItems | undefined> {
  const [row] = await selectWithItems(db, { id })
  return row
}

export const orderSorts = {
  ...byCreatedAt(orders.createdAt),
  delivery: { by: orders.deliveryDate, type: 'date' },
  'delivery-desc': { by: orders.deliveryDate, type: 'date', isDescending: true },
} as const satisfies Sorts<ListSort<'orders'>>

const selectOrders = (
  db: DbOrTx,
  { key, orderBy }: ReturnType<typeof keyset>,
  where?: SQL,
  from: typeof orders | SQL = orders,
) =>
  db
    .select({ key, id: sql<string>`${orders.id}`, text: orderJsonSql })
    .from(from)
    .leftJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(where)
    .orderBy(...orderBy)

const newestFirst = keyset(orderSorts, orders.id, {})

/**
 * Prepared queries of the usual lengths: the latest order for the dashboard, a page of the list,
 * and a batch of an export. The limit is part of the SQL text: with a parameter, PostgreSQL would
 * plan for a tenth of all orders, or plan again on every call.
 */
const pageQueries = new Map(
  [1, PAGE_SIZE, BATCH_ROWS].map((length) => {
    const limit = sql.raw(String(length + 1)) as unknown as Placeholder
    const first = preparedStatement((db) => selectOrders(db, newestFirst).limit(limit))
    const next = preparedStatement((db, param: Params<KeysetCursor>) => {
      const cursor = { key: param('key'), id: param('id') }
      return selectOrders(db, newestFirst, newestFirst.isAfter(cursor)).limit(limit)
    })
    return [length, (db: DbOrTx, from?: KeysetCursor) => (from ? next(db, from) : first(db, {}))]
  }),
)

/**
 * Ids of the orders that match a search, from the trigram index, up to the count limit.
 * PostgreSQL's row estimates for text matches are poor: with a sort, it may scan all orders to find
 * a few.
 */
async function matchingIds(db: DbOrTx, filter: SQL | undefined): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(filter)
    .limit(COUNT_LIMIT + 1)
  return rows.map(({ id }) => id)
}

/**
 * A page of the orders that match one of the filters, in the requested order, by default newest first;
 * each row is JSON text.
 */
export async function ordersPage(
  db: DbOrTx,
  filters: readonly (SQL | undefined)[],
  query: Pick<ListQuery, 'sort' | 'cursor' | 'q' | 'due' | 'placed' | 'attention' | 'status'>,
  limit: number,
): Promise<{ rows: string[]; next: string | undefined; total?: string }> {
  const filter = or(...filters)
  const status = OrderStatus.safeParse(query.status).success ? orders.status : undefined
  const sort = keyset(orderSorts, orders.id, query, status)
  const prepared = filter || query.sort ? undefined : pageQueries.get(limit)
  const ids = query.q ? await matchingIds(db, filter) : undefined
  const isSelective =
    orderAttentionReasons.some((reason) => reason === query.attention) ||
    [query.due, query.placed].some((day) => isCalendarDate(day ?? ''))
  const { q, due, placed, attention } = query
  const isIndexed = attention === 'unscheduled' && !(q || due || placed || status)
  const [from, where] = isSelective
    ? [sortedSubset({ filters, sort, limit: limit + 1, isIndexed })]
    : [orders, idIn(orders.id, ids) ?? filter]
  const rows = await (prepared?.(db, sort.from) ??
    selectOrders(db, sort, and(where, sort.after), from).limit(limit + 1))
  const { page, next } = toPage(rows, limit)
  return {
    rows: page.map(({ text }) => text),
    next,
    ...(ids && { total: formatCappedCount(ids.length) }),
  }
}

export async function getOrderState(db: DbOrTx, id: string) {
  const [row] = await db
    .select({
      id: orders.id,
      status: orders.status,
      deliveryStatus: orders.deliveryStatus,
      deliveryDate: orders.deliveryDate,
      deliveryWindow: orders.deliveryWindow,
      isStillDelivered,
      paymentStatus: payments.status,
    })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.id, id))
  if (!row) return undefined
  const { deliveryWindow, paymentStatus, ...state } = row
  return {
    ...state,
    paymentStatus: paymentStatus ?? ('pending' as const),
    ...(deliveryWindow && { deliveryWindow }),
  }
}

/** The text in which staff search for an order; the same expression as in the trigram index. */
export const orderSearchText = sql`order_search_text(${orders.id}, ${orders.customerName}, ${orders.customerEmail}, ${orders.deliveryAddress})`
