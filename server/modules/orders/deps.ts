import type { Tracking } from '#contract/tracking/tracking.ts'
import type { Tx } from '#server/db/client.ts'
import type { Clock, Random } from '#server/runtime.ts'
import type { OrderRow } from './queries.ts'

export type OrderHandlers = {
  /** Staff confirmed or completed the order for the first time. `order` is its current row. */
  confirmed(tx: Tx, order: OrderRow): Promise<void>
  /** Staff cancelled the order. */
  cancelled(tx: Tx, order: OrderRow): Promise<void>
  /** Locks every row that the cancellation would change: subscription, orders, payments. */
  lock(tx: Tx, orderId: string): Promise<void>
  /** Locks the subscriptions that these orders started or belong to; always before the orders. */
  lockSubscriptionsOfOrders(tx: Tx, orderIds: string[]): Promise<void>
}

export type OrderDeps = { clock: Clock; random: Random; orderHandlers: OrderHandlers }

/** Rule 63: follows a delivery on its route; injected, because routes come after orders. */
export type DeliveryTracker = {
  /** `onChange` is called for every change until `stop` is. */
  follow(
    orderId: string,
    onChange: () => void,
  ): Promise<{ current(): Tracking | undefined; stop(): void }>
}
