import { eq, min, sql } from 'drizzle-orm'
import type { PaymentDeps } from '../deps.ts'
import { CardProviderError } from '../port.ts'
import { intents, providerCheckpoints } from '../tables.ts'
import { readPayouts } from './read-payouts.ts'
import { recordTransactions } from './record-transactions.ts'

const HOUR_MS = 3_600_000
/** Allows for clock differences, and for transactions that are listed with a delay. */
const MARGIN_MS = HOUR_MS
/** The time span that is read and recorded at once. */
const SPAN_MS = 24 * HOUR_MS
/** How far the checkpoint may stay behind when there are no transactions. */
const MAX_CHECKPOINT_AGE_MS = 24 * HOUR_MS
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
    await advanceCheckpoint(deps, 'balance run', startedAt)
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    // The provider is unavailable; the next run continues from the checkpoint.
    deps.log.warn({ err }, 'balance not read this time')
  }
}

async function readTransactions(deps: PaymentDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const checkpoint = await readCheckpoint(deps, 'balance')
  let latest = now - MAX_CHECKPOINT_AGE_MS
  let spanMs = SPAN_MS
  let from = checkpoint ? checkpoint.getTime() - MARGIN_MS : await firstIntent(deps, now)
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
    await advanceCheckpoint(deps, 'balance', new Date(Math.min(to, latest)))
    from = to
    spanMs = isEmpty ? spanMs * EMPTY_SPANS_MULTIPLIER : SPAN_MS
  }
}

/** The first run starts before the oldest intent: no earlier payment can concern this shop. */
async function firstIntent({ db }: PaymentDeps, now: number): Promise<number> {
  const [oldest] = await db.select({ at: min(intents.createdAt) }).from(intents)
  return (oldest?.at?.getTime() ?? now) - SPAN_MS
}

type Checkpoint = 'balance' | 'balance run'
type CheckpointDeps = Pick<PaymentDeps, 'db' | 'account'>

/** Each account has its own position. */
const checkpointName = ({ account = '' }: CheckpointDeps, name: Checkpoint) => `${name} ${account}`

async function readCheckpoint(deps: CheckpointDeps, name: Checkpoint): Promise<Date | undefined> {
  const [row] = await deps.db
    .select()
    .from(providerCheckpoints)
    .where(eq(providerCheckpoints.name, checkpointName(deps, name)))
  return row?.at
}

/** When the balance was last read completely. */
export const lastBalanceRun = (deps: CheckpointDeps) => readCheckpoint(deps, 'balance run')

/** The checkpoint never moves back, also if a slower process comes later. */
async function advanceCheckpoint(deps: PaymentDeps, name: Checkpoint, at: Date): Promise<void> {
  await deps.db
    .insert(providerCheckpoints)
    .values({ name: checkpointName(deps, name), at })
    .onConflictDoUpdate({
      target: providerCheckpoints.name,
      set: { at: sql`greatest(${providerCheckpoints.at}, excluded.at)` },
    })
}
