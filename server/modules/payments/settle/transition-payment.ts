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
 * Changes the status of a locked payment and records the transition. Returns false if I9 does not
 * allow it: delayed or reordered events must not move a payment back.
 */
export async function transitionPayment(
  tx: Tx,
  { clock, log }: Pick<PaymentDeps, 'clock' | 'log'>,
  payment: PaymentRow,
  to: PaymentStatus,
  fields: Partial<PaymentRow> = {},
): Promise<boolean> {
  const { orderId, intentId, status: from } = payment
  if (from === to) return false
  if (!canTransition(from, to)) {
    log.warn({ orderId, from, to }, 'payment transition rejected')
    return false
  }
  const now = clock.now()
  const update = tx
    .update(payments)
    .set({ ...fields, status: to, updatedAt: now })
    .where(eq(payments.orderId, orderId))
  await pipelined(
    update.execute(),
    insertTransition(tx, { orderId, intentId, from, to, createdAt: now }),
  )
  return true
}
