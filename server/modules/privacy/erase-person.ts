import { eq, inArray } from 'drizzle-orm'
import { auditEntries } from '#server/modules/audit/tables.ts'
import { customers, loginRequests } from '#server/modules/identity/tables.ts'
import { ordersOfCustomer } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { payers } from '#server/modules/payments/tables.ts'
import { cancelSubscription, type SubscriptionDeps } from '#server/modules/subscriptions/index.ts'

/** What stays of an order is what the books need: number, items, sums and dates. */
const nobody = {
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  deliveryAddress: null,
  deliveryCity: '',
  deliveryState: '',
  deliveryZip: '',
}

/**
 * Subscriptions are cancelled first, so that nothing is charged to somebody whom we no longer know;
 * then the person goes, and with them their sessions.
 */
export async function erasePerson(deps: SubscriptionDeps, customerId: string): Promise<void> {
  for (const { order } of await ordersOfCustomer(deps.db, customerId)) {
    const isOpen = order.isRecurring && order.status !== 'cancelled'
    if (isOpen) await cancelSubscription(deps, customerId, order.id)
  }
  await deps.db.transaction(async (tx) => {
    const [gone] = await tx
      .select()
      .from(customers)
      .where(eq(customers.id, customerId))
      .for('update')
    if (!gone) return
    const ids = (
      await tx.select({ id: orders.id }).from(orders).where(eq(orders.customerId, customerId))
    ).map(({ id }) => id)
    await tx
      .update(auditEntries)
      .set({ personal: null })
      .where(inArray(auditEntries.subjectId, [customerId, ...ids]))
    await tx.update(orders).set(nobody).where(eq(orders.customerId, customerId))
    await tx.delete(loginRequests).where(eq(loginRequests.email, gone.email))
    await tx.delete(payers).where(eq(payers.customerId, customerId))
    await tx.delete(customers).where(eq(customers.id, customerId))
  })
}
