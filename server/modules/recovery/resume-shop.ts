import { and, eq, isNull, sql } from 'drizzle-orm'
import { Failure, type FailureCode } from '#contract/errors.ts'
import type { Db } from '#server/db/client.ts'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { releaseEmails } from '#server/modules/mail/index.ts'
import type { Clock, Log, Random } from '#server/runtime.ts'
import { findPause, type PauseRow } from './pause.ts'
import { pauses } from './tables.ts'
import type { Comparison } from './types.ts'

/** Brings the books to the card provider's ledger; injected, because later modules do it. */
export type CompareBooks = (pause: PauseRow) => Promise<Comparison>

export type ResumeDeps = {
  db: Db
  clock: Clock
  random: Random
  log: Log
  compareBooks: CompareBooks
}

type ResumeOptions = {
  /** Null for the command. */
  actor: Actor | null
  /** Resumes even if the comparison fails, or found payments that it can't book. */
  isForced: boolean
  /** Emails that were waiting in the backup are not sent: they may have been sent since. */
  discardsQueued: boolean
}

type ResumeResult = { pause: PauseRow; discardedEmails: number }

const channels = ['carboy_settings', 'carboy_email', 'carboy_refund', 'carboy_cycle'] as const

/** AU22: ends a pause once the books agree with the provider's ledger. */
export async function resumeShop(
  deps: ResumeDeps,
  { actor, isForced, discardsQueued }: ResumeOptions,
): Promise<ResumeResult> {
  const pause = await findPause(deps.db)
  if (!pause) throw new Failure('not_paused')
  const comparison = await compare(deps, pause, isForced)
  if (comparison && comparison.setAside > 0 && !isForced) throw new Failure('books_differ')
  return deps.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(pauses)
      .set({ endedAt: deps.clock.now(), endedBy: actor?.email ?? null, isForced: !comparison })
      .where(and(eq(pauses.id, pause.id), isNull(pauses.endedAt)))
      .returning()
    if (!ended) throw new Failure('not_paused')
    const { backupTakenAt } = pause
    const discardedEmails = await releaseEmails(tx, deps, { backupTakenAt, discardsQueued })
    if (actor)
      await recordAuditEntry(tx, deps, actor, {
        action: 'shop.resumed',
        subjectId: pause.id,
        before: {},
        after: { ...(comparison ?? { withoutComparison: true }), discardedEmails },
      })
    if (!comparison)
      await raiseAlert(tx, deps, {
        kind: 'books_mismatch',
        subject: pause.id,
        message: NOT_COMPARED,
      })
    // Every process opens checkout and continues the work that has waited.
    for (const channel of channels) await tx.execute(sql`select pg_notify(${channel}, '')`)
    return { pause: ended, discardedEmails }
  })
}

const NOT_COMPARED =
  "The shop was resumed after a restore without comparing its books with the payment provider's. Run npm run audit and correct what it lists."

/**
 * Force doesn't help: someone else is comparing the books or has resumed, or our own database is away, which
 * does not concern the provider.
 */
const notForced = new Set<FailureCode>(['busy', 'not_paused', 'unavailable'])

/** Undefined if it failed and the owner resumes anyway. */
async function compare(
  deps: ResumeDeps,
  pause: PauseRow,
  isForced: boolean,
): Promise<Comparison | undefined> {
  try {
    return await deps.compareBooks(pause)
  } catch (err) {
    if (err instanceof Failure && notForced.has(err.code)) throw err
    deps.log.error({ err }, 'the books could not be compared with the card provider')
    if (!isForced) throw new Failure('not_compared')
    return undefined
  }
}
