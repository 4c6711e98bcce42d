import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Channel } from '#server/db/listener.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { emails } from './tables.ts'

type QueuedEmail = {
  id: string
  kind: string
  subjectId: string
  dedupeKey: string
  dueAt: Date
  now: Date
  channel: Channel
}

const insertQueuedEmail = preparedStatement((db, param: Params<QueuedEmail>) =>
  db
    .insert(emails)
    .values({
      id: param('id'),
      kind: param('kind'),
      subjectId: param('subjectId'),
      dedupeKey: param('dedupeKey'),
      dueAt: param('dueAt'),
      createdAt: param('now'),
    })
    .onConflictDoNothing()
    // Wakes whoever sends them, once this is committed; a mail that was promised before wakes nobody.
    .returning({ told: sql`pg_notify(${param('channel')}, '')` }),
)

type QueueEmailInput = {
  kind: string
  subjectId: string
  dedupeSuffix?: string
  delayMs?: number | undefined
}

/**
 * Promises a mail in the transaction of the fact that it tells (I7). The same fact announced again
 * is the same row; `dedupeSuffix` parts the facts of a kind that come more than once for a subject.
 * With `afterMs` it waits so long, for a fact that may be taken back meanwhile.
 */
export async function queueEmail(
  tx: Tx,
  { clock, random }: { clock: Clock; random: Random },
  { kind, subjectId, dedupeSuffix, delayMs: afterMs = 0 }: QueueEmailInput,
): Promise<void> {
  const dedupeKey = [kind, subjectId, dedupeSuffix].filter(Boolean).join(':')
  const now = clock.now()
  const dueAt = new Date(now.getTime() + afterMs)
  const channel = kind === 'sign_in' ? 'carboy_sign_in' : 'carboy_mail'
  await insertQueuedEmail(tx, {
    id: random.uuid(),
    kind,
    subjectId,
    dedupeKey,
    dueAt,
    now,
    channel,
  })
}
