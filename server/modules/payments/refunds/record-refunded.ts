import { and, eq, inArray, sum } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../queries.ts'
import { payments, refunds } from '../tables.ts'

/** How much of a payment the provider has refunded, whoever asked for it; the payment is locked. */
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
 * A refund of ours is announced when its row is done. What the provider has refunded beyond all of
 * ours was refunded there by hand, and the customer hears of it as well.
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
