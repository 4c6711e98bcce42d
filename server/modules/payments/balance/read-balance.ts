import { eq, min, type SQL, sql } from 'drizzle-orm'
import type { PaymentDeps } from '../deps.ts'
import { CardProviderError } from '../port.ts'
import { type Position, readPosition } from '../reconcile/read-position.ts'
import { intents, providerCheckpoints } from '../tables.ts'
import { readPayouts } from './read-payouts.ts'
import { recordTransactions } from './record-transactions.ts'

const HOUR_MS = 3_600_000
/** Allows for a clock that is an hour off, and for transactions that are listed with a delay. */
const MARGIN_MS = 2 * HOUR_MS
/** The time span that is read and recorded at once. */
const SPAN_MS = 24 * HOUR_MS
/**
 * The checkpoint follows the provider's latest transaction. It follows our clock only at this distance, so
 * that an idle shop reads no ever longer list.
 */
const MAX_CHECKPOINT_AGE_MS = 20 * 24 * HOUR_MS
/** How much is read again when the checkpoint can't be right. */
const REREAD_MS = 3 * 24 * HOUR_MS
const EMPTY_SPANS_MULTIPLIER = 2

/**
 * Rule 65: copies the provider's balance transactions and payouts since the last run. Exports read
 * the copy alone. Every row is written once, so any number of processes may run this.
 */
export async function readBalance(deps: PaymentDeps): Promise<void> {
  try {
    const startedAt = deps.clock.now()
    await readTransactions(deps)
    await readPayouts(deps)
    // Not the latest time of all runs: one process with a fast clock would end all runs of the others.
    await setCheckpoint(deps, 'balance run', startedAt)
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    // The provider is unavailable; the next run continues from the checkpoint.
    deps.log.warn({ err }, 'balance not read this time')
  }
}

async function readTransactions(deps: PaymentDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const name = checkpointName(deps, 'balance')
  const position = await readPosition(deps, name, MARGIN_MS)
  if (position === 'ahead') await setCheckpoint(deps, 'balance', new Date(now - REREAD_MS))
  let latest = now - MAX_CHECKPOINT_AGE_MS
  let spanMs = SPAN_MS
  let from = await findStart(deps, position, now)
  // A provider whose clock is ahead of ours has transactions of the next minutes.
  const end = now + MARGIN_MS
  while (from < end) {
    const to = Math.min(from + spanMs, end)
    let isEmpty = true
    const batch = deps.cards.balanceTransactions(new Date(from), new Date(to))
    for await (const { createdAt } of recordTransactions(deps, batch)) {
      isEmpty = false
      latest = Math.max(latest, createdAt.getTime())
    }
    await advanceCheckpoint(deps, new Date(Math.min(to, latest)))
    from = to
    spanMs = isEmpty ? spanMs * EMPTY_SPANS_MULTIPLIER : SPAN_MS
  }
}

/** The first run starts before the oldest intent: no earlier payment can concern this shop. */
async function findStart({ db }: PaymentDeps, position: Position, now: number): Promise<number> {
  if (position === 'ahead') return now - REREAD_MS
  if (position) return position.getTime() - MARGIN_MS
  const [oldest] = await db.select({ at: min(intents.createdAt) }).from(intents)
  return (oldest?.at?.getTime() ?? now) - SPAN_MS
}

type Checkpoint = 'balance' | 'balance run'
type CheckpointDeps = Pick<PaymentDeps, 'db' | 'account'>

/** Each account has its own position. */
const checkpointName = ({ account = '' }: CheckpointDeps, name: Checkpoint) => `${name} ${account}`

/** When the balance was last read completely; never later than now, whatever clock that run had. */
export async function lastBalanceRun(
  deps: CheckpointDeps & Pick<PaymentDeps, 'clock'>,
): Promise<Date | undefined> {
  const [row] = await deps.db
    .select()
    .from(providerCheckpoints)
    .where(eq(providerCheckpoints.name, checkpointName(deps, 'balance run')))
  const now = deps.clock.now()
  return row && row.at > now ? now : row?.at
}

/** The checkpoint does not move back if a slower process comes later. */
const advanceCheckpoint = (deps: PaymentDeps, at: Date) =>
  setCheckpoint(deps, 'balance', at, sql`greatest(${providerCheckpoints.at}, excluded.at)`)

async function setCheckpoint(
  deps: PaymentDeps,
  name: Checkpoint,
  at: Date,
  update: Date | SQL = at,
): Promise<void> {
  await deps.db
    .insert(providerCheckpoints)
    .values({ name: checkpointName(deps, name), at })
    .onConflictDoUpdate({ target: providerCheckpoints.name, set: { at: update } })
}
