import { eq, type SQL } from 'drizzle-orm'
import type { PaymentStatus } from '#contract/orders.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../queries.ts'
import { canTransition } from '../rules.ts'
import { payments, paymentTransitions } from '../tables.ts'

type PaidFields = Pick<PaymentRow, 'paidAt' | 'paymentMethodRef' | 'customerRef'>
type Transition = Omit<typeof paymentTransitions.$inferSelect, 'id'>

/** Writes the status together with the record of its transition. */
const updateStatus = <Values extends Transition>(
  db: Db,
  param: Params<Values>,
  fields?: { [Field in keyof PaidFields]: SQL },
) => {
  const recorded = db.$with('recorded').as(
    db
      .insert(paymentTransitions)
      .values({
        orderId: param('orderId'),
        intentId: param('intentId'),
        from: param('from'),
        to: param('to'),
        createdAt: param('createdAt'),
      })
      .returning({ id: paymentTransitions.id }),
  )
  return db
    .with(recorded)
    .update(payments)
    .set({ ...fields, status: param('to'), updatedAt: param('createdAt') })
    .where(eq(payments.orderId, param('orderId')))
}

const setStatus = preparedStatement((db, param: Params<Transition>) => updateStatus(db, param))
const setPaidStatus = preparedStatement((db, param: Params<Transition & PaidFields>) =>
  updateStatus(db, param, {
    paidAt: param('paidAt'),
    paymentMethodRef: param('paymentMethodRef'),
    customerRef: param('customerRef'),
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
  paid?: PaidFields,
): Promise<boolean> {
  const { orderId, intentId, status: from } = payment
  if (from === to) return false
  if (!canTransition(from, to)) {
    log.warn({ orderId, from, to }, 'payment transition rejected')
    return false
  }
  const transition = { orderId, intentId, from, to, createdAt: clock.now() }
  await (paid ? setPaidStatus(tx, { ...transition, ...paid }) : setStatus(tx, transition))
  return true
}
