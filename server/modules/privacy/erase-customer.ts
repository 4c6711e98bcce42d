import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { cancelOrder } from '#server/modules/deliveries/index.ts'
import { getRefundableRest } from '#server/modules/deposits/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { lockOrders } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { finishCreditRefunds, lockPayment, refundRest } from '#server/modules/payments/index.ts'
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
 * Erases a customer completely or not at all. Orders before their cut-off are cancelled and refunded
 * in the same transaction. A paid order that will still be delivered blocks the erasure, because it
 * needs its address.
 */
export async function eraseCustomer(deps: SubscriptionDeps, customerId: string): Promise<void> {
  const openIntents = await eraseWithRetry(deps, customerId)
  for (const { orderId, intentId } of openIntents)
    await closeCancelledIntent(deps, orderId, intentId)
}

/** An order was placed while the erasure waited for its locks. */
class NewOrderError extends Error {}

const MAX_ATTEMPTS = 5

async function eraseWithRetry(deps: SubscriptionDeps, customerId: string): Promise<OpenIntent[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.db.transaction((tx) => eraseInTx(tx, deps, customerId))
    } catch (err) {
      if (!(err instanceof NewOrderError) || attempt === MAX_ATTEMPTS) throw err
    }
  }
}

/** Returns the unpaid intents to cancel at the provider. */
async function eraseInTx(
  tx: Tx,
  deps: SubscriptionDeps,
  customerId: string,
): Promise<OpenIntent[]> {
  const ids = await lockAllOrders(tx, customerId)
  // After the orders: a transaction that writes an order may check that its customer exists.
  const [customer] = await tx
    .select()
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('update')
  if (!customer) return []
  // From here on no order of this customer can be placed.
  if ((await getOrderIds(tx, customerId)).length > ids.length) throw new NewOrderError()
  const planned = await planErasure(tx, deps, customerId)
  assertErasable(deps, planned)

  const openIntents: OpenIntent[] = []
  for (const { order } of planned.filter(({ order }) => order.isRecurring)) {
    const intentId = await cancelSubscriptionInTx(tx, deps, order.id)
    if (intentId !== undefined) openIntents.push({ orderId: order.id, intentId })
  }
  await eraseSubscriber(tx, deps, customerId)
  for (const { order, payment, step } of planned) {
    if (order.isRecurring || (step !== 'cancel' && step !== 'refund')) continue
    await cancelOrder(tx, deps, order.id)
    if (step === 'cancel' && payment?.kind !== 'tender')
      openIntents.push({ orderId: order.id, intentId: payment?.intentId ?? null })
    else if (step === 'refund' && payment) {
      const rest = await getRefundableRest(tx, order, payment)
      const reason = 'customer erased before the cut-off'
      const dedupeKey = `erase:${order.id}`
      await refundRest(tx, deps, payment, { rest, reason, dedupeKey })
    }
  }
  // Credit that is still being returned is forfeited with the balance (rule 43).
  await finishCreditRefunds(tx, deps, ids)
  await eraseOrders(tx, deps, ids)
  await deleteCustomer(tx, deps, customer)
  return openIntents
}

/** Follows the lock order of every writer: subscriptions, orders, payments, each by id. */
async function lockAllOrders(tx: Tx, customerId: string): Promise<string[]> {
  const ids = await getOrderIds(tx, customerId)
  await lockSubscriptionsOfOrders(tx, { orderIds: ids })
  await lockOrders(tx, ids)
  for (const id of ids) await lockPayment(tx, id)
  return ids
}

async function getOrderIds(tx: Tx, customerId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .orderBy(orders.id)
  return rows.map(({ id }) => id)
}
