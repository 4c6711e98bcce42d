import { and, eq, type SQL, sql } from 'drizzle-orm'
import { exportOrders } from '#contract/exports.ts'
import type { ListQuery } from '#contract/listing.ts'
import { OrderStatus } from '#contract/orders.ts'
import * as contract from '#contract/staff.ts'
import type { Db } from '#server/db/client.ts'
import { containing, countUpTo, keptCount } from '#server/db/keyset.ts'
import type { StaffMounts } from '#server/http/staff-mounts.ts'
import type { Clock, Random } from '#server/world.ts'
import { orderColumns } from './order-columns.ts'
import { toOrderView } from './order-view.ts'
import { ordersPage, orderWords } from './queries.ts'
import { orders } from './tables.ts'
import { updateOrder } from './update-order.ts'

type RouteDeps = { db: Db; clock: Clock; random: Random }

export function staffOrderRoutes(
  { mount, mountList, mountCsv }: StaffMounts,
  deps: RouteDeps,
): void {
  const list = {
    async page(query: ListQuery, limit: number) {
      const { page, next } = await ordersPage(deps.db, filterOf(query), query.cursor, limit)
      return { rows: page.map((whole) => toOrderView(whole, true)), next }
    },
    total: (query: ListQuery) => ordersTotal(deps.db, query),
  }
  mountList(contract.listStaffOrders, list)
  mountCsv(exportOrders, { ...list, list: 'orders', columns: orderColumns })
  mount(contract.updateOrder, ({ user, params, body }) => updateOrder(deps, user, params.id, body))
}

function filterOf({ q, status }: ListQuery): SQL | undefined {
  const known = OrderStatus.safeParse(status)
  return and(
    known.success ? eq(orders.status, known.data) : undefined,
    q ? sql`${orderWords} like ${containing(q)}` : undefined,
  )
}

function ordersTotal(db: Db, query: ListQuery): Promise<string> {
  const filter = filterOf(query)
  if (!filter) return keptCount(db, 'orders')
  return countUpTo(db, sql`select 1 from ${orders} where ${filter}`)
}
