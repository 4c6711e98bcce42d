import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type CalendarDate, dateIn } from '#contract/calendar.ts'
import { exportOrders } from '#contract/exports.ts'
import { type ListQuery, orderNeeds } from '#contract/listing.ts'
import { type Order, OrderStatus } from '#contract/orders.ts'
import * as contract from '#contract/staff.ts'
import type { Db } from '#server/db/client.ts'
import { containing, countUpTo, keptCount } from '#server/db/keyset.ts'
import type { StaffMounts } from '#server/http/staff-mounts.ts'
import { needsAHand } from './needs.ts'
import { orderColumns } from './order-columns.ts'
import { ordersPage, orderWords } from './queries.ts'
import { orders } from './tables.ts'
import { type OrderDeps, updateOrder } from './update-order.ts'

type RouteDeps = OrderDeps & { db: Db; shop: { timeZone: string } }

export function staffOrderRoutes(
  { mount, mountList, mountCsv }: StaffMounts,
  deps: RouteDeps,
): void {
  const filterOf = (query: ListQuery) =>
    orderFilter(query, dateIn(deps.shop.timeZone, deps.clock.now()))
  const pageText = (query: ListQuery, limit: number) =>
    ordersPage(deps.db, filterOf(query), query, limit)
  const list = {
    pageText,
    async page(query: ListQuery, limit: number) {
      const { rows, next } = await pageText(query, limit)
      return { rows: rows.map((text) => JSON.parse(text) as Order), next }
    },
    total: (query: ListQuery) => ordersTotal(deps.db, filterOf(query)),
  }
  mountList(contract.listStaffOrders, list)
  mountCsv(exportOrders, { ...list, list: 'orders', columns: orderColumns })
  mount(contract.updateOrder, ({ user, params, body }) => updateOrder(deps, user, params.id, body))
}

function orderFilter({ q, status, needs }: ListQuery, today: CalendarDate): SQL | undefined {
  const known = OrderStatus.safeParse(status)
  const need = orderNeeds.find((one) => one === needs)
  return and(
    known.success ? eq(orders.status, known.data) : undefined,
    need && needsAHand(need, today),
    q ? sql`${orderWords} like ${containing(q)}` : undefined,
  )
}

function ordersTotal(db: Db, filter: SQL | undefined): Promise<string> {
  if (!filter) return keptCount(db, 'orders')
  return countUpTo(db, sql`select 1 from ${orders} where ${filter}`)
}
