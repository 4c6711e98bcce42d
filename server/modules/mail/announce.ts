import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Clock, Random } from '#server/world.ts'
import { mails } from './tables.ts'

/**
 * Promises a mail in the transaction of the fact that it tells (I7). The same fact announced again
 * is the same row.
 */
export async function announceMail(
  tx: Tx,
  { clock, random }: { clock: Clock; random: Random },
  mail: { kind: string; subjectId: string },
): Promise<void> {
  const now = clock.now()
  await tx
    .insert(mails)
    .values({
      id: random.uuid(),
      ...mail,
      dedupeKey: `${mail.kind}:${mail.subjectId}`,
      dueAt: now,
      createdAt: now,
    })
    .onConflictDoNothing()
  await tx.execute(sql`select pg_notify('carboy_mail', '')`)
}
