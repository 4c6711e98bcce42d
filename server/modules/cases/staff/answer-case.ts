import { eq } from 'drizzle-orm'
import type { CaseKind } from '#contract/cases/cases.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { CaseAnswer, StaffCase } from '#contract/staff/cases.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { grantCreditInTx } from '#server/modules/credit/index.ts'
import { refundOrderInTx } from '#server/modules/deposits/index.ts'
import { createScheduleInTx } from '#server/modules/dispatch/index.ts'
import { lockOrder, type OrderRow } from '#server/modules/orders/index.ts'
import { lockPayment } from '#server/modules/payments/index.ts'
import type { CaseDeps } from '../deps.ts'
import { findCase, toStaffCase } from '../queries.ts'
import { queueAnswer } from '../queue-answer.ts'
import { queueKey } from '../rules.ts'
import { cases } from '../tables.ts'

type StoredCase = typeof cases.$inferSelect
type Result = Partial<Pick<StoredCase, 'amountCents' | 'refundId' | 'scheduleId'>>

/**
 * Rule 66: answers a case once. Of two colleagues the second gets a 409, and nothing is given twice.
 * A refund leaves the case open until it is done; the other outcomes happen in this transaction.
 */
export async function answerCase(
  deps: CaseDeps,
  actor: Actor,
  id: string,
  answer: CaseAnswer,
): Promise<StaffCase> {
  await deps.db.transaction(async (tx) => {
    const { row, order } = await lockCase(tx, id)
    const result = await carryOut(tx, deps, actor, { row, order, answer })
    const now = deps.clock.now()
    const isDone = answer.outcome !== 'refund'
    const [after] = await tx
      .update(cases)
      .set({
        scheduleId: null,
        ...result,
        outcome: answer.outcome,
        message: answer.message,
        answeredBy: actor.email,
        problem: null,
        ...(isDone && {
          state: 'answered',
          answeredAt: now,
          queueKey: queueKey('answered', now),
          answers: row.answers + 1,
        }),
      })
      .where(eq(cases.id, id))
      .returning()
    if (!after) throw new Failure('not_found')
    await recordAuditEntry(tx, deps, actor, {
      action: 'order.case_answered',
      subjectId: order.id,
      before: {},
      after: { kind: row.kind, outcome: answer.outcome },
    })
    if (isDone) await queueAnswer(tx, deps, after)
  })
  return getStaffCase(deps, id)
}

export async function getStaffCase({ db }: Pick<CaseDeps, 'db'>, id: string): Promise<StaffCase> {
  const row = await findCase(db, eq(cases.id, id))
  if (!row) throw new Failure('not_found')
  return toStaffCase(row)
}

/** Locks order, payment and case, in the order in which refunds lock them. */
async function lockCase(tx: Tx, id: string): Promise<{ row: StoredCase; order: OrderRow }> {
  const found = await findCase(tx, eq(cases.id, id))
  if (!found) throw new Failure('not_found')
  const order = await lockOrder(tx, found.case.orderId)
  await lockPayment(tx, found.case.orderId)
  const [row] = await tx.select().from(cases).where(eq(cases.id, id)).for('update')
  if (!row || !order) throw new Failure('not_found')
  if (row.state === 'answered') throw new Failure('case_answered')
  if (row.refundId)
    throw new Failure('case_answered', 'A refund for this case is already on its way.')
  return { row, order }
}

const kindTexts: Record<CaseKind, string> = {
  damaged: 'damaged',
  missing: 'missing',
  'wrong-count': 'wrong count',
  other: 'other',
}

type Answering = { row: StoredCase; order: OrderRow; answer: CaseAnswer }

async function carryOut(
  tx: Tx,
  deps: CaseDeps,
  actor: Actor,
  { row, order, answer }: Answering,
): Promise<Result> {
  const reason = `Problem reported: ${kindTexts[row.kind]}`
  switch (answer.outcome) {
    case 'credit': {
      const { customerId, id: orderId } = order
      if (!customerId) throw new Failure('not_found')
      const { amount, kind } = answer
      const dedupeKey = `case:${row.id}:${row.answers}`
      const grant = { amount, kind, reason, orderId, dedupeKey, isEmailed: false }
      await grantCreditInTx(tx, deps, actor, customerId, grant)
      return { amountCents: amount }
    }
    case 'refund': {
      const refund = { ...answer.refund, reason }
      const { refundId, amountCents } = await refundOrderInTx(tx, deps, actor, order.id, refund)
      if (!refundId) throw new Error('a refund of a case was split')
      return { refundId, amountCents }
    }
    case 'redelivery': {
      const { scheduledDate } = answer
      assertNotPast(deps, scheduledDate)
      const stop = {
        orderId: order.id,
        truckId: null,
        scheduledDate,
        scheduledTime: null,
        notes: `Redelivery (${kindTexts[row.kind]})`,
      }
      const { id: scheduleId } = await createScheduleInTx(tx, deps, actor, stop)
      return { scheduleId }
    }
    case 'closed':
      return {}
  }
}

function assertNotPast({ shop, clock }: CaseDeps, date: string): void {
  if (date >= shopDate(shop.calendar, clock.now())) return
  const message = 'Choose today or a later date'
  throw new Failure('invalid', message, { scheduledDate: message })
}
