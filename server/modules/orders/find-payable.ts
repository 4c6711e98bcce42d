import type { Db } from '#server/db/client.ts'
import type { FindPayable } from '#server/modules/payments/index.ts'
import { getOrderWithDetails } from './queries.ts'

/** What paying an order needs to know of it. */
export function payableOrders(db: Db): FindPayable {
  return async (orderId) => {
    const whole = await getOrderWithDetails(db, orderId)
    if (!whole) return undefined
    const { order, customer } = whole
    return {
      isCancelled: order.status === 'cancelled',
      isRecurring: order.isRecurring,
      customer: customer
        ? { id: customer.id, email: customer.email, name: order.customerName ?? customer.email }
        : undefined,
    }
  }
}
