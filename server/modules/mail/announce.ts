import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Channel } from '#server/db/listener.ts'
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
  channel: Channel
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
    .onConflictDoNothing()
    // Wakes whoever sends them, once this is committed; a mail that was promised before wakes nobody.
    .returning({ told: sql`pg_notify(${given('channel')}, '')` }),
)

type Announced = {
  kind: string
  subjectId: string
  occasion?: string
  afterMs?: number | undefined
}

/**
 * Promises a mail in the transaction of the fact that it tells (I7). The same fact announced again
 * is the same row; `occasion` parts the facts of a kind that come more than once for a subject.
 * With `afterMs` it waits so long, for a fact that may be taken back meanwhile.
 */
export async function announceMail(
  tx: Tx,
  { clock, random }: { clock: Clock; random: Random },
  { kind, subjectId, occasion, afterMs = 0 }: Announced,
): Promise<void> {
  const dedupeKey = [kind, subjectId, occasion].filter(Boolean).join(':')
  const now = clock.now()
  const dueAt = new Date(now.getTime() + afterMs)
  const channel = kind === 'sign_in' ? 'carboy_sign_in' : 'carboy_mail'
  await promise(tx, { id: random.uuid(), kind, subjectId, dedupeKey, dueAt, now, channel })
}
