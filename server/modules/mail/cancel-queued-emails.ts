import { and, eq, gt, gte, inArray, ne, or } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { emails } from './tables.ts'

/** Whether a worker has begun to send one of these mails; those that wait are locked. */
export async function hasStartedSending(
  tx: Tx,
  { subjectId, kind, since }: { subjectId: string; kind: string; since: Date },
): Promise<boolean> {
  const ofThis = and(
    eq(emails.subjectId, subjectId),
    eq(emails.kind, kind),
    gte(emails.createdAt, since),
  )
  await tx.select({ id: emails.id }).from(emails).where(ofThis).for('update')
  const begun = await tx
    .select({ id: emails.id })
    .from(emails)
    .where(and(ofThis, or(ne(emails.status, 'waiting'), gt(emails.attempts, 0))))
  return begun.length > 0
}

/** Takes promised mails back, as far as nobody has begun to send them. */
export async function cancelQueuedEmails(
  tx: Tx,
  { subjectId, kinds, since }: { subjectId: string; kinds: readonly string[]; since: Date },
): Promise<void> {
  await tx
    .delete(emails)
    .where(
      and(
        eq(emails.subjectId, subjectId),
        inArray(emails.kind, [...kinds]),
        gte(emails.createdAt, since),
        eq(emails.status, 'waiting'),
        eq(emails.attempts, 0),
      ),
    )
}
