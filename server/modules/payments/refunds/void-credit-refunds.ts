import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { takeBackCredit } from '#server/modules/credit/index.ts'
import type { PaymentDeps, PaymentHandlers } from '../deps.ts'
import { lockPayment, type PaymentRow } from '../queries.ts'
import { payments, refunds } from '../tables.ts'
import { listTenders, sumTenders } from '../tenders/list-tenders.ts'

type VoidDeps = Pick<PaymentDeps, 'clock'> & {
  handlers: Pick<PaymentHandlers, 'findCustomerId' | 'refundRejected'>
}
type RefundRow = typeof refunds.$inferSelect

export const PAYMENT_REVERSED = 'The refunded payment was reversed.'

/**
 * Rule 44: no more goes back than came in. If money that was received bounces, refunds as credit that
 * it no longer covers end as failed, the latest first, and their credit is taken back. A refund whose
 * credit was spent stays. The caller has locked the payment. Returns what is still not covered.
 */
export async function voidCreditRefunds(
  tx: Tx,
  deps: VoidDeps,
  payment: PaymentRow,
  receivedCents: number,
): Promise<number> {
  const { orderId, creditCents, refundedCents } = payment
  const rows = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.destination, 'credit'),
        ne(refunds.status, 'failed'),
      ),
    )
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .for('update')
  const asCreditCents = rows.reduce((sum, row) => sum + row.amountCents, 0)
  let uncoveredCents = refundedCents + asCreditCents - receivedCents - creditCents
  for (const row of rows) {
    if (uncoveredCents <= 0) break
    if (await voidRefund(tx, deps, row)) uncoveredCents -= row.amountCents
  }
  return Math.max(0, uncoveredCents)
}

/** Voids the refunds of an order that is cancelled unpaid, after its payment had been reversed. */
export async function voidUnpaidRefunds(tx: Tx, deps: VoidDeps, orderId: string): Promise<void> {
  const payment = await lockPayment(tx, orderId)
  if (payment?.kind !== 'tender' || payment.paidAt !== null) return
  const receivedCents = sumTenders(await listTenders(tx, [orderId]))
  await voidCreditRefunds(tx, deps, payment, receivedCents)
}

async function voidRefund(tx: Tx, deps: VoidDeps, refund: RefundRow): Promise<boolean> {
  const { id, orderId, amountCents: cents } = refund
  if (refund.status === 'succeeded') {
    const customerId = await deps.handlers.findCustomerId(tx, orderId)
    if (!customerId) return false
    const entry = {
      customerId,
      cents,
      kind: 'refund',
      orderId,
      dedupeKey: `refund:${id}:void`,
    } as const
    if ((await takeBackCredit(tx, deps, entry)) === 0) return false
    await tx
      .update(payments)
      .set({ creditRefundedCents: sql`${payments.creditRefundedCents} - ${cents}` })
      .where(eq(payments.orderId, orderId))
  }
  await tx
    .update(refunds)
    .set({
      status: 'failed',
      // Once the order is paid again, the same refund may be requested again.
      dedupeKey: `${refund.dedupeKey}:void:${id}`,
      lastError: PAYMENT_REVERSED,
      updatedAt: deps.clock.now(),
    })
    .where(eq(refunds.id, id))
  await deps.handlers.refundRejected(tx, { refundId: id, reason: PAYMENT_REVERSED })
  return true
}
