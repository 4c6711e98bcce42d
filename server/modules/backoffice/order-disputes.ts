import { desc, eq } from 'drizzle-orm'
import { centsToText } from '#contract/money.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { Db } from '#server/db/client.ts'
import { disputes, fraudWarnings } from '#server/modules/payments/disputes/tables.ts'

/** Returns the disputes and fraud warnings of an order's payment, newest first. */
export async function orderDisputes(
  db: Db,
  orderId: string,
): Promise<Pick<OrderDetail, 'disputes' | 'fraudWarnings'>> {
  const disputeRows = await db
    .select()
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .orderBy(desc(disputes.openedAt))
  const warningRows = await db
    .select()
    .from(fraudWarnings)
    .where(eq(fraudWarnings.orderId, orderId))
    .orderBy(desc(fraudWarnings.warnedAt))
  return {
    disputes: disputeRows.map(({ id, amountCents, reason, state, ...timestamps }) => ({
      id,
      amount: centsToText(amountCents),
      reason,
      state,
      evidenceDueAt: timestamps.evidenceDueAt?.toISOString() ?? null,
      openedAt: timestamps.openedAt.toISOString(),
      closedAt: timestamps.closedAt?.toISOString() ?? null,
    })),
    fraudWarnings: warningRows.map(({ id, fraudType, isActionable, warnedAt }) => ({
      id,
      fraudType,
      isActionable,
      warnedAt: warnedAt.toISOString(),
    })),
  }
}
