import { and, eq, gt, gte, inArray, ne, or } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { mails } from './tables.ts'

/** Whether a worker has begun to send one of these mails; those that wait are locked. */
export async function hasMailBegun(
  tx: Tx,
  { subjectId, kind, since }: { subjectId: string; kind: string; since: Date },
): Promise<boolean> {
  const ofThis = and(
    eq(mails.subjectId, subjectId),
    eq(mails.kind, kind),
    gte(mails.createdAt, since),
  )
  await tx.select({ id: mails.id }).from(mails).where(ofThis).for('update')
  const begun = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(ofThis, or(ne(mails.status, 'waiting'), gt(mails.attempts, 0))))
  return begun.length > 0
}

/** Takes promised mails back, as far as nobody has begun to send them. */
export async function withdrawMails(
  tx: Tx,
  { subjectId, kinds, since }: { subjectId: string; kinds: readonly string[]; since: Date },
): Promise<void> {
  await tx
    .delete(mails)
    .where(
      and(
        eq(mails.subjectId, subjectId),
        inArray(mails.kind, [...kinds]),
        gte(mails.createdAt, since),
        eq(mails.status, 'waiting'),
        eq(mails.attempts, 0),
      ),
    )
}
