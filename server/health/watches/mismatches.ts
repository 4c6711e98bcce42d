import { and, eq, exists, gte, inArray, min, or, sql } from 'drizzle-orm'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { Db } from '#server/db/client.ts'
import { alerts } from '#server/modules/alerts/tables.ts'
import { mismatches, payments, refunds } from '#server/modules/payments/tables.ts'
import type { Finding } from '../finding.ts'

const RECENT_MS = 7 * 86_400_000
const MAX_REPORTED = 50
const KIND = 'payment_mismatch'

/**
 * C3: a payment has another amount, currency, mode or order than agreed. It ends when the payment was
 * settled or refunded after all; one that staff resolved is not opened again.
 */
export async function watchMismatches({ db, now }: { db: Db; now: Date }): Promise<Finding[]> {
  const { intentId, orderId, createdAt } = mismatches
  const settled = db
    .select({ found: sql`1` })
    .from(payments)
    .where(
      and(
        eq(payments.intentId, intentId),
        inArray(payments.status, ['paid', 'refunded', 'disputed']),
      ),
    )
  const refunded = db
    .select({ found: sql`1` })
    .from(refunds)
    .where(and(eq(refunds.intentId, intentId), eq(refunds.status, 'succeeded')))
  const isOver = sql<boolean>`bool_and(${or(exists(settled), exists(refunded))})`
  const rows = await db
    .select({ orderId, since: min(createdAt), isOver, what: sql<string>`min(${mismatches.what})` })
    .from(mismatches)
    .where(gte(createdAt, new Date(now.getTime() - RECENT_MS)))
    .groupBy(orderId)
    .limit(MAX_REPORTED)
  if (rows.length === 0) return []
  const reported = await readReported(db, rows)
  return rows.map(({ orderId: subject, since, isOver: hasEnded, what }) => {
    const incident = { kind: KIND, subject } as const
    if (hasEnded) return { ...incident, state: 'ended' }
    const reportedAt = reported.get(subject)
    if (reportedAt && since && reportedAt >= since) return { ...incident, state: 'unclear' }
    const message = `The payment of order ${formatOrderNumber(subject)} doesn’t match it (${what}). Compare both in the payment provider’s dashboard.`
    return { ...incident, state: 'open', message }
  })
}

/** When an alert about each order was last opened. */
async function readReported(db: Db, rows: { orderId: string }[]): Promise<Map<string, Date>> {
  const subjects = rows.map(({ orderId }) => orderId)
  const found = await db
    .select({ subject: alerts.subject, openedAt: alerts.openedAt })
    .from(alerts)
    .where(and(eq(alerts.kind, KIND), inArray(alerts.subject, subjects)))
    .orderBy(alerts.openedAt)
  return new Map(found.map(({ subject, openedAt }) => [subject, openedAt]))
}
