import type { Db } from '#server/db/client.ts'
import type { CardProvider } from '../port.ts'
import { disputes, intents } from '../tables.ts'
import type { AuditFinding } from './audit-finding.ts'

/** I10: every dispute at the provider about a payment of ours is in the books, in the same state. */
export async function auditDisputes(
  { db, cards }: { db: Db; cards: CardProvider },
  since: Date,
): Promise<AuditFinding[]> {
  const ours = new Set((await db.select({ id: intents.id }).from(intents)).map(({ id }) => id))
  const known = new Map((await db.select().from(disputes)).map((row) => [row.id, row]))
  const findings: AuditFinding[] = []
  for await (const { id, intentId, state, amountCents } of cards.disputesSince(since)) {
    if (!intentId || !ours.has(intentId)) continue
    const row = known.get(id)
    known.delete(id)
    const what = describeMismatch(row, { state, amountCents })
    if (what) findings.push({ rule: 'I10', id, what })
  }
  for (const { id, openedAt } of known.values()) {
    if (openedAt >= since) findings.push({ rule: 'I10', id, what: 'dispute here, not there' })
  }
  return findings
}

type Terms = { state: string; amountCents: number }

function describeMismatch(here: Terms | undefined, there: Terms): string | undefined {
  if (!here) return `dispute there (${there.state}), not here`
  if (here.state !== there.state) return `dispute: ${here.state} here, ${there.state} there`
  if (here.amountCents === there.amountCents) return undefined
  return `dispute: ${here.amountCents} cents here, ${there.amountCents} there`
}
