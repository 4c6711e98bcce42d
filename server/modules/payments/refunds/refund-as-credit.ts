import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { addCredit } from '#server/modules/credit/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { lockPayment, type PaymentRow } from '../queries.ts'
import { transitionPayment } from '../settle/transition-payment.ts'
import { payments, refunds } from '../tables.ts'
import { alertRefundFailed, endRefundAlert } from './alert-refund.ts'

type RefundRow = typeof refunds.$inferSelect

const NO_CUSTOMER = 'The customer was deleted, so there is no account for the credit.'

/** Carries out a refund as credit, in one transaction: the provider has no part in it. */
export function refundAsCredit(deps: PaymentDeps, refund: RefundRow): Promise<void> {
  return deps.db.transaction((tx) => refundAsCreditInTx(tx, deps, refund))
}

/**
 * Carries out what is still to be refunded as credit on these orders, also while it could be
 * withdrawn. An erasure does so before the account is gone, and the credit is forfeited with the rest
 * of the balance.
 */
export async function finishCreditRefunds(
  tx: Tx,
  deps: PaymentDeps,
  orderIds: string[],
): Promise<void> {
  if (orderIds.length === 0) return
  const rows = await tx
    .select()
    .from(refunds)
    .where(
      and(
        inArray(refunds.orderId, orderIds),
        eq(refunds.destination, 'credit'),
        eq(refunds.status, 'requested'),
      ),
    )
    .orderBy(refunds.id)
  for (const row of rows) await refundAsCreditInTx(tx, deps, row)
}

async function refundAsCreditInTx(
  tx: Tx,
  deps: PaymentDeps,
  { id, orderId }: RefundRow,
): Promise<void> {
  await deps.handlers.lock(tx, orderId)
  const payment = await lockPayment(tx, orderId)
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')))
    .for('update')
  if (!payment || !refund) return
  const customerId = await deps.handlers.findCustomerId(tx, orderId)
  if (!customerId) return failRefund(tx, deps, refund)
  const { amountCents: cents } = refund
  const now = deps.clock.now()
  await tx
    .update(refunds)
    .set({ status: 'succeeded', lastError: null, updatedAt: now })
    .where(eq(refunds.id, id))
  await tx
    .update(payments)
    .set({ creditRefundedCents: sql`${payments.creditRefundedCents} + ${cents}` })
    .where(eq(payments.orderId, orderId))
  if (['covered', 'paid'].includes(payment.status) && isAllRefunded(payment, cents))
    await transitionPayment(tx, deps, payment, 'refunded')
  await endRefundAlert(tx, deps, orderId)
  await deps.handlers.refunded(tx, orderId, { refundId: id })
  const dedupeKey = `refund:${id}`
  await addCredit(tx, deps, { customerId, orderId, cents, kind: 'refund', dedupeKey })
}

/**
 * Whether nothing is left after this refund. What the card paid must be back on the card, because
 * the provider decides its state (I2); tenders may be refunded as credit.
 */
function isAllRefunded(payment: PaymentRow, cents: number): boolean {
  const { kind, amountCents, creditCents, refundedCents } = payment
  const asCreditCents = payment.creditRefundedCents + cents
  if (kind === 'tender') return refundedCents + asCreditCents >= amountCents + creditCents
  return asCreditCents >= creditCents && refundedCents >= amountCents
}

async function failRefund(tx: Tx, deps: PaymentDeps, refund: RefundRow): Promise<void> {
  await tx
    .update(refunds)
    .set({ status: 'failed', lastError: NO_CUSTOMER, updatedAt: deps.clock.now() })
    .where(eq(refunds.id, refund.id))
  await deps.handlers.refundRejected(tx, { refundId: refund.id, reason: NO_CUSTOMER })
  await alertRefundFailed(tx, deps, refund, NO_CUSTOMER)
}
