import { updateOrder as updateOrderCall } from '#contract/staff/staff.ts'
import type { Db } from '#server/db/client.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { OrderDeps } from '#server/modules/orders/index.ts'
import { updateOrder } from './update-order.ts'

/** Staff set the statuses of an order and of its delivery in one call. */
export function deliveryRoutes(mount: Mount, deps: OrderDeps & { db: Db }): void {
  mount(updateOrderCall, ({ user, params, body: { refund, ...change } }) =>
    updateOrder(deps, user, params.id, { ...change, ...(refund && { refund: 'required' }) }),
  )
}
