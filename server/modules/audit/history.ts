import { desc, eq } from 'drizzle-orm'
import type { AuditEntry } from '#contract/staff.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { auditEntries } from './tables.ts'

const NEWEST = 100

/** What was done to this subject, newest first. */
export async function historyOf(db: DbOrTx, subjectId: string): Promise<AuditEntry[]> {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, subjectId))
    .orderBy(desc(auditEntries.id))
    .limit(NEWEST)
  return rows.map(toEntry)
}

export function toEntry(row: typeof auditEntries.$inferSelect): AuditEntry {
  const { id, actor, staffEmail, at, deed, subjectId, before, after, personal } = row
  return {
    id,
    actor,
    staffEmail,
    at: at.toISOString(),
    deed,
    subjectId,
    before: { ...before, ...personal?.before },
    after: { ...after, ...personal?.after },
  }
}
