import type { Db } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import type { PaymentRow } from '../queries.ts'
import { sumTenders } from '../tenders/list-tenders.ts'
import { tenders } from '../tenders/tables.ts'
import type { AuditFinding } from './audit-finding.ts'

/** Counted apart from the card payments, because the provider knows nothing of them. */
export type TenderTotals = { ordersPaid: number; ordersDue: number; receivedCents: number }

/** Rule 39: an order is paid exactly when its tenders cover its total. */
export async function auditTenders(
  db: Db,
  payments: readonly PaymentRow[],
): Promise<{ findings: AuditFinding[]; totals: TenderTotals }> {
  const rows = await db.select().from(tenders)
  const byOrder = groupBy(rows, ({ orderId }) => orderId)
  const own = payments.filter(({ kind }) => kind === 'tender')
  const findings = own.flatMap((payment): AuditFinding[] => {
    const { orderId, status, intentId } = payment
    const receivedCents = sumTenders(byOrder.get(orderId) ?? [])
    byOrder.delete(orderId)
    const expected = receivedCents === payment.amountCents ? 'paid' : 'due'
    const isOver = receivedCents > payment.amountCents || receivedCents < 0
    if (isOver) return [{ rule: 'rule 39', id: orderId, what: 'tenders exceed the total' }]
    if (intentId) return [{ rule: 'rule 39', id: orderId, what: 'has tenders and an intent' }]
    // Its terms were not accepted yet, or never.
    const hasNoInvoice = payment.netDays !== null && payment.invoicedAt === null
    if (hasNoInvoice && receivedCents === 0 && status !== 'due' && status !== 'paid') return []
    if (status === expected && (payment.paidAt !== null) === (status === 'paid')) return []
    return [{ rule: 'rule 39', id: orderId, what: `${status} here, ${expected} by its tenders` }]
  })
  for (const orderId of byOrder.keys())
    findings.push({ rule: 'rule 39', id: orderId, what: 'tenders of an order paid by card' })
  const ordersPaid = own.filter(({ paidAt }) => paidAt !== null).length
  const receivedCents = sumTenders(rows)
  return { findings, totals: { ordersPaid, ordersDue: own.length - ordersPaid, receivedCents } }
}
