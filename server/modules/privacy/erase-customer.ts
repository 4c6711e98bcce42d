import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { cancelOrder } from '#server/modules/deliveries/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { lockOrder } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { lockPayment, requestRefund } from '#server/modules/payments/index.ts'
import {
  cancelSubscriptionInTx,
  closeCancelledIntent,
  eraseSubscriber,
  lockSubscriptionsOfOrders,
  type SubscriptionDeps,
} from '#server/modules/subscriptions/index.ts'
import { deleteCustomer } from './delete-customer.ts'
import { eraseOrders } from './erase-orders.ts'
import { assertErasable, planErasure } from './plan-erasure.ts'

type OpenIntent = { orderId: string; intentId: string | null }

/**
 * Erases a customer, wholly or not at all. What can still be cancelled is cancelled and refunded in
 * the same transaction; a paid order that will be delivered refuses the erasure, because it would be
 * left without an address.
 */
export async function eraseCustomer(deps: SubscriptionDeps, customerId: string): Promise<void> {
  const open = await deps.db.transaction((tx) => eraseInTx(tx, deps, customerId))
  for (const { orderId, intentId } of open) await closeCancelledIntent(deps, orderId, intentId)
}

/** Gives the unpaid intents that the provider must cancel. */
async function eraseInTx(
  tx: Tx,
  deps: SubscriptionDeps,
  customerId: string,
): Promise<OpenIntent[]> {
  const [gone] = await tx.select().from(customers).where(eq(customers.id, customerId)).for('update')
  if (!gone) return []
  const ids = await lockOrders(tx, customerId)
  const planned = await planErasure(tx, deps, customerId)
  assertErasable(deps, planned)

  const open: OpenIntent[] = []
  for (const { order } of planned.filter(({ order }) => order.isRecurring)) {
    const intentId = await cancelSubscriptionInTx(tx, deps, order.id)
    if (intentId !== undefined) open.push({ orderId: order.id, intentId })
  }
  await eraseSubscriber(tx, deps, customerId)
  for (const { order, payment, refundableCents, step } of planned) {
    if (order.isRecurring || (step !== 'cancel' && step !== 'refund')) continue
    await cancelOrder(tx, deps, order.id)
    if (step === 'cancel') open.push({ orderId: order.id, intentId: payment?.intentId ?? null })
    else if (payment?.intentId) {
      await requestRefund(tx, deps, {
        orderId: order.id,
        intentId: payment.intentId,
        amountCents: refundableCents,
        reason: 'customer erased before the cut-off',
        dedupeKey: `erase:${order.id}`,
      })
    }
  }
  await eraseOrders(tx, ids)
  await deleteCustomer(tx, deps, gone)
  return open
}

/** Subscriptions, then orders, then payments, each by id: the order in which every writer locks them. */
async function lockOrders(tx: Tx, customerId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .orderBy(orders.id)
  const ids = rows.map(({ id }) => id)
  await lockSubscriptionsOfOrders(tx, { orderIds: ids })
  for (const id of ids) await lockOrder(tx, id)
  for (const id of ids) await lockPayment(tx, id)
  return ids
}
