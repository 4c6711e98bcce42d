import { desc, eq } from 'drizzle-orm'
import type { AuditEntry } from '#contract/staff/staff.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { auditEntries } from './tables.ts'

const MAX_ENTRIES = 100

/** Returns the audit entries of one entity, newest first. */
export async function auditHistory(db: DbOrTx, subjectId: string): Promise<AuditEntry[]> {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, subjectId))
    .orderBy(desc(auditEntries.id))
    .limit(MAX_ENTRIES)
  return rows.map(toEntry)
}

export function toEntry(row: typeof auditEntries.$inferSelect): AuditEntry {
  const { id, actor, staffEmail, at, action, subjectId, before, after, personal } = row
  return {
    id,
    actor,
    staffEmail,
    at: at.toISOString(),
    action,
    subjectId,
    before: { ...before, ...personal?.before },
    after: { ...after, ...personal?.after },
  }
}
