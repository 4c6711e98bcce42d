import { eq } from 'drizzle-orm'
import type { PaymentStatus } from '#contract/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../queries.ts'
import { canTransition } from '../rules.ts'
import { payments, paymentTransitions } from '../tables.ts'

type Transition = Omit<typeof paymentTransitions.$inferSelect, 'id'>

const insertTransition = preparedStatement((db, param: Params<Transition>) =>
  db.insert(paymentTransitions).values({
    orderId: param('orderId'),
    intentId: param('intentId'),
    from: param('from'),
    to: param('to'),
    createdAt: param('createdAt'),
  }),
)

/**
 * Moves a locked payment on, and writes the step down. A step that I9 does not allow is not taken:
 * late and shuffled news must not turn the books back.
 */
export async function transitionPayment(
  tx: Tx,
  { clock, log }: Pick<PaymentDeps, 'clock' | 'log'>,
  payment: PaymentRow,
  to: PaymentStatus,
  also: Partial<PaymentRow> = {},
): Promise<boolean> {
  const { orderId, intentId, status: from } = payment
  if (from === to) return false
  if (!canTransition(from, to)) {
    log.warn({ orderId, from, to }, 'payment step refused')
    return false
  }
  const now = clock.now()
  const stepped = tx
    .update(payments)
    .set({ ...also, status: to, updatedAt: now })
    .where(eq(payments.orderId, orderId))
  await pipelined(
    stepped.execute(),
    insertTransition(tx, { orderId, intentId, from, to, createdAt: now }),
  )
  return true
}
