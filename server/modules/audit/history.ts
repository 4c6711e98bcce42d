import { desc, eq } from 'drizzle-orm'
import type { AuditEntry } from '#contract/staff.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { auditEntries } from './tables.ts'

const NEWEST = 100

/** What was done to this subject, or to anything at all; newest first. */
export async function historyOf(
  db: DbOrTx,
  subjectId: string | undefined,
  limit = NEWEST,
): Promise<AuditEntry[]> {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(subjectId ? eq(auditEntries.subjectId, subjectId) : undefined)
    .orderBy(desc(auditEntries.id))
    .limit(limit)
  return rows.map(({ id, staffEmail, at, deed, subjectId: subject, before, after, personal }) => ({
    id,
    staffEmail,
    at: at.toISOString(),
    deed,
    subjectId: subject,
    before: { ...before, ...personal?.before },
    after: { ...after, ...personal?.after },
  }))
}
