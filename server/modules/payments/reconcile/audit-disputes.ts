import type { Db } from '#server/db/client.ts'
import { disputes } from '../disputes/tables.ts'
import type { CardProvider } from '../port.ts'
import { intents } from '../tables.ts'
import type { AuditFinding } from './audit-finding.ts'

/** I10: every dispute of our payments at the provider is in our books, in the same state. */
export async function auditDisputes(
  { db, cards }: { db: Db; cards: CardProvider },
  since: Date,
): Promise<AuditFinding[]> {
  const ownIntentIds = new Set(
    (await db.select({ id: intents.id }).from(intents)).map(({ id }) => id),
  )
  const known = new Map((await db.select().from(disputes)).map((row) => [row.id, row]))
  const findings: AuditFinding[] = []
  for await (const { id, intentId, state, amountCents } of cards.disputesSince(since)) {
    if (!intentId || !ownIntentIds.has(intentId)) continue
    const row = known.get(id)
    known.delete(id)
    const what = describeMismatch(row, { state, amountCents })
    if (what) findings.push({ rule: 'I10', id, what })
  }
  for (const { id, openedAt } of known.values()) {
    if (openedAt >= since) findings.push({ rule: 'I10', id, what: 'dispute here, not at provider' })
  }
  return findings
}

type Terms = { state: string; amountCents: number }

function describeMismatch(row: Terms | undefined, dispute: Terms): string | undefined {
  if (!row) return `dispute at provider (${dispute.state}), not here`
  if (row.state !== dispute.state) {
    return `dispute: ${row.state} here, ${dispute.state} at provider`
  }
  if (row.amountCents === dispute.amountCents) return undefined
  return `dispute: ${row.amountCents} cents here, ${dispute.amountCents} at provider`
}
