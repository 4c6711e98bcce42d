import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ListQuery } from '#contract/listing.ts'
import { OrderStatus } from '#contract/orders.ts'
import * as contract from '#contract/staff.ts'
import type { Db } from '#server/db/client.ts'
import { containing, countUpTo, keptCount } from '#server/db/keyset.ts'
import type { Mount } from '#server/http/mount.ts'
import type { MountList } from '#server/http/mount-list.ts'
import type { Clock, Random } from '#server/world.ts'
import { toOrderView } from './order-view.ts'
import { ordersPage, orderWords } from './queries.ts'
import { orders } from './tables.ts'
import { updateOrder } from './update-order.ts'

type RouteDeps = { db: Db; clock: Clock; random: Random }

export function staffOrderRoutes(mount: Mount, mountList: MountList, deps: RouteDeps): void {
  mountList(contract.listStaffOrders, {
    async page(query, limit) {
      const { page, next } = await ordersPage(deps.db, filterOf(query), query.cursor, limit)
      return { rows: page.map((whole) => toOrderView(whole, true)), next }
    },
    total: (query) => ordersTotal(deps.db, query),
  })
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
