import { addDays } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { confirmPaidOrder } from '#server/modules/orders/index.ts'
import { invoicePayment } from '#server/modules/payments/index.ts'
import { type SubscriptionDeps, updateCycleRow } from '#server/modules/subscriptions/index.ts'
import type { ChargeContext } from './charge-context.ts'

/**
 * Rule 39: ends a due cycle with an invoice. No intent exists, the order is confirmed with payment
 * status `due`, and the cycle is decided: tenders pay the order, not the cycle.
 */
export async function invoiceDelivery(
  tx: Tx,
  deps: SubscriptionDeps,
  { cycle, order, payment, netDays }: ChargeContext,
): Promise<void> {
  if (netDays === null) throw new Error(`order ${order.id} has no invoice terms`)
  const today = shopDate(deps.shop.calendar, deps.clock.now())
  const dueOn = addDays(today, netDays)
  if (await invoicePayment(tx, deps, payment, { netDays, dueOn }))
    await confirmPaidOrder(tx, deps, order.id, async () => {})
  await updateCycleRow(tx, deps, cycle, {
    status: 'invoiced',
    reason: null,
    dueAt: null,
    leasedUntil: null,
  })
}
