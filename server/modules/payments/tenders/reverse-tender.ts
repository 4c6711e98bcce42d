import { and, eq } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Random } from '#server/runtime.ts'
import { lockPayment } from '../queries.ts'
import { voidCreditRefunds } from '../refunds/void-credit-refunds.ts'
import { listTenders, sumTenders } from './list-tenders.ts'
import { applyTenders, type TenderDeps } from './record-tender.ts'
import { tenders } from './tables.ts'

/**
 * Takes a tender back with a negative row: it was entered by mistake, or the check bounced. An order
 * that is no longer covered is due again, and loses the credit that was refunded for the money.
 */
export function reverseTender(
  deps: TenderDeps & { random: Random },
  actor: Actor,
  orderId: string,
  reversal: { tenderId: string; reason: string },
): Promise<void> {
  return deps.db.transaction((tx) => reverseTenderInTx(tx, deps, actor, orderId, reversal))
}

export async function reverseTenderInTx(
  tx: Tx,
  deps: Omit<TenderDeps, 'db'> & { random: Random },
  actor: Actor,
  orderId: string,
  { tenderId, reason }: { tenderId: string; reason: string },
): Promise<void> {
  const { isCancelled } = await deps.handlers.lock(tx, orderId)
  const payment = await lockPayment(tx, orderId)
  const [mistaken] = await tx
    .select()
    .from(tenders)
    .where(and(eq(tenders.id, tenderId), eq(tenders.orderId, orderId)))
  if (!payment || !mistaken || mistaken.reversesId || mistaken.refundId)
    throw new Failure('not_found')
  const [known] = await tx.select().from(tenders).where(eq(tenders.reversesId, tenderId))
  if (known) throw new Failure('already_reversed')
  const leftCents = sumTenders(await listTenders(tx, [orderId])) - mistaken.amountCents
  // An amount paid back as a tender stays covered by the tenders received.
  if (leftCents < payment.refundedCents) throw new Failure('already_refunded')
  const uncoveredCents = await voidCreditRefunds(tx, deps, payment, leftCents)
  // An open order is due again, which makes up for the credit. No one owes for a cancelled one.
  if (isCancelled && uncoveredCents > 0) throw new Failure('already_refunded', CREDIT_SPENT)
  const now = deps.clock.now()
  await tx.insert(tenders).values({
    ...mistaken,
    id: deps.random.uuid(),
    amountCents: -mistaken.amountCents,
    receivedOn: shopDate(deps.shop.calendar, now),
    reference: reason,
    reversesId: tenderId,
    staffId: actor.id,
    staffEmail: actor.email,
    createdAt: now,
  })
  await applyTenders(tx, deps, payment)
  await recordAuditEntry(tx, deps, actor, {
    action: 'order.payment_reversed',
    subjectId: orderId,
    before: { amountCents: mistaken.amountCents, method: mistaken.method },
    after: { reason },
  })
}

const CREDIT_SPENT =
  'This order was refunded as credit, and the customer has spent it. Set the order back to confirmed first: then it is due again.'
