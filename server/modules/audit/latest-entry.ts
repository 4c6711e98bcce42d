import { and, desc, eq, inArray } from 'drizzle-orm'
import type { AuditEntry } from '#contract/staff/staff.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { toEntry } from './history.ts'
import { auditEntries } from './tables.ts'

/** The latest entry of these actions on one entity. Its values are only those that changed. */
export async function latestEntry(
  db: DbOrTx,
  { subjectId, actions }: { subjectId: string; actions: string[] },
): Promise<AuditEntry | undefined> {
  const [row] = await db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, subjectId), inArray(auditEntries.action, actions)))
    .orderBy(desc(auditEntries.id))
    .limit(1)
  return row && toEntry(row)
}
