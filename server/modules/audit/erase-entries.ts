import { eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { auditEntries } from './tables.ts'

/** Clears personal values of these orders, also of their schedules that were deleted. */
export async function eraseOrderEntries(tx: Tx, orderIds: string[]): Promise<void> {
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

export async function eraseCustomerEntries(tx: Tx, customerId: string): Promise<void> {
  await tx
    .update(auditEntries)
    .set({ personal: null })
    .where(eq(auditEntries.subjectId, customerId))
}
