import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { type Given, statement } from '#server/db/statement.ts'
import type { Clock, Random } from '#server/world.ts'
import { mails } from './tables.ts'

type Promised = {
  id: string
  kind: string
  subjectId: string
  dedupeKey: string
  dueAt: Date
  now: Date
}

const promise = statement((db, given: Given<Promised>) =>
  db
    .insert(mails)
    .values({
      id: given('id'),
      kind: given('kind'),
      subjectId: given('subjectId'),
      dedupeKey: given('dedupeKey'),
      dueAt: given('dueAt'),
      createdAt: given('now'),
    })
    .onConflictDoNothing(),
)

/**
 * Promises a mail in the transaction of the fact that it tells (I7). The same fact announced again
 * is the same row. With `afterMs` it waits so long, for a fact that may be taken back meanwhile.
 */
export async function announceMail(
  tx: Tx,
  { clock, random }: { clock: Clock; random: Random },
  { afterMs = 0, ...mail }: { kind: string; subjectId: string; afterMs?: number | undefined },
): Promise<void> {
  const dedupeKey = `${mail.kind}:${mail.subjectId}`
  const now = clock.now()
  const dueAt = new Date(now.getTime() + afterMs)
  await promise(tx, { id: random.uuid(), ...mail, dedupeKey, dueAt, now })
  await tx.execute(sql`select pg_notify('carboy_mail', '')`)
}
