import { eq } from 'drizzle-orm'
import { creditToUse } from '#contract/credit-use.ts'
import type { Tx } from '#server/db/client.ts'
import { reserveCredit } from '#server/modules/credit/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { lockPayment } from '../queries.ts'
import { payments } from '../tables.ts'
import { listTenders, sumTenders } from '../tenders/list-tenders.ts'
import { applyTenders } from '../tenders/record-tender.ts'

type ClockDeps = Pick<PaymentDeps, 'clock'>

/** Rule 43: a cancelled order, or one that failed for good, gives its credit back if it is unpaid. */
export async function releaseCredit(
  tx: Tx,
  deps: ClockDeps,
  orderId: string,
  { isStillPayable = false } = {},
): Promise<void> {
  const payment = await lockPayment(tx, orderId)
  if (!payment || payment.creditCents === 0 || payment.paidAt !== null) return
  const release = { orderId, customerId: null, hasReserved: true, choose: () => 0 }
  await reserveCredit(tx, deps, release)
  // A cancelled order keeps its amount: a charge in flight must match it to be refunded.
  const amountCents = payment.amountCents + (isStillPayable ? payment.creditCents : 0)
  await tx
    .update(payments)
    .set({ creditCents: 0, amountCents })
    .where(eq(payments.orderId, orderId))
}

/**
 * A cancelled order becomes payable again: it gets credit again, as far as there is any and money
 * that was received for it leaves something to pay.
 */
export async function restoreCredit(
  tx: Tx,
  deps: ClockDeps,
  {
    id: orderId,
    customerId,
    totalCents,
  }: { id: string; customerId: string | null; totalCents: number },
): Promise<void> {
  const payment = await lockPayment(tx, orderId)
  if (!payment || payment.paidAt !== null) return
  if (payment.amountCents + payment.creditCents === totalCents) return
  // Only the engine can confirm an order without a charge, and not one that has an intent.
  const needsCard = payment.kind !== 'cycle' || payment.intentId !== null
  const receivedCents = sumTenders(await listTenders(tx, [orderId]))
  const choose = (availableCents: number) =>
    receivedCents > 0
      ? Math.min(availableCents, totalCents - receivedCents)
      : creditToUse({ totalCents, availableCents, needsCard })
  const reserve = { orderId, customerId, hasReserved: true, choose }
  const creditCents = (await reserveCredit(tx, deps, reserve)) ?? 0
  const amountCents = totalCents - creditCents
  await tx
    .update(payments)
    .set({ creditCents, amountCents, updatedAt: deps.clock.now() })
    .where(eq(payments.orderId, orderId))
  // Tenders received earlier may pay the rest (rule 39).
  if (receivedCents > 0) await applyTenders(tx, deps, { ...payment, amountCents })
}
