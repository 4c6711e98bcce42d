import { Failure } from '#contract/errors.ts'
import { closeSession } from '../db/close-session.ts'
import { isLostConnection } from '../db/transient-error.ts'
import type { Deps } from '../deps.ts'
import { skipInvoiceNumbers } from '../modules/orders/index.ts'
import {
  adoptPayment,
  alertLostRefunds,
  type CardIntent,
  CardProviderError,
  distrustQueuedRefunds,
  findUnbooked,
  newestTransaction,
  readRecentLists,
} from '../modules/payments/index.ts'
import {
  type Comparison,
  findPause,
  type PauseRow,
  recordComparison,
} from '../modules/recovery/index.ts'
import {
  hasSubscription,
  importIntent,
  importLedger,
  isOurCycle,
} from '../modules/renewals/index.ts'

/** Clocks differ, and the provider creates an intent before we record it. */
const MARGIN_MS = 3_600_000

/**
 * AU22: brings the books of a restored shop to the card provider's ledger, before anything is charged
 * again. It can be repeated: what was booked once is not booked again, but counted again, so that a run after
 * one that was cut off counts all of it. Throws if the provider can't be read.
 */
export async function compareBooks(deps: Deps, pause: PauseRow): Promise<Comparison> {
  // A session holds the lock, so that a killed process frees it.
  const session = await deps.pool.connect()
  try {
    const { rows } = await session.query<{ isFree: boolean }>(
      `select pg_try_advisory_lock(hashtext('compare books')) as "isFree"`,
    )
    if (!rows[0]?.isFree) throw new Failure('busy', IS_COMPARING)
    // The one before may have ended the pause, or counted payments, while this one waited for its turn.
    const current = await findPause(deps.db)
    if (current?.id !== pause.id) throw new Failure('not_paused')
    return await compare(deps, current)
  } catch (err) {
    const isProviders = err instanceof CardProviderError
    throw !isProviders && isLostConnection(err) ? new Failure('unavailable', LOST) : err
  } finally {
    await closeSession(session)
  }
}

const LOST = 'The database stopped answering. The shop stays paused. Try again.'
const IS_COMPARING = 'Someone is already resuming the shop. Try again in a moment.'

async function compare(deps: Deps, pause: PauseRow): Promise<Comparison> {
  const since = await compareSince(deps, pause)
  const before = pause.comparison
  const found = await findUnbooked(deps, since, before?.found ?? [])
  const comparison: Comparison = { payments: found.length, adopted: 0, refunded: 0, setAside: 0 }
  const ids = { found: found.map(({ id }) => id) }
  // Before the first order takes a number: those payments had invoices with the next ones.
  await deps.db.transaction(async (tx) => {
    await skipInvoiceNumbers(tx, deps, found.length - (before?.payments ?? 0))
    await recordComparison(tx, pause.id, { comparison: { ...comparison, ...ids } })
  })
  await distrustQueuedRefunds(deps)
  for (const intent of found) {
    const outcome = await book(deps, intent)
    if (outcome) comparison[outcome] += 1
  }
  // Attempts that were declined or are still open, so that no cycle gets a second intent.
  await importLedger(deps, since)
  await alertLostRefunds(deps, since)
  await readRecentLists(deps, since)
  await recordComparison(deps.db, pause.id, {
    comparison: { ...comparison, ...ids },
    comparedAt: deps.clock.now(),
  })
  return comparison
}

/**
 * The clock of the shop may have been ahead when the backup was taken. What the provider dated is not later
 * than the backup.
 */
async function compareSince({ db }: Deps, { backupTakenAt, startedAt }: PauseRow): Promise<Date> {
  const newest = await newestTransaction(db, startedAt)
  const takenAt = Math.min(backupTakenAt.getTime(), newest?.getTime() ?? Number.POSITIVE_INFINITY)
  return new Date(takenAt - MARGIN_MS)
}

type Outcome = 'adopted' | 'refunded' | 'setAside'

const outcomes = { adopted: 'adopted', refunded: 'refunded', set_aside: 'setAside' } as const

async function book(deps: Deps, intent: CardIntent): Promise<Outcome | undefined> {
  const isOurs = isOurCycle(deps, intent)
  if (isOurs && (await hasSubscription(deps, intent))) await importIntent(deps, intent)
  const adoption = await adoptPayment(deps, intent, { isOurs })
  return adoption === 'other' ? undefined : outcomes[adoption]
}
