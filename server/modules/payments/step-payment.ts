import { eq } from 'drizzle-orm'
import type { PaymentStatus } from '#contract/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { type Given, statement } from '#server/db/statement.ts'
import type { PaymentDeps } from './deps.ts'
import type { PaymentRow } from './queries.ts'
import { canStep } from './rules.ts'
import { paymentSteps, payments } from './tables.ts'

type Step = Omit<typeof paymentSteps.$inferSelect, 'id'>

const writeDown = statement((db, given: Given<Step>) =>
  db.insert(paymentSteps).values({
    orderId: given('orderId'),
    intentId: given('intentId'),
    from: given('from'),
    to: given('to'),
    createdAt: given('createdAt'),
  }),
)

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
  const stepped = tx
    .update(payments)
    .set({ ...also, status: to, updatedAt: now })
    .where(eq(payments.orderId, orderId))
  await pipelined(stepped.execute(), writeDown(tx, { orderId, intentId, from, to, createdAt: now }))
  return true
}
