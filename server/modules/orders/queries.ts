import { and, asc, desc, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { isCalendarDate } from '#contract/calendar.ts'
import { type ListQuery, type ListSort, orderNeeds, PAGE_SIZE } from '#contract/listing.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import {
  amongFew,
  byAge,
  COUNTED_UP_TO,
  countedText,
  keyset,
  type Place,
  type Sorts,
  STRETCH,
  toStretch,
} from '#server/db/keyset.ts'
import { type Given, statement } from '#server/db/statement.ts'
import { groupBy } from '#server/group-by.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { orderText } from './order-text.ts'
import { orderItems, orders } from './tables.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderItemRow = typeof orderItems.$inferSelect

export type WholeOrder = {
  order: OrderRow
  payment: typeof payments.$inferSelect | null
  customer: typeof customers.$inferSelect | null
  items: OrderItemRow[]
}

type Named = Given<{ id: string }>

const orderAndPeople = statement((db, given: Named) =>
  db
    .select({ order: orders, payment: payments, customer: customers })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, given('id'))),
)
const itemsInOrder = statement((db, given: Named) =>
  db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, given('id')))
    .orderBy(asc(orderItems.position)),
)
const locked = statement((db, given: Named) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, given('id')))
    .for('update'),
)

export async function wholeOrder(db: DbOrTx, id: string): Promise<WholeOrder | undefined> {
  const [found] = await orderAndPeople(db, { id })
  return found && { ...found, items: await itemsInOrder(db, { id }) }
}

/** Everything of one customer, newest first. */
export async function ordersOfCustomer(db: DbOrTx, customerId: string): Promise<WholeOrder[]> {
  const found = await db
    .select({ order: orders, payment: payments, customer: customers })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
  const ids = found.map(({ order }) => order.id)
  const items = await itemsOf(db, ids)
  return found.map((one) => ({ ...one, items: items.get(one.order.id) ?? [] }))
}

async function itemsOf(db: DbOrTx, orderIds: string[]): Promise<Map<string, OrderItemRow[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.position))
  return groupBy(rows, (row) => row.orderId)
}

export const orderSorts = {
  ...byAge(orders.createdAt),
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
    .select({ key, id: sql<string>`${orders.id}`, text: orderText })
    .from(from)
    .leftJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(where)
    .orderBy(...orderBy)

const newest = keyset(orderSorts, orders.id, {})

/**
 * The stretches that are read most: a page of the list, its newest for the dashboard, and those of a
 * whole list. The length is part of the text: not knowing it, PostgreSQL would plan for a tenth of all
 * orders, or anew each time.
 */
const stretches = new Map(
  [1, PAGE_SIZE, STRETCH].map((length) => {
    const oneMore = sql.raw(String(length + 1)) as unknown as Placeholder
    const first = statement((db) => listed(db, newest).limit(oneMore))
    const next = statement((db, given: Given<Place>) =>
      listed(db, newest, newest.behind({ key: given('key'), id: given('id') })).limit(oneMore),
    )
    return [length, (db: DbOrTx, from?: Place) => (from ? next(db, from) : first(db, {}))]
  }),
)

/**
 * Whoever matches what was typed, by the trigram index and no further than is counted. PostgreSQL
 * guesses badly how many will, and asked for the newest of them it may walk through all orders to
 * find the few that there are.
 */
async function matching(db: DbOrTx, filter: SQL | undefined): Promise<string[]> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(filter)
    .limit(COUNTED_UP_TO + 1)
  return found.map(({ id }) => id)
}

/**
 * For filters that leave few orders: those are read before they are sorted, for PostgreSQL may walk
 * through years in search of one day's, and sorted before anything is joined to them.
 */
const sortedFew = (filter: SQL | undefined, asked: ReturnType<typeof keyset>, limit: number) =>
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
  const known = filter || query.sort ? undefined : stretches.get(limit)
  const ids = query.q ? await matching(db, filter) : undefined
  const isNarrow =
    orderNeeds.some((need) => need === query.needs) ||
    [query.due, query.placed].some((day) => isCalendarDate(day ?? ''))
  const [from, where] = isNarrow
    ? [sortedFew(filter, asked, limit + 1)]
    : [orders, amongFew(orders.id, ids) ?? filter]
  const found = await (known?.(db, asked.from) ??
    listed(db, asked, and(where, asked.after), from).limit(limit + 1))
  const { page, next } = toStretch(found, limit)
  return {
    rows: page.map(({ text }) => text),
    next,
    ...(ids && { total: countedText(ids.length) }),
  }
}

/** X1: one that is not theirs is not there. */
export async function ownOrder(
  db: DbOrTx,
  customerId: string,
  id: string,
): Promise<WholeOrder | undefined> {
  const [own] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.customerId, customerId)))
  return own && wholeOrder(db, id)
}

export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  const [row] = await locked(tx, { id })
  return row
}

export async function stateOfOrder(db: DbOrTx, id: string) {
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
export const orderWords = sql`order_words(${orders.id}, ${orders.customerName}, ${orders.customerEmail}, ${orders.deliveryAddress})`
