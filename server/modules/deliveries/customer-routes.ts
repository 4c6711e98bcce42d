import {
  listCustomerOrders,
  listInvoices,
  readCustomerOrder,
  readInvoice,
} from '#contract/customer.ts'
import { Failure } from '#contract/errors.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import {
  getCustomerOrder,
  getCustomerOrders,
  getOrderWithDetails,
  type OrderWithDetails,
  toInvoice,
} from '#server/modules/orders/index.ts'
import type { Clock } from '#server/runtime.ts'
import { toCustomerOrder } from './customer-order.ts'

type RouteDeps = { db: Db; clock: Clock; shop: Shop }

/** What a customer sees of their own orders. */
export function customerOrderRoutes(mount: Mount, { db, clock, shop }: RouteDeps): void {
  const view = (whole: OrderWithDetails) =>
    toCustomerOrder(whole, { now: clock.now(), timeZone: shop.timeZone })
  const own = async (customerId: string, id: string) => {
    const whole = await getCustomerOrder(db, customerId, id)
    if (!whole) throw new Failure('not_found')
    return whole
  }

  mount(listCustomerOrders, async ({ user }) => (await getCustomerOrders(db, user.id)).map(view))
  mount(readCustomerOrder, async ({ user, params }) => view(await own(user.id, params.id)))
  mount(listInvoices, async ({ user }) => {
    const all = await getCustomerOrders(db, user.id)
    const frequencies = new Map(all.map(({ order }) => [order.id, order.recurringFrequency]))
    return all.map((whole) =>
      toInvoice(whole, frequencies.get(whole.order.parentOrderId ?? '') ?? null),
    )
  })
  mount(readInvoice, async ({ user, params }) => {
    const whole = await own(user.id, params.orderId)
    return toInvoice(whole, await getParentFrequency(db, whole))
  })
}

/** Rule 14: the invoice of a later delivery says how often its subscription comes. */
async function getParentFrequency(db: Db, { order }: OrderWithDetails): Promise<Frequency | null> {
  if (!order.parentOrderId) return null
  return (await getOrderWithDetails(db, order.parentOrderId))?.order.recurringFrequency ?? null
}
