import { eq, type SQL, type WithSubquery } from 'drizzle-orm'
import type { PaymentStatus } from '#contract/orders.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../queries.ts'
import { canTransition } from '../rules.ts'
import { intents, payments, paymentTransitions } from '../tables.ts'

type PaidFields = Pick<PaymentRow, 'paidAt' | 'paymentMethodRef' | 'customerRef'>
/** Paid by its intent, which was read at this time and needs no further check. */
type SettledFields = PaidFields & { checkedAt: Date }
type Transition = Omit<typeof paymentTransitions.$inferSelect, 'id'>

const recordTransition = <Values extends Transition>(db: Db, param: Params<Values>) =>
  db.$with('recorded').as(
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

/** Writes the status together with the record of its transition. */
const updateStatus = <Values extends Transition>(
  db: Db,
  param: Params<Values>,
  fields?: Partial<Record<keyof PaymentRow, SQL>>,
  ...others: WithSubquery[]
) =>
  db
    .with(recordTransition(db, param), ...others)
    .update(payments)
    .set({ ...fields, status: param('to'), updatedAt: param('createdAt') })
    .where(eq(payments.orderId, param('orderId')))

const paidFields = <Values extends Transition & PaidFields>(param: Params<Values>) => ({
  paidAt: param('paidAt'),
  paymentMethodRef: param('paymentMethodRef'),
  customerRef: param('customerRef'),
})

const setStatus = preparedStatement((db, param: Params<Transition>) => updateStatus(db, param))
const setPaidStatus = preparedStatement((db, param: Params<Transition & PaidFields>) =>
  updateStatus(db, param, paidFields(param)),
)
/** Also closes the intent and records its check: one statement instead of three. */
const setSettledStatus = preparedStatement((db, param: Params<Transition & SettledFields>) => {
  const closed = db.$with('closed').as(
    db
      .update(intents)
      .set({ closedAt: param('createdAt') })
      .where(eq(intents.id, param('intentId')))
      .returning({ id: intents.id }),
  )
  const checked = { checkedAt: param('checkedAt'), readStartedAt: param('checkedAt') }
  return updateStatus(db, param, { ...paidFields(param), ...checked }, closed)
})

/**
 * Changes the status of a locked payment and records the transition. Returns false if I9 does not
 * allow it: delayed or reordered events must not move a payment back.
 */
export async function transitionPayment(
  tx: Tx,
  { clock, log }: Pick<PaymentDeps, 'clock' | 'log'>,
  payment: PaymentRow,
  to: PaymentStatus,
  paid?: PaidFields | SettledFields,
): Promise<boolean> {
  const { orderId, intentId, status: from } = payment
  if (from === to) return false
  if (!canTransition(from, to)) {
    log.warn({ orderId, from, to }, 'payment transition rejected')
    return false
  }
  const transition = { orderId, intentId, from, to, createdAt: clock.now() }
  if (!paid) await setStatus(tx, transition)
  else if ('checkedAt' in paid) await setSettledStatus(tx, { ...transition, ...paid })
  else await setPaidStatus(tx, { ...transition, ...paid })
  return true
}
