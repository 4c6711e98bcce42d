import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { creditEntries } from '#server/modules/credit/tables.ts'
import type { PaymentRow } from '../queries.ts'
import type { AuditFinding } from './audit-finding.ts'

type Sums = { usedCents: number; refundedCents: number }

/**
 * I10, counted apart from the cards: what orders used of their customers' credit and what was
 * refunded as credit are the same in the payments and in the ledger. Nothing is refunded that was
 * not paid.
 */
export async function auditCreditUse(
  db: Db,
  payments: readonly PaymentRow[],
): Promise<AuditFinding[]> {
  const sum = (isRefund: boolean) =>
    sql<number>`coalesce(sum(${creditEntries.cents}) filter
      (where (${creditEntries.kind} = 'refund') = ${isRefund}), 0)::int`
  const rows = await db
    .select({ orderId: creditEntries.orderId, used: sum(false), refundedCents: sum(true) })
    .from(creditEntries)
    .where(inArray(creditEntries.kind, ['used', 'released', 'refund']))
    .groupBy(creditEntries.orderId)
  const ledger = new Map(
    rows.map(({ orderId, used, refundedCents }) => [
      orderId,
      { usedCents: used === 0 ? 0 : -used, refundedCents },
    ]),
  )
  const findings: AuditFinding[] = []
  const find = (id: string, what: string) => findings.push({ rule: 'I10', id, what })
  for (const payment of payments) {
    const { orderId: id, amountCents, creditCents, refundedCents, creditRefundedCents } = payment
    const sums: Sums = ledger.get(id) ?? { usedCents: 0, refundedCents: 0 }
    ledger.delete(id)
    if (sums.usedCents !== creditCents)
      find(id, `${creditCents} cents paid by credit, ${sums.usedCents} in the ledger`)
    if (sums.refundedCents !== creditRefundedCents)
      find(
        id,
        `${creditRefundedCents} cents refunded as credit, ${sums.refundedCents} in the ledger`,
      )
    if (payment.paidAt && refundedCents + creditRefundedCents > amountCents + creditCents)
      find(id, 'more was refunded than paid')
    if (payment.status === 'covered' && (amountCents !== 0 || payment.intentId))
      find(id, 'covered by credit, but has something to charge')
  }
  for (const [id, { usedCents }] of ledger)
    if (usedCents !== 0) find(id ?? 'none', 'credit used by an order that has no payment')
  return findings
}
