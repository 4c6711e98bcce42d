import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { auditEntries } from '#server/modules/audit/tables.ts'
import { creditEntries } from '#server/modules/credit/tables.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { cases } from './tables.ts'

type Finding = { rule: 'rule 66'; id: string; what: string }

/** Rule 66: every answer has its credit, refund or redelivery, and nothing was given without one. Read-only. */
export async function auditCases(db: DbOrTx): Promise<Finding[]> {
  return [
    ...(await answersWithoutCredit(db)),
    ...(await answersWithoutRefund(db)),
    ...(await answersWithoutStop(db)),
    ...(await creditWithoutAnswer(db)),
    ...(await inconsistentStates(db)),
  ]
}

const toFindings = (rows: { id: string }[], what: string): Finding[] =>
  rows.map(({ id }) => ({ rule: 'rule 66', id, what }))

const answeredWith = (outcome: 'credit' | 'refund' | 'redelivery', more: SQL | undefined) =>
  and(eq(cases.state, 'answered'), eq(cases.outcome, outcome), more)

/** The key has the number of earlier answers (staff/answer-case.ts). */
const creditKey = sql`'case:' || ${cases.id} || ':' || (${cases.answers} - 1)`

async function answersWithoutCredit(db: DbOrTx): Promise<Finding[]> {
  const rows = await db
    .select({ id: cases.id })
    .from(cases)
    .leftJoin(creditEntries, eq(creditEntries.dedupeKey, creditKey))
    .where(
      answeredWith(
        'credit',
        or(isNull(creditEntries.id), sql`${creditEntries.cents} <> ${cases.amountCents}`),
      ),
    )
  return toFindings(rows, 'answered with credit that the ledger does not have')
}

/** A refund answers its case when it is done; until then the case is open and has its id. */
async function answersWithoutRefund(db: DbOrTx): Promise<Finding[]> {
  const isUndone = or(isNull(refunds.id), ne(refunds.status, 'succeeded'))
  const hasOtherAmount = sql`${refunds.amountCents} <> ${cases.amountCents}`
  const isNotOnItsWay = or(isNull(refunds.id), ne(refunds.status, 'requested'))
  const rows = await db
    .select({ id: cases.id, state: cases.state })
    .from(cases)
    .leftJoin(refunds, and(eq(refunds.id, cases.refundId), eq(refunds.orderId, cases.orderId)))
    .where(
      or(
        answeredWith('refund', or(isUndone, hasOtherAmount)),
        and(eq(cases.state, 'open'), sql`${cases.refundId} is not null`, isNotOnItsWay),
      ),
    )
  const isOpen = ({ state }: { state: string }) => state === 'open'
  return [
    ...toFindings(
      rows.filter((row) => !isOpen(row)),
      'answered with a refund that was not made',
    ),
    ...toFindings(rows.filter(isOpen), 'waits for a refund that is not on its way'),
  ]
}

/** Staff may delete a stop after it was completed. */
async function answersWithoutStop(db: DbOrTx): Promise<Finding[]> {
  const wasCompleted = sql`exists (select 1 from ${auditEntries}
    where ${auditEntries.subjectId} = ${cases.scheduleId}
      and ${auditEntries.action} = 'schedule.deleted'
      and ${auditEntries.before} ->> 'status' = 'completed')`
  const rows = await db
    .select({ id: cases.id })
    .from(cases)
    .leftJoin(
      schedules,
      and(eq(schedules.id, cases.scheduleId), eq(schedules.orderId, cases.orderId)),
    )
    .where(
      answeredWith(
        'redelivery',
        or(
          eq(schedules.status, 'cancelled'),
          and(isNull(schedules.id), sql`not coalesce(${wasCompleted}, false)`),
        ),
      ),
    )
  return toFindings(rows, 'answered with a redelivery that has no stop')
}

/** An erasure deletes cases and keeps the ledger, so only customers who are still here are compared. */
async function creditWithoutAnswer(db: DbOrTx): Promise<Finding[]> {
  const rows = await db
    .select({ id: sql<string>`${creditEntries.id}::text` })
    .from(creditEntries)
    .innerJoin(customers, eq(customers.id, creditEntries.customerId))
    .leftJoin(
      cases,
      sql`${creditEntries.dedupeKey} like 'case:' || ${cases.id} || ':%'
        and split_part(${creditEntries.dedupeKey}, ':', 3)::int < ${cases.answers}
        and ${cases.orderId} = ${creditEntries.orderId}`,
    )
    .where(and(sql`starts_with(${creditEntries.dedupeKey}, 'case:')`, isNull(cases.id)))
  return toFindings(rows, 'credit for a case that does not have this answer')
}

async function inconsistentStates(db: DbOrTx): Promise<Finding[]> {
  const isAnswered = eq(cases.state, 'answered')
  const rows = await db
    .select({ id: cases.id })
    .from(cases)
    .where(
      sql`(${isAnswered} and ${cases.answeredAt} is null)
        or (${isAnswered} and (${cases.outcome} is null or ${cases.answers} = 0))
        or (${isAnswered}) <> (${cases.queueKey} like '1 %')`,
    )
  return toFindings(rows, 'state and answer do not match')
}
