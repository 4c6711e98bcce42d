import { gt, sql } from 'drizzle-orm'
import { centsToText } from '#contract/money.ts'
import type { Db } from '#server/db/client.ts'
import type { CardIntent, CardProvider } from '../port.ts'
import type { PaymentRow } from '../queries.ts'
import { canTransition, findMismatches } from '../rules.ts'
import { intents, payments, paymentTransitions } from '../tables.ts'
import { auditCreditUse } from './audit-credit-use.ts'
import { auditDisputes } from './audit-disputes.ts'
import type { AuditFinding } from './audit-finding.ts'
import { auditTenders, type TenderTotals } from './audit-tenders.ts'

export type Audit = {
  findings: AuditFinding[]
  ordersPaid: number
  /** Paid with account credit alone (rule 43). */
  ordersCovered: number
  creditUsedCents: number
  receivedCents: number
  refundedCents: number
  ledgerCents: number
  tenders: TenderTotals
}

const DAY_MS = 86_400_000

type AuditDeps = { db: Db; cards: CardProvider; livemode: boolean }

/** Compares our books with the provider's ledger. Read-only. */
export async function auditBooks({ db, cards, livemode }: AuditDeps): Promise<Audit> {
  const findings: AuditFinding[] = []
  const rows = await db.select().from(payments)
  const byIntent = new Map(rows.flatMap((row) => (row.intentId ? [[row.intentId, row]] : [])))
  const ownIntents = new Map((await db.select().from(intents)).map((row) => [row.id, row]))
  const chargesByOrder = new Map<string, number>()
  let ledgerCents = 0

  const [oldest] = await db
    .select({ at: sql<Date | null>`min(${intents.createdAt})` })
    .from(intents)
  // The provider creates an intent before we record it, and its clock may differ from ours.
  const since = new Date(Math.max(0, new Date(oldest?.at ?? 0).getTime() - DAY_MS))
  for await (const intent of cards.intentsSince(since)) {
    const known = ownIntents.get(intent.id)
    if (intent.state !== 'succeeded') continue
    const netCents = intent.amountCents - intent.refundedCents
    if (!known) {
      if (netCents > 0 && intent.orderId) findings.push(lostPayment(intent))
      continue
    }
    ledgerCents += netCents
    if (netCents > 0) {
      const count = (chargesByOrder.get(known.orderId) ?? 0) + 1
      chargesByOrder.set(known.orderId, count)
      if (count === 2) findings.push({ rule: 'I1', id: known.orderId, what: 'charged twice' })
    }
    const payment = byIntent.get(intent.id)
    byIntent.delete(intent.id)
    if (!payment?.paidAt) {
      if (netCents > 0)
        findings.push({ rule: 'I2', id: intent.id, what: 'payment without an order' })
      continue
    }
    for (const { what, expected, found } of findMismatches({ ...payment, livemode }, intent)) {
      findings.push({
        rule: 'I2',
        id: payment.orderId,
        what: `${what}: ${expected} here, ${found} at provider`,
      })
    }
    if (payment.refundedCents !== intent.refundedCents) {
      findings.push({ rule: 'I10', id: payment.orderId, what: 'refunds differ' })
    }
  }
  for (const payment of byIntent.values()) {
    if (payment.paidAt)
      findings.push({ rule: 'I2', id: payment.orderId, what: 'paid here, not at provider' })
  }
  const tenderAudit = await auditTenders(db, rows)
  findings.push(
    ...(await auditDisputes({ db, cards }, since)),
    ...(await forbiddenTransitions(db)),
    ...tenderAudit.findings,
    ...(await auditCreditUse(db, rows)),
  )

  // Orders paid with tenders, or with credit in full, have no charge and are counted apart.
  const paidOrCovered = rows.filter((row) => row.paidAt && row.kind !== 'tender')
  const paid = paidOrCovered.filter((row) => !isCovered(row))
  const receivedCents = paid.reduce((sum, row) => sum + row.amountCents, 0)
  const refundedCents = paid.reduce((sum, row) => sum + row.refundedCents, 0)
  if (receivedCents - refundedCents !== ledgerCents) {
    findings.push({ rule: 'I10', id: 'all', what: "totals don't match" })
  }
  return {
    findings,
    ordersPaid: paid.length,
    ordersCovered: paidOrCovered.length - paid.length,
    creditUsedCents: paidOrCovered.reduce((sum, row) => sum + row.creditCents, 0),
    receivedCents,
    refundedCents,
    ledgerCents,
    tenders: tenderAudit.totals,
  }
}

const isCovered = (row: PaymentRow) => row.amountCents === 0

/** A payment that is missing here, for example after an old backup was restored. */
function lostPayment({
  id,
  orderId,
  customerRef,
  amountCents,
  createdAt,
}: CardIntent): AuditFinding {
  const customer = customerRef ? `customer ${customerRef}` : 'no customer'
  const date = createdAt.toISOString().slice(0, 10)
  const what = `paid at provider, unknown here: order ${orderId}, $${centsToText(amountCents)}, ${customer}, ${date}`
  return { rule: 'I2', id, what }
}

/** I9: every recorded transition must be allowed by the rules. */
async function forbiddenTransitions(db: Db): Promise<AuditFinding[]> {
  const rows = await db.select().from(paymentTransitions).where(gt(paymentTransitions.id, 0))
  return rows
    .filter(({ from, to }) => !canTransition(from as never, to as never))
    .map(({ orderId, from, to }) => ({
      rule: 'I9' as const,
      id: orderId,
      what: `${from} to ${to}`,
    }))
}
