import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { addDaysWithin, type CalendarDate, instantIn, isCalendarDate } from '#contract/calendar.ts'
import { exportOrders } from '#contract/exports.ts'
import { type ListQuery, orderNeeds } from '#contract/listing.ts'
import { type Order, OrderStatus } from '#contract/orders.ts'
import * as contract from '#contract/staff.ts'
import type { Db } from '#server/db/client.ts'
import { contain, countUpTo, keptCount } from '#server/db/keyset.ts'
import type { StaffMounts } from '#server/http/staff-mounts.ts'
import type { OrderDeps } from './deps.ts'
import { needDays, needsAHand } from './needs.ts'
import { orderColumns } from './order-columns.ts'
import { ordersPage, orderWords } from './queries.ts'
import { orders } from './tables.ts'
import { updateOrder } from './update-order.ts'

type RouteDeps = OrderDeps & { db: Db; shop: { timeZone: string } }

export function staffOrderRoutes(
  { mount, mountList, mountCsv }: StaffMounts,
  deps: RouteDeps,
): void {
  const filterOf = (query: ListQuery) => orderFilter(query, deps.shop.timeZone, deps.clock.now())
  const pageText = (query: ListQuery, limit: number) =>
    ordersPage(deps.db, filterOf(query), query, limit)
  const list = {
    pageText,
    async page(query: ListQuery, limit: number) {
      const { rows, next } = await pageText(query, limit)
      return { rows: rows.map((text) => JSON.parse(text) as Order), next }
    },
    total: (query: ListQuery) => ordersTotal(deps.db, filterOf(query)),
    // What is due, and so who needs a hand, depends on the hour.
    isTimeless: ({ needs }: ListQuery) => needs === undefined,
  }
  mountList(contract.listStaffOrders, { ...list, exportedAs: 'orders' })
  mountCsv(exportOrders, { ...list, list: 'orders', columns: orderColumns })
  mount(contract.updateOrder, ({ user, params, body: { refund, ...change } }) =>
    updateOrder(deps, user, params.id, { ...change, ...(refund && { refund: 'required' }) }),
  )
}

function orderFilter(query: ListQuery, timeZone: string, now: Date): SQL | undefined {
  const { q, due = '', placed = '' } = query
  const status = OrderStatus.safeParse(query.status)
  const need = orderNeeds.find((one) => one === query.needs)
  return and(
    status.success ? eq(orders.status, status.data) : undefined,
    need && needsAHand(need, needDays(timeZone, now)),
    isCalendarDate(due) ? eq(orders.deliveryDate, due) : undefined,
    isCalendarDate(placed) ? placedOn(placed, timeZone) : undefined,
    q ? contain(orderWords, q) : undefined,
  )
}

const placedOn = (day: CalendarDate, timeZone: string) =>
  and(
    gte(orders.createdAt, instantIn(timeZone, day, 0)),
    lt(orders.createdAt, instantIn(timeZone, addDaysWithin(day, 1), 0)),
  )

function ordersTotal(db: Db, filter: SQL | undefined): Promise<string> {
  if (!filter) return keptCount(db, 'orders')
  return countUpTo(db, sql`select 1 from ${orders} where ${filter}`)
}
