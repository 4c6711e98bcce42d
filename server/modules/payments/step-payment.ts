import { eq } from 'drizzle-orm'
import type { PaymentStatus } from '#contract/orders.ts'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from './deps.ts'
import type { PaymentRow } from './queries.ts'
import { canStep } from './rules.ts'
import { paymentSteps, payments } from './tables.ts'

/**
 * Moves a locked payment on, and writes the step down. A step that I9 does not allow is not taken:
 * late and shuffled news must not turn the books back.
 */
export async function stepPayment(
  tx: Tx,
  { clock, log }: Pick<PaymentDeps, 'clock' | 'log'>,
  payment: PaymentRow,
  to: PaymentStatus,
  also: Partial<PaymentRow> = {},
): Promise<boolean> {
  const { orderId, intentId, status: from } = payment
  if (from === to) return false
  if (!canStep(from, to)) {
    log.warn({ orderId, from, to }, 'payment step refused')
    return false
  }
  const now = clock.now()
  await tx
    .update(payments)
    .set({ ...also, status: to, updatedAt: now })
    .where(eq(payments.orderId, orderId))
  await tx.insert(paymentSteps).values({ orderId, intentId, from, to, createdAt: now })
  return true
}
