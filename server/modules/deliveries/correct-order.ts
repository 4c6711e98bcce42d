import type { Tx } from '#server/db/client.ts'
import { type OrderDraft, rewriteOrder } from '#server/modules/orders/index.ts'
import type { Random } from '#server/runtime.ts'
import { changeDelivery } from './change-delivery.ts'
import type { DeliveryDeps } from './deps.ts'

/** Rewrites an unpaid order from a new draft: delivery, items and price. */
export async function correctOrder(
  tx: Tx,
  deps: DeliveryDeps & { random: Random },
  draft: OrderDraft,
): Promise<void> {
  await changeDelivery(tx, deps, draft.id, addressAndDate(draft.details))
  await rewriteOrder(tx, deps, draft)
}

function addressAndDate(details: OrderDraft['details']) {
  const { deliveryDate, deliveryWindow, ...others } = details
  const { deliveryAddress, deliveryCity, deliveryState, deliveryZip } = others
  return {
    deliveryDate,
    deliveryWindow,
    deliveryAddress,
    deliveryCity,
    deliveryState,
    deliveryZip,
  }
}
