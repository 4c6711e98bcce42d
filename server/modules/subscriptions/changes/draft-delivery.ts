import type { Tx } from '#server/db/client.ts'
import { priceItems } from '#server/modules/catalog/index.ts'
import { findDeposit } from '#server/modules/deposits/index.ts'
import type { OrderDraft } from '#server/modules/orders/index.ts'
import { findTax } from '#server/modules/tax/index.ts'
import { keepWindow } from '#server/modules/zones/index.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { type CycleRow, getFirstOrder, type LockedSubscription } from '../queries.ts'

/** The order of a delivery as the subscription is now, at the prices of these lines. */
export async function draftDelivery(
  tx: Tx,
  { shop }: Pick<SubscriptionDeps, 'shop'>,
  { subscription }: LockedSubscription,
  delivery: { date: string; lines: OrderDraft['lines']; cycleRow: CycleRow | undefined },
): Promise<Omit<OrderDraft, 'id'>> {
  const { date, lines, cycleRow } = delivery
  // Rule 67: the first delivery of an imported subscription is its first order.
  const isFirst = cycleRow?.orderId === subscription.id
  const { customerId, customerName, customerPhone } = subscription
  const { deliveryAddress, deliveryCity, deliveryState, deliveryZip } = subscription
  const window = cycleRow?.deliveryWindow ?? subscription.deliveryWindow
  const first = await getFirstOrder(tx, subscription.id)
  const taxOn = await findTax(tx, shop, subscription)
  const deposit = await findDeposit(tx, shop, customerId, cycleRow?.orderId)
  return {
    parentOrderId: subscription.id,
    details: {
      customerId,
      customerName,
      customerEmail: first?.customerEmail ?? null,
      customerPhone,
      deliveryAddress,
      deliveryCity,
      deliveryState,
      deliveryZip,
      deliveryDate: date,
      // Rule 46: a date without this window is delivered at any time of its day.
      deliveryWindow: await keepWindow(tx, window, { zip: deliveryZip, date }),
      // Rule 14: only the first order counts as recurring.
      isRecurring: isFirst,
      recurringFrequency: isFirst ? subscription.frequency : null,
    },
    price: priceItems(lines, true, { tax: taxOn(date), deposit }),
    lines,
  }
}
