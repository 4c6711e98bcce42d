import { and, eq, inArray, like, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { auditEntries } from '#server/modules/audit/tables.ts'
import { schedules } from '#server/modules/delivery/tables.ts'
import { customers, loginRequests } from '#server/modules/identity/tables.ts'
import { ordersOfCustomer } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { payers, refunds } from '#server/modules/payments/tables.ts'
import {
  cancelSubscription,
  forgetSubscriber,
  type SubscriptionDeps,
} from '#server/modules/subscriptions/index.ts'

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
    await forgetSubscriber(tx, deps, customerId)
    await forgetInAudit(tx, customerId, ids)
    await tx.update(schedules).set({ notes: null }).where(inArray(schedules.orderId, ids))
    await tx
      .update(refunds)
      .set({ reason: 'given back by staff' })
      .where(and(inArray(refunds.orderId, ids), like(refunds.dedupeKey, 'staff:%')))
    await tx.update(orders).set(nobody).where(eq(orders.customerId, customerId))
    await tx.delete(loginRequests).where(eq(loginRequests.email, gone.email))
    await tx.delete(payers).where(eq(payers.customerId, customerId))
    await tx.delete(customers).where(eq(customers.id, customerId))
  })
}

/** What was done stays; what it said of the person goes, also where a delivery is long deleted. */
async function forgetInAudit(tx: Tx, customerId: string, orderIds: string[]): Promise<void> {
  const orderOf = (values: 'before' | 'after') =>
    inArray(sql`${auditEntries[values]} ->> 'orderId'`, orderIds)
  const deliveries = tx
    .select({ id: auditEntries.subjectId })
    .from(auditEntries)
    .where(or(orderOf('before'), orderOf('after')))
  await tx
    .update(auditEntries)
    .set({ personal: null })
    .where(
      or(
        inArray(auditEntries.subjectId, [customerId, ...orderIds]),
        inArray(auditEntries.subjectId, deliveries),
      ),
    )
}
