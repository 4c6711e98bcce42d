import type { Tx } from '#server/db/client.ts'
import { markCancelled } from '#server/modules/orders/index.ts'
import type { DeliveryDeps } from './deps.ts'

/** The order is cancelled and its delivery does not come; the money is the caller's concern. */
export async function cancelOrder(tx: Tx, deps: DeliveryDeps, orderId: string): Promise<void> {
  await markCancelled(tx, deps, orderId)
  await deps.deliveryHandlers.cancelled(tx, orderId)
}
