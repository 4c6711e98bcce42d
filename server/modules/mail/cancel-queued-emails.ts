import { and, eq, gt, gte, inArray, ne, or } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { emails } from './tables.ts'

/** Reports whether a worker has started to send one of these emails. Locks the pending rows. */
export async function hasStartedSending(
  tx: Tx,
  { subjectId, kind, since }: { subjectId: string; kind: string; since: Date },
): Promise<boolean> {
  const isMatch = and(
    eq(emails.subjectId, subjectId),
    eq(emails.kind, kind),
    gte(emails.createdAt, since),
  )
  await tx.select({ id: emails.id }).from(emails).where(isMatch).for('update')
  const started = await tx
    .select({ id: emails.id })
    .from(emails)
    .where(and(isMatch, or(ne(emails.status, 'pending'), gt(emails.attempts, 0))))
  return started.length > 0
}

/** Deletes queued emails that no worker has started to send. */
export async function cancelQueuedEmails(
  tx: Tx,
  {
    subjectIds,
    kinds,
    since,
  }: { subjectIds: readonly string[]; kinds: readonly string[]; since: Date },
): Promise<void> {
  await tx
    .delete(emails)
    .where(
      and(
        inArray(emails.subjectId, [...subjectIds]),
        inArray(emails.kind, [...kinds]),
        gte(emails.createdAt, since),
        eq(emails.status, 'pending'),
        eq(emails.attempts, 0),
      ),
    )
}
