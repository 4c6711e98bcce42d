import { gt, sql } from 'drizzle-orm'
import { centsToText } from '#contract/money.ts'
import type { Db } from '#server/db/client.ts'
import type { CardIntent, CardProvider } from '../port.ts'
import { canTransition, findMismatches } from '../rules.ts'
import { intents, payments, paymentTransitions } from '../tables.ts'
import { auditDisputes } from './audit-disputes.ts'
import type { AuditFinding } from './audit-finding.ts'

export type Audit = {
  findings: AuditFinding[]
  ordersPaid: number
  receivedCents: number
  refundedCents: number
  ledgerCents: number
}

const DAY_MS = 86_400_000

type AuditDeps = { db: Db; cards: CardProvider; livemode: boolean }

/** Reads our books and the provider's ledger side by side. Changes nothing. */
export async function auditBooks({ db, cards, livemode }: AuditDeps): Promise<Audit> {
  const findings: AuditFinding[] = []
  const rows = await db.select().from(payments)
  const byIntent = new Map(rows.flatMap((row) => (row.intentId ? [[row.intentId, row]] : [])))
  const ours = new Map((await db.select().from(intents)).map((row) => [row.id, row]))
  const chargesOfOrder = new Map<string, number>()
  let ledgerCents = 0

  const [oldest] = await db
    .select({ at: sql<Date | null>`min(${intents.createdAt})` })
    .from(intents)
  // The provider made an intent before we wrote it down, and its clock is not ours.
  const since = new Date(Math.max(0, new Date(oldest?.at ?? 0).getTime() - DAY_MS))
  for await (const intent of cards.intentsSince(since)) {
    const known = ours.get(intent.id)
    if (intent.state !== 'succeeded') continue
    const kept = intent.amountCents - intent.refundedCents
    if (!known) {
      if (kept > 0 && intent.orderId) findings.push(lostPayment(intent))
      continue
    }
    ledgerCents += kept
    if (kept > 0) {
      const count = (chargesOfOrder.get(known.orderId) ?? 0) + 1
      chargesOfOrder.set(known.orderId, count)
      if (count === 2) findings.push({ rule: 'I1', id: known.orderId, what: 'charged twice' })
    }
    const payment = byIntent.get(intent.id)
    byIntent.delete(intent.id)
    if (!payment?.paidAt) {
      if (kept > 0)
        findings.push({ rule: 'I2', id: intent.id, what: 'money here that no order has' })
      continue
    }
    for (const { what, expected, found } of findMismatches({ ...payment, livemode }, intent)) {
      findings.push({
        rule: 'I2',
        id: payment.orderId,
        what: `${what}: ${expected} here, ${found} there`,
      })
    }
    if (payment.refundedCents !== intent.refundedCents) {
      findings.push({ rule: 'I10', id: payment.orderId, what: 'refunds differ' })
    }
  }
  for (const payment of byIntent.values()) {
    if (payment.paidAt)
      findings.push({ rule: 'I2', id: payment.orderId, what: 'paid here, not there' })
  }
  findings.push(...(await auditDisputes({ db, cards }, since)), ...(await forbiddenTransitions(db)))

  const paid = rows.filter((row) => row.paidAt)
  const receivedCents = paid.reduce((sum, row) => sum + row.amountCents, 0)
  const refundedCents = paid.reduce((sum, row) => sum + row.refundedCents, 0)
  if (receivedCents - refundedCents !== ledgerCents) {
    findings.push({ rule: 'I10', id: 'all', what: 'the sums differ' })
  }
  return { findings, ordersPaid: paid.length, receivedCents, refundedCents, ledgerCents }
}

/** As after an old backup was restored: nobody here knows what the customer has paid for. */
function lostPayment({
  id,
  orderId,
  customerRef,
  amountCents,
  createdAt,
}: CardIntent): AuditFinding {
  const who = customerRef ? `customer ${customerRef}` : 'no customer'
  const when = createdAt.toISOString().slice(0, 10)
  const what = `paid there, unknown here: order ${orderId}, $${centsToText(amountCents)}, ${who}, ${when}`
  return { rule: 'I2', id, what }
}

/** I9: every step that was written down must be one that the rules allow. */
async function forbiddenTransitions(db: Db): Promise<AuditFinding[]> {
  const steps = await db.select().from(paymentTransitions).where(gt(paymentTransitions.id, 0))
  return steps
    .filter(({ from, to }) => !canTransition(from as never, to as never))
    .map(({ orderId, from, to }) => ({
      rule: 'I9' as const,
      id: orderId,
      what: `${from} to ${to}`,
    }))
}
