import { and, eq, inArray, like, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { auditEntries } from '#server/modules/audit/tables.ts'
import { eraseAddresses } from '#server/modules/deliveries/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { consents } from '#server/modules/subscriptions/tables.ts'

/** Personal fields. Number, items, amounts and dates remain for accounting. */
const erasedFields = {
  customerName: null,
  customerEmail: null,
  customerPhone: null,
}

/** Erases personal data from these orders and their schedules, refunds and audit entries. */
export async function eraseOrders(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await eraseInAudit(tx, ids)
  await tx.update(schedules).set({ notes: null }).where(inArray(schedules.orderId, ids))
  await tx
    .update(refunds)
    .set({ reason: 'Refunded by staff' })
    .where(and(inArray(refunds.orderId, ids), like(refunds.dedupeKey, 'staff:%')))
  // Includes orders that never became a subscription.
  await tx.update(consents).set({ ip: null }).where(inArray(consents.orderId, ids))
  await eraseAddresses(tx, ids)
  await tx
    .update(orders)
    // Increments the version, so that an open form or undo cannot restore the order.
    .set({ ...erasedFields, version: sql`${orders.version} + 1` })
    .where(inArray(orders.id, ids))
}

/** Clears personal values in the audit log, also for schedules that were deleted. */
async function eraseInAudit(tx: Tx, orderIds: string[]): Promise<void> {
  const hasOrder = (values: 'before' | 'after') =>
    inArray(sql`${auditEntries[values]} ->> 'orderId'`, orderIds)
  const deliveries = tx
    .select({ id: auditEntries.subjectId })
    .from(auditEntries)
    .where(or(hasOrder('before'), hasOrder('after')))
  await tx
    .update(auditEntries)
    .set({ personal: null })
    .where(
      or(inArray(auditEntries.subjectId, orderIds), inArray(auditEntries.subjectId, deliveries)),
    )
}

export async function eraseCustomerInAudit(tx: Tx, customerId: string): Promise<void> {
  await tx
    .update(auditEntries)
    .set({ personal: null })
    .where(eq(auditEntries.subjectId, customerId))
}
