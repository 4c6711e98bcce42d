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
import { groupBy } from '#server/group-by.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import {
  type CustomerOrderDetails,
  getCustomerOrder,
  getCustomerOrders,
  getOrderWithDetails,
  type OrderWithDetails,
  toInvoice,
} from '#server/modules/orders/index.ts'
import { listTenders, toTenders } from '#server/modules/payments/index.ts'
import type { Clock } from '#server/runtime.ts'
import { toCustomerOrder } from './customer-order.ts'

type RouteDeps = { db: Db; clock: Clock; shop: Shop }

export function customerOrderRoutes(mount: Mount, { db, clock, shop }: RouteDeps): void {
  const view = (details: CustomerOrderDetails) =>
    toCustomerOrder(details, { now: clock.now(), calendar: shop.calendar })
  const getOwn = async (customerId: string, id: string) => {
    const details = await getCustomerOrder(db, customerId, id)
    if (!details) throw new Failure('not_found')
    return details
  }

  mount(listCustomerOrders, async ({ user }) => (await getCustomerOrders(db, user.id)).map(view))
  mount(readCustomerOrder, async ({ user, params }) => view(await getOwn(user.id, params.id)))
  mount(listInvoices, async ({ user }) => {
    const all = await getCustomerOrders(db, user.id)
    const frequencies = new Map(all.map(({ order }) => [order.id, order.recurringFrequency]))
    const tenders = groupBy(await listTenders(db, [...frequencies.keys()]), (row) => row.orderId)
    return all.map((details) =>
      toInvoice(
        details,
        frequencies.get(details.order.parentOrderId ?? '') ?? null,
        toTenders(tenders.get(details.order.id) ?? []),
      ),
    )
  })
  mount(readInvoice, async ({ user, params }) => {
    const details = await getOwn(user.id, params.orderId)
    const tenders = toTenders(await listTenders(db, [details.order.id]))
    return toInvoice(details, await getParentFrequency(db, details), tenders)
  })
}

/** Rule 14: the invoice of a renewal shows its subscription's frequency. */
async function getParentFrequency(db: Db, { order }: OrderWithDetails): Promise<Frequency | null> {
  if (!order.parentOrderId) return null
  return (await getOrderWithDetails(db, order.parentOrderId))?.order.recurringFrequency ?? null
}
