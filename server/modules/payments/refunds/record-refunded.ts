import { and, eq, inArray, sum } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../queries.ts'
import { payments, refunds } from '../tables.ts'

/** Stores the total that the provider has refunded. The caller has locked the payment. */
export async function recordRefunded(
  tx: Tx,
  deps: PaymentDeps,
  payment: PaymentRow,
  refundedCents: number,
): Promise<void> {
  if (refundedCents === payment.refundedCents) return
  await tx.update(payments).set({ refundedCents }).where(eq(payments.orderId, payment.orderId))
  await notifyOutsideRefund(tx, deps, payment, refundedCents)
}

/**
 * Our own refunds notify the customer when their row is done. Any amount beyond them was refunded
 * in the provider's dashboard, and the customer is notified of it here.
 */
async function notifyOutsideRefund(
  tx: Tx,
  deps: PaymentDeps,
  { orderId, intentId, refundedCents: before, outsideRefundedCents }: PaymentRow,
  refundedCents: number,
): Promise<void> {
  if (!intentId || refundedCents <= before) return
  const [row] = await tx
    .select({ cents: sum(refunds.amountCents) })
    .from(refunds)
    .where(and(eq(refunds.intentId, intentId), inArray(refunds.status, ['requested', 'succeeded'])))
  const outsideTotal = refundedCents - Number(row?.cents ?? 0)
  const outsideCents = outsideTotal - outsideRefundedCents
  if (outsideCents <= 0) return
  await tx
    .update(payments)
    .set({ outsideRefundedCents: outsideTotal })
    .where(eq(payments.orderId, orderId))
  await deps.handlers.refunded(tx, orderId, { outsideCents, outsideTotal })
}
