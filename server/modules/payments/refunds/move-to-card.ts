import { eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { creditBalance, takeBackCredit } from '#server/modules/credit/index.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../queries.ts'
import { payments, refunds } from '../tables.ts'
import { getRefundable } from './refundable.ts'

export type RefundRow = typeof refunds.$inferSelect

/** Why a refund as credit cannot go to the card; undefined if it can. */
export async function whyNotToCard(
  db: DbOrTx,
  payment: PaymentRow,
  refund: RefundRow,
  customerId: string,
): Promise<'not_by_card' | 'credit_used' | undefined> {
  // Of a disputed payment the bank has the money.
  if (payment.status !== 'paid' || !payment.intentId) return 'not_by_card'
  const { cardCents } = await getRefundable(db, payment, { without: refund.id })
  if (refund.amountCents > cardCents) return 'not_by_card'
  if (refund.status === 'requested') return undefined
  return (await creditBalance(db, customerId)) < refund.amountCents ? 'credit_used' : undefined
}

/**
 * Turns a refund as credit into one to the card. Its credit is taken back with an entry of its own,
 * so the ledger and the books keep both. It gets a new id, by which the provider and its email know
 * it. The caller has locked order, payment and refund.
 */
export async function moveToCard(
  tx: Tx,
  deps: Pick<PaymentDeps, 'clock' | 'random'>,
  payment: PaymentRow,
  refund: RefundRow,
  { customerId, dedupeKey }: { customerId: string; dedupeKey: string },
): Promise<void> {
  const reason = await whyNotToCard(tx, payment, refund, customerId)
  if (reason) throw new Failure(reason)
  const { id, orderId, amountCents: cents } = refund
  if (refund.status === 'succeeded') {
    const entry = { customerId, cents, orderId, kind: 'refund', dedupeKey: `refund:${id}:card` }
    // Spent since it was read: the balance is known for sure only under its lock.
    if ((await takeBackCredit(tx, deps, { ...entry, kind: 'refund' })) === 0)
      throw new Failure('credit_used')
    await tx
      .update(payments)
      .set({ creditRefundedCents: sql`${payments.creditRefundedCents} - ${cents}` })
      .where(eq(payments.orderId, orderId))
  }
  const now = deps.clock.now()
  await tx
    .update(refunds)
    .set({
      id: deps.random.uuid(),
      destination: 'card',
      intentId: payment.intentId,
      status: 'requested',
      dedupeKey,
      attempts: 0,
      lastError: null,
      dueAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .where(eq(refunds.id, id))
  await tx.execute(sql`select pg_notify('carboy_refund', '')`)
}
