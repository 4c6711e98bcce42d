import { and, count, eq, lt, lte, notInArray, or, type SQL } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { securityEmailKinds, shelfLifeHours } from './email-kinds.ts'
import { emails } from './tables.ts'

const HOUR_MS = 3_600_000

/** Emails of the business that were waiting at that moment and still do. */
const isQueuedAt = (moment: Date) =>
  and(
    eq(emails.status, 'pending'),
    lte(emails.createdAt, moment),
    notInArray(emails.kind, [...securityEmailKinds]),
  )

export async function countQueuedAt(db: DbOrTx, moment: Date): Promise<number> {
  const [row] = await db.select({ count: count() }).from(emails).where(isQueuedAt(moment))
  return row?.count ?? 0
}

type Release = {
  /** The moment of the backup: what waited then may have been sent since. */
  backupTakenAt: Date
  discardsQueued: boolean
}

/**
 * Before emails go out again after a pause: those about a moment that has passed are discarded, and with
 * `discardsQueued` also those that were waiting in the backup. Returns how many were discarded.
 */
export async function releaseEmails(
  tx: Tx,
  { clock }: { clock: Clock },
  { backupTakenAt, discardsQueued }: Release,
): Promise<number> {
  const late = await discard(tx, isLate(clock.now()), 'too late')
  if (!discardsQueued) return late
  return late + (await discard(tx, isQueuedAt(backupTakenAt), 'queued in the restored backup'))
}

const isLate = (now: Date) =>
  or(
    ...Object.entries(shelfLifeHours).map(([kind, hours]) =>
      and(eq(emails.kind, kind), lt(emails.createdAt, new Date(now.getTime() - hours * HOUR_MS))),
    ),
  )

async function discard(tx: Tx, which: SQL | undefined, reason: string): Promise<number> {
  const discarded = await tx
    .update(emails)
    .set({ status: 'discarded', lastError: reason })
    .where(and(eq(emails.status, 'pending'), which))
    .returning({ id: emails.id })
  return discarded.length
}
