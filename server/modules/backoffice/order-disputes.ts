import { desc, eq } from 'drizzle-orm'
import { centsToText } from '#contract/money.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { Db } from '#server/db/client.ts'
import { disputes, fraudWarnings } from '#server/modules/payments/tables.ts'

/** What the holder's bank contests or reports about an order's payment, newest first. */
export async function orderDisputes(
  db: Db,
  orderId: string,
): Promise<Pick<OrderDetail, 'disputes' | 'fraudWarnings'>> {
  const contested = await db
    .select()
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .orderBy(desc(disputes.openedAt))
  const warned = await db
    .select()
    .from(fraudWarnings)
    .where(eq(fraudWarnings.orderId, orderId))
    .orderBy(desc(fraudWarnings.warnedAt))
  return {
    disputes: contested.map(({ id, amountCents, reason, state, ...moments }) => ({
      id,
      amount: centsToText(amountCents),
      reason,
      state,
      evidenceDueAt: moments.evidenceDueAt?.toISOString() ?? null,
      openedAt: moments.openedAt.toISOString(),
      closedAt: moments.closedAt?.toISOString() ?? null,
    })),
    fraudWarnings: warned.map(({ id, fraudType, isActionable, warnedAt }) => ({
      id,
      fraudType,
      isActionable,
      warnedAt: warnedAt.toISOString(),
    })),
  }
}
