import { and, eq, gte, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { mails } from './tables.ts'

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
