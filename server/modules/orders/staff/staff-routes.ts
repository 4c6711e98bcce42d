import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { addDaysClamped, type CalendarDate, isCalendarDate } from '#contract/dates/calendar.ts'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { shopInstant } from '#contract/dates/shop-calendar.ts'
import { type Order, OrderStatus } from '#contract/orders.ts'
import { exportOrders } from '#contract/staff/exports.ts'
import {
  type ListQuery,
  type OrderAttentionReason,
  orderAttentionReasons,
} from '#contract/staff/listing.ts'
import * as contract from '#contract/staff/staff.ts'
import type { Db } from '#server/db/client.ts'
import { countUpTo, hasStatus, matchesText, storedCount } from '#server/db/keyset.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import type { Clock } from '#server/runtime.ts'
import { orderSearchText, ordersPage } from '../queries.ts'
import { orders } from '../tables.ts'
import { orderColumns } from './order-columns.ts'

type RouteDeps = {
  db: Db
  clock: Clock
  shop: { calendar: ShopCalendar }
  /** Filters orders that need attention for this reason; partly defined by subscriptions. */
  orderAttentionFilterAt(
    reason: OrderAttentionReason,
    calendar: ShopCalendar,
    now: Date,
  ): SQL | undefined
}

export function staffOrderRoutes({ mountList, mountCsv }: StaffRouter, deps: RouteDeps): void {
  const toFilter = (query: ListQuery) => orderFilter(query, deps)
  const pageText = (query: ListQuery, limit: number) =>
    ordersPage(deps.db, toFilter(query), query, limit)
  const list = {
    pageText,
    async page(query: ListQuery, limit: number) {
      const { rows, next } = await pageText(query, limit)
      return { rows: rows.map((text) => JSON.parse(text) as Order), next }
    },
    total: (query: ListQuery) => ordersTotal(deps.db, toFilter(query)),
    // Which orders need attention depends on the time of day as well.
    dependsOnlyOnDatabase: ({ needs }: ListQuery) => needs === undefined,
  }
  mountList(contract.listStaffOrders, { ...list, exportedAs: 'orders' })
  mountCsv(exportOrders, { ...list, list: 'orders', columns: orderColumns })
}

function orderFilter(query: ListQuery, deps: RouteDeps): SQL | undefined {
  const { calendar } = deps.shop
  const { q, due = '', placed = '' } = query
  const status = OrderStatus.safeParse(query.status)
  const reason = orderAttentionReasons.find((known) => known === query.needs)
  return and(
    status.success ? hasStatus(orders.status, status.data, query) : undefined,
    reason && deps.orderAttentionFilterAt(reason, calendar, deps.clock.now()),
    isCalendarDate(due) ? eq(orders.deliveryDate, due) : undefined,
    isCalendarDate(placed) ? placedOn(placed, calendar) : undefined,
    q ? matchesText(orderSearchText, q) : undefined,
  )
}

const placedOn = (day: CalendarDate, calendar: ShopCalendar) =>
  and(
    gte(orders.createdAt, shopInstant(calendar, day, 0)),
    lt(orders.createdAt, shopInstant(calendar, addDaysClamped(day, 1), 0)),
  )

function ordersTotal(db: Db, filter: SQL | undefined): Promise<string> {
  if (!filter) return storedCount(db, 'orders')
  return countUpTo(db, sql`select 1 from ${orders} where ${filter}`)
}
