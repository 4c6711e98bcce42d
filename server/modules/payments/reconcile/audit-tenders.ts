import type { Db } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { invoiceEntries } from '../invoices/tables.ts'
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
    const own = byOrder.get(orderId) ?? []
    const receivedCents = sumTenders(own)
    byOrder.delete(orderId)
    const paidBackCents = own.reduce((sum, row) => sum - (row.refundId ? row.amountCents : 0), 0)
    if (paidBackCents !== payment.refundedCents)
      return [{ rule: 'rule 39', id: orderId, what: 'refunds differ from what was paid back' }]
    const isCovered = receivedCents === payment.amountCents
    const expected = isCovered ? (status === 'refunded' ? status : 'paid') : 'due'
    const isOver = receivedCents > payment.amountCents || receivedCents < 0
    if (isOver) return [{ rule: 'rule 39', id: orderId, what: 'tenders exceed the total' }]
    if (intentId) return [{ rule: 'rule 39', id: orderId, what: 'has tenders and an intent' }]
    // Its terms were not accepted yet, or never.
    const hasNoInvoice = payment.netDays !== null && payment.invoicedAt === null
    if (hasNoInvoice && receivedCents === 0 && status !== 'due' && status !== 'paid') return []
    if (status === expected && (payment.paidAt !== null) === isCovered) return []
    return [{ rule: 'rule 39', id: orderId, what: `${status} here, ${expected} by its tenders` }]
  })
  findings.push(...(await auditAccounts(db, own, rows)))
  for (const orderId of byOrder.keys())
    findings.push({ rule: 'rule 39', id: orderId, what: 'tenders of an order paid by card' })
  const ordersPaid = own.filter(({ paidAt }) => paidAt !== null).length
  const receivedCents = sumTenders(rows)
  return { findings, totals: { ordersPaid, ordersDue: own.length - ordersPaid, receivedCents } }
}

/** I10: the account of each invoiced order has its amount and what was received for it. */
async function auditAccounts(
  db: Db,
  payments: readonly PaymentRow[],
  rows: readonly (typeof tenders.$inferSelect)[],
): Promise<AuditFinding[]> {
  const entries = groupBy(await db.select().from(invoiceEntries), ({ orderId }) => orderId)
  const received = groupBy(rows, ({ orderId }) => orderId)
  const find = (id: string, what: string): AuditFinding => ({ rule: 'I10', id, what })
  return payments.flatMap(({ orderId: id, amountCents, invoicedAt }): AuditFinding[] => {
    const own = entries.get(id) ?? []
    const posted = (kind: string) =>
      own.reduce((sum, entry) => sum + (entry.kind === kind ? entry.cents : 0), 0)
    if (invoicedAt === null) return own.length > 0 ? [find(id, 'in an account, not invoiced')] : []
    const tenderCents = sumTenders(received.get(id) ?? [])
    if (posted('invoiced') !== amountCents) return [find(id, 'another amount in the account')]
    if (posted('received') + tenderCents !== 0)
      return [find(id, 'other payments in the account than received')]
    const openCents = amountCents - tenderCents
    const cancelledCents = posted('cancelled')
    const isSound = cancelledCents === 0 || cancelledCents + openCents === 0
    return isSound ? [] : [find(id, 'cancelled in part in the account')]
  })
}
