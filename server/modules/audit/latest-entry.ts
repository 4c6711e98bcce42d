import { and, desc, eq } from 'drizzle-orm'
import type { AuditEntry } from '#contract/staff/staff.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { toEntry } from './history.ts'
import { auditEntries } from './tables.ts'

/** The latest entry of this action on one entity. Its values are only those that changed. */
export async function latestEntry(
  db: DbOrTx,
  { subjectId, action }: { subjectId: string; action: string },
): Promise<AuditEntry | undefined> {
  const [row] = await db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, subjectId), eq(auditEntries.action, action)))
    .orderBy(desc(auditEntries.id))
    .limit(1)
  return row && toEntry(row)
}
