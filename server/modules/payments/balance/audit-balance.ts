import { and, eq, lt, min } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import type { CardProvider } from '../port.ts'
import type { AuditFinding } from '../reconcile/audit-finding.ts'
import { intents } from '../tables.ts'
import { findDifferences } from './find-differences.ts'
import { lastBalanceRun } from './read-balance.ts'
import { balanceTransactions } from './tables.ts'

type AuditDeps = {
  db: Db
  clock: Clock
  cards: CardProvider
  account?: string
  livemode: boolean
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MAX_FINDINGS = 1_000

/** Rule 65: our copy has every balance transaction of the provider, and they add up. Read-only. */
export async function auditBalance(
  deps: AuditDeps,
): Promise<{ findings: AuditFinding[]; balanceCents: number }> {
  const { db, account = '' } = deps
  const readAt = await lastBalanceRun(deps)
  const t = balanceTransactions
  const rows = await db
    .select({ id: t.id, amount: t.amountCents, net: t.netCents, currency: t.currency })
    .from(t)
    .where(eq(t.account, account))
  const balanceCents = rows
    .filter(({ currency }) => currency === 'usd')
    .reduce((sum, { net }) => sum + net, 0)
  if (!readAt) return { findings: [], balanceCents }

  const span = { from: new Date(0), to: new Date(readAt.getTime() + DAY_MS) }
  const differences = await findDifferences(deps, span, MAX_FINDINGS)
  const findings = differences.map(({ id, message }) => toFinding(id, message.replace(/\.$/, '')))
  return { findings: [...findings, ...(await compareRows(deps, readAt))], balanceCents }
}

/** Rows that either side lacks, or that differ. The latest hour may not have been read yet. */
async function compareRows(
  { db, cards, account = '' }: AuditDeps,
  readAt: Date,
): Promise<AuditFinding[]> {
  const t = balanceTransactions
  const until = new Date(readAt.getTime() - HOUR_MS)
  const [oldest] = await db.select({ at: min(intents.createdAt) }).from(intents)
  if (!oldest?.at) return []
  const known = await db
    .select({ id: t.id, amount: t.amountCents, net: t.netCents })
    .from(t)
    .where(and(eq(t.account, account), lt(t.createdAt, until)))
  const ours = new Map(known.map((row) => [row.id, row]))
  const findings: AuditFinding[] = []
  for await (const theirs of cards.balanceTransactions(
    new Date(oldest.at.getTime() - DAY_MS),
    until,
  )) {
    const row = ours.get(theirs.id)
    ours.delete(theirs.id)
    if (!row) findings.push(toFinding(theirs.id, `${theirs.category} at provider, not here`))
    else if (row.amount !== theirs.amountCents || row.net !== theirs.netCents)
      findings.push(toFinding(theirs.id, 'amount differs from the provider'))
  }
  for (const id of ours.keys()) findings.push(toFinding(id, 'transaction here, not at provider'))
  return findings
}

const toFinding = (id: string, what: string): AuditFinding => ({ rule: 'rule 65', id, what })
