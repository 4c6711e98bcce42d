import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
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
    // Notifies the sending job on commit, only if a row was inserted.
    .returning({ notified: sql`pg_notify(${param('channel')}, '')` }),
)

type QueueEmailInput = {
  kind: string
  subjectId: string
  dedupeSuffix?: string | undefined
  delayMs?: number | undefined
}

const toDedupeKey = ({ kind, subjectId, dedupeSuffix }: Omit<QueueEmailInput, 'delayMs'>) =>
  [kind, subjectId, dedupeSuffix].filter(Boolean).join(':')

/**
 * Queues an email in the transaction of the change it reports (I7). Queuing the same change twice
 * inserts one row. `dedupeSuffix` separates repeated emails of one kind for the same entity.
 * `delayMs` leaves time for an undo.
 */
export async function queueEmail(
  tx: Tx,
  { clock, random }: { clock: Clock; random: Random },
  { kind, subjectId, dedupeSuffix, delayMs = 0 }: QueueEmailInput,
): Promise<void> {
  const dedupeKey = toDedupeKey({ kind, subjectId, dedupeSuffix })
  const now = clock.now()
  const dueAt = new Date(now.getTime() + delayMs)
  const channel = kind === 'sign_in' ? 'carboy_sign_in' : 'carboy_email'
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

/** Queues thousands of emails with one statement. All of them wait for `delayMs`. */
export async function queueEmails(
  tx: Tx,
  { clock, random }: { clock: Clock; random: Random },
  queued: readonly Omit<QueueEmailInput, 'delayMs'>[],
  delayMs: number,
): Promise<void> {
  const createdAt = clock.now()
  const dueAt = new Date(createdAt.getTime() + delayMs)
  const rows = queued.map((email) => ({
    id: random.uuid(),
    kind: email.kind,
    subjectId: email.subjectId,
    dedupeKey: toDedupeKey(email),
    dueAt,
    createdAt,
  }))
  await insertRows(tx, emails, rows, { isKeepingOld: true })
  if (rows.length > 0 && delayMs === 0) await tx.execute(sql`select pg_notify('carboy_email', '')`)
}
