import { and, eq, gte, inArray, lt } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { emails } from './tables.ts'

/** Emails that were queued since, in the same transaction, wait until a change can't be undone. */
export async function delayQueuedEmails(
  tx: Tx,
  { subjectIds, since, dueAt }: { subjectIds: readonly string[]; since: Date; dueAt: Date },
): Promise<void> {
  if (subjectIds.length === 0) return
  await tx
    .update(emails)
    .set({ dueAt })
    .where(
      and(
        inArray(emails.subjectId, [...subjectIds]),
        gte(emails.createdAt, since),
        lt(emails.dueAt, dueAt),
        eq(emails.status, 'pending'),
        eq(emails.attempts, 0),
      ),
    )
}
