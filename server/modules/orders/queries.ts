import { and, asc, desc, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { isCalendarDate } from '#contract/dates/calendar.ts'
import {
  type ListQuery,
  type ListSort,
  orderAttentionReasons,
  PAGE_SIZE,
} from '#contract/staff/listing.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import {
  BATCH_ROWS,
  byCreatedAt,
  COUNT_LIMIT,
  formatCappedCount,
  idIn,
  type KeysetCursor,
  keyset,
  type Sorts,
  toPage,
} from '#server/db/keyset.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { groupBy } from '#server/group-by.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { orderJsonSql } from './order-json-sql.ts'
import { orderItems, orders } from './tables.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderItemRow = typeof orderItems.$inferSelect

export type OrderWithDetails = {
  order: OrderRow
  payment: typeof payments.$inferSelect | null
  customer: typeof customers.$inferSelect | null
  items: OrderItemRow[]
}

type IdParam = Params<{ id: string }>

const orderWithCustomer = preparedStatement((db, param: IdParam) =>
  db
    .select({ order: orders, payment: payments, customer: customers })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, param('id'))),
)
const itemsInOrder = preparedStatement((db, param: IdParam) =>
  db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, param('id')))
    .orderBy(asc(orderItems.position)),
)
const locked = preparedStatement((db, param: IdParam) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, param('id')))
    .for('update'),
)

export async function getOrderWithDetails(
  db: DbOrTx,
  id: string,
): Promise<OrderWithDetails | undefined> {
  const [found] = await orderWithCustomer(db, { id })
  return found && { ...found, items: await itemsInOrder(db, { id }) }
}

/** Everything of one customer, newest first. */
export async function getCustomerOrders(
  db: DbOrTx,
  customerId: string,
): Promise<OrderWithDetails[]> {
  const found = await db
    .select({ order: orders, payment: payments, customer: customers })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
  const ids = found.map(({ order }) => order.id)
  const items = await itemsByOrder(db, ids)
  return found.map((one) => ({ ...one, items: items.get(one.order.id) ?? [] }))
}

async function itemsByOrder(db: DbOrTx, orderIds: string[]): Promise<Map<string, OrderItemRow[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.position))
  return groupBy(rows, (row) => row.orderId)
}

export const orderSorts = {
  ...byCreatedAt(orders.createdAt),
  delivery: { by: orders.deliveryDate, type: 'date' },
  'delivery-desc': { by: orders.deliveryDate, type: 'date', isDescending: true },
} as const satisfies Sorts<ListSort<'orders'>>

const listed = (
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

const newest = keyset(orderSorts, orders.id, {})

/**
 * The pageQueries that are read most: a page of the list, its newest for the dashboard, and those of a
 * whole list. The length is part of the text: not knowing it, PostgreSQL would plan for a tenth of all
 * orders, or anew each time.
 */
const pageQueries = new Map(
  [1, PAGE_SIZE, BATCH_ROWS].map((length) => {
    const oneMore = sql.raw(String(length + 1)) as unknown as Placeholder
    const first = preparedStatement((db) => listed(db, newest).limit(oneMore))
    const next = preparedStatement((db, param: Params<KeysetCursor>) =>
      listed(db, newest, newest.behind({ key: param('key'), id: param('id') })).limit(oneMore),
    )
    return [length, (db: DbOrTx, from?: KeysetCursor) => (from ? next(db, from) : first(db, {}))]
  }),
)

/**
 * Whoever matches what was typed, by the trigram index and no further than is counted. PostgreSQL
 * guesses badly how many will, and asked for the newest of them it may walk through all orders to
 * find the few that there are.
 */
async function matchingIds(db: DbOrTx, filter: SQL | undefined): Promise<string[]> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(filter)
    .limit(COUNT_LIMIT + 1)
  return found.map(({ id }) => id)
}

/**
 * For filters that leave few orders: those are read before they are sorted, for PostgreSQL may walk
 * through years in search of one day's, and sorted before anything is joined to them.
 */
const sortedSubset = (filter: SQL | undefined, asked: ReturnType<typeof keyset>, limit: number) =>
  sql`(select * from (select * from ${orders} where ${filter} offset 0) as ${orders}
    where ${asked.after ?? sql`true`} order by ${sql.join(asked.orderBy, sql`, `)} limit ${limit}) as ${orders}`

/** A stretch of all orders, newest first or as asked, each the JSON text that staff are sent. */
export async function ordersPage(
  db: DbOrTx,
  filter: SQL | undefined,
  query: Pick<ListQuery, 'sort' | 'cursor' | 'q' | 'due' | 'placed' | 'needs'>,
  limit: number,
): Promise<{ rows: string[]; next: string | undefined; total?: string }> {
  const asked = keyset(orderSorts, orders.id, query)
  const known = filter || query.sort ? undefined : pageQueries.get(limit)
  const ids = query.q ? await matchingIds(db, filter) : undefined
  const isNarrow =
    orderAttentionReasons.some((need) => need === query.needs) ||
    [query.due, query.placed].some((day) => isCalendarDate(day ?? ''))
  const [from, where] = isNarrow
    ? [sortedSubset(filter, asked, limit + 1)]
    : [orders, idIn(orders.id, ids) ?? filter]
  const found = await (known?.(db, asked.from) ??
    listed(db, asked, and(where, asked.after), from).limit(limit + 1))
  const { page, next } = toPage(found, limit)
  return {
    rows: page.map(({ text }) => text),
    next,
    ...(ids && { total: formatCappedCount(ids.length) }),
  }
}

/** X1: one that is not theirs is not there. */
export async function getCustomerOrder(
  db: DbOrTx,
  customerId: string,
  id: string,
): Promise<OrderWithDetails | undefined> {
  const [own] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.customerId, customerId)))
  return own && getOrderWithDetails(db, id)
}

export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  const [row] = await locked(tx, { id })
  return row
}

export async function getOrderState(db: DbOrTx, id: string) {
  const [row] = await db
    .select({
      id: orders.id,
      status: orders.status,
      deliveryStatus: orders.deliveryStatus,
      deliveryDate: orders.deliveryDate,
      paymentStatus: payments.status,
    })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.id, id))
  return row && { ...row, paymentStatus: row.paymentStatus ?? ('pending' as const) }
}

/** What staff search an order by, as the trigram index holds it. */
export const orderSearchText = sql`order_words(${orders.id}, ${orders.customerName}, ${orders.customerEmail}, ${orders.deliveryAddress})`
