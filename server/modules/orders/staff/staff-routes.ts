import { and, eq, gte, lt, type SQL } from 'drizzle-orm'
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
import { selectMatching } from './sorted-subset.ts'

type RouteDeps = {
  db: Db
  clock: Clock
  shop: { calendar: ShopCalendar }
  /** Filters orders that need attention for this reason; defined by `backoffice`, which reads other modules too. */
  orderAttentionFiltersAt(
    reason: OrderAttentionReason,
    calendar: ShopCalendar,
    now: Date,
  ): (SQL | undefined)[]
}

export function staffOrderRoutes({ mountList, mountCsv }: StaffRouter, deps: RouteDeps): void {
  const toFilters = (query: ListQuery) => orderFilters(query, deps)
  const pageText = (query: ListQuery, limit: number) =>
    ordersPage(deps.db, toFilters(query), query, limit)
  const list = {
    pageText,
    async page(query: ListQuery, limit: number) {
      const { rows, next } = await pageText(query, limit)
      return { rows: rows.map((text) => JSON.parse(text) as Order), next }
    },
    total: (query: ListQuery) => ordersTotal(deps.db, toFilters(query)),
    // Which orders need attention depends on the time of day as well.
    dependsOnlyOnDatabase: ({ attention }: ListQuery) => attention === undefined,
  }
  mountList(contract.listStaffOrders, { ...list, exportedAs: 'orders' })
  mountCsv(exportOrders, { ...list, list: 'orders', columns: orderColumns })
}

/** No order matches two of them. */
function orderFilters(query: ListQuery, deps: RouteDeps): (SQL | undefined)[] {
  const { calendar } = deps.shop
  const { q, due = '', placed = '' } = query
  const status = OrderStatus.safeParse(query.status)
  const reason = orderAttentionReasons.find((known) => known === query.attention)
  const filter = and(
    status.success ? hasStatus(orders.status, status.data, query) : undefined,
    isCalendarDate(due) ? eq(orders.deliveryDate, due) : undefined,
    isCalendarDate(placed) ? placedOn(placed, calendar) : undefined,
    q ? matchesText(orderSearchText, q) : undefined,
  )
  if (!reason) return [filter]
  const reasons = deps.orderAttentionFiltersAt(reason, calendar, deps.clock.now())
  return reasons.map((needsAttention) => and(needsAttention, filter))
}

const placedOn = (day: CalendarDate, calendar: ShopCalendar) =>
  and(
    gte(orders.createdAt, shopInstant(calendar, day, 0)),
    lt(orders.createdAt, shopInstant(calendar, addDaysClamped(day, 1), 0)),
  )

function ordersTotal(db: Db, filters: (SQL | undefined)[]): Promise<string> {
  if (!filters[0]) return storedCount(db, 'orders')
  return countUpTo(db, selectMatching(filters))
}
