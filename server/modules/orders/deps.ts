import type { Tx } from '#server/db/client.ts'
import type { Clock, Random } from '#server/runtime.ts'
import type { OrderRow } from './queries.ts'

export type OrderHandlers = {
  /** The first confirmation or completion, by staff; the order is as it is now. */
  confirmed(tx: Tx, order: OrderRow): Promise<void>
  /** Called off by staff. */
  cancelled(tx: Tx, order: OrderRow): Promise<void>
  /** Locks all that the order's cancellation would change: subscription, orders, payments. */
  lock(tx: Tx, orderId: string): Promise<void>
  /** Locks the subscriptions that these orders began or belong to; always before the orders. */
  lockSubscriptionsOfOrders(tx: Tx, orderIds: string[]): Promise<void>
}

export type OrderDeps = { clock: Clock; random: Random; orderHandlers: OrderHandlers }
