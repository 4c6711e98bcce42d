import type { Db } from '#server/db/client.ts'
import type { FindPayable } from '#server/modules/payments/index.ts'
import { getOrderWithDetails } from './queries.ts'

/** Provides the order data that the payments module needs. */
export function payableOrders(db: Db): FindPayable {
  return async (orderId) => {
    const details = await getOrderWithDetails(db, orderId)
    if (!details) return undefined
    const { order, customer } = details
    return {
      isCancelled: order.status === 'cancelled',
      isRecurring: order.isRecurring,
      customer: customer
        ? { id: customer.id, email: customer.email, name: order.customerName ?? customer.email }
        : undefined,
    }
  }
}
