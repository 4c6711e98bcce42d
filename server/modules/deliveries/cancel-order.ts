import type { Tx } from '#server/db/client.ts'
import { markCancelled } from '#server/modules/orders/index.ts'
import type { DeliveryDeps } from './deps.ts'

/** Cancels an order and its delivery. Refunds are up to the caller. */
export async function cancelOrder(tx: Tx, deps: DeliveryDeps, orderId: string): Promise<void> {
  await markCancelled(tx, deps, orderId)
  await deps.deliveryHandlers.cancelled(tx, orderId)
}
