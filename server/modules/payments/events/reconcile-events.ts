import { and, like, lt, min } from 'drizzle-orm'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { type CardEvent, CardProviderError } from '../port.ts'
import { readPosition } from '../reconcile/read-position.ts'
import { intents, providerCheckpoints } from '../tables.ts'
import { applyEvent, unprocessedEvents } from './apply-event.ts'
import { handledEventTypes } from './handled-events.ts'
import { backfillDisputes, readRecentLists } from './read-recent-lists.ts'

const CHECKPOINT = 'events'
const HOUR_MS = 3_600_000
/** Allows for clock differences, and for events that are listed with a delay. */
const MARGIN_MS = HOUR_MS / 4
/** The provider lists events for 30 days; one hour less allows for clock differences. */
const EVENT_RETENTION_MS = 30 * 24 * HOUR_MS - HOUR_MS
/** The checkpoint follows the provider's latest event, as our clock may be fast, up to this age. */
const MAX_CHECKPOINT_AGE_MS = 20 * 24 * HOUR_MS
/** Time span read and applied per checkpoint; doubled after a span with few events. */
const SPAN_MS = 6 * HOUR_MS
const FEW_EVENTS = 100
/** As long as the provider itself resends a webhook that failed. */
const RETRY_WINDOW_MS = 3 * 24 * HOUR_MS
const CONCURRENCY = 8

/**
 * Applies events whose webhook was lost, from the provider's event list. So a refund made in the
 * provider's dashboard is recorded here even if its webhook never arrived.
 */
export async function reconcileEvents(deps: PaymentDeps): Promise<void> {
  try {
    await readAll(deps)
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    // The provider is unavailable; the next run continues from the checkpoint.
    deps.log.warn({ err }, 'events not read this time')
  }
}

async function readAll(deps: PaymentDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const listedSince = now - EVENT_RETENTION_MS
  const position = await readPosition(deps, CHECKPOINT, MARGIN_MS)
  // Events that are read again change nothing, and then the checkpoint is right.
  const checkpoint = position === 'ahead' ? undefined : position
  const since = checkpoint
    ? checkpoint.getTime() - MARGIN_MS
    : await oldestIntent(deps, position ? now - RETRY_WINDOW_MS : listedSince)
  if (since < listedSince) await readRecentLists(deps, new Date(since))
  await backfillDisputes(deps)
  let failedAt = Number.POSITIVE_INFINITY
  let latest = now - MAX_CHECKPOINT_AGE_MS
  let spanMs = SPAN_MS
  for (let from = Math.max(since, listedSince); from <= now; ) {
    const to = Math.min(from + spanMs, now + 1000)
    const events = await deps.cards.eventsBetween(new Date(from), new Date(to), handledEventTypes)
    failedAt = Math.min(failedAt, await applyAll(deps, await unprocessedEvents(deps, events)))
    for (const { createdAt } of events) latest = Math.max(latest, createdAt.getTime())
    await advanceCheckpoint(deps, checkpoint, new Date(Math.min(to, latest, failedAt)))
    from = to
    spanMs = events.length < FEW_EVENTS ? spanMs * 2 : SPAN_MS
  }
}

/** The first run starts at the oldest intent: no earlier event can concern this shop. */
async function oldestIntent({ db, clock }: PaymentDeps, notBefore: number): Promise<number> {
  const [oldest] = await db.select({ at: min(intents.createdAt) }).from(intents)
  const at = (oldest?.at ?? clock.now()).getTime() - MARGIN_MS
  return Math.max(at, notBefore)
}

/** Applies all events. Returns when the oldest event was created that has to be retried. */
async function applyAll(deps: PaymentDeps, events: CardEvent[]): Promise<number> {
  let failedAt = Number.POSITIVE_INFINITY
  const work = async () => {
    for (let event = events.shift(); event; event = events.shift()) {
      const isDone = await tryApply(deps, event)
      if (!isDone) failedAt = Math.min(failedAt, event.createdAt.getTime())
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return failedAt
}

/** One event's error must not block the others, nor the checkpoint forever. */
async function tryApply(deps: PaymentDeps, event: CardEvent): Promise<boolean> {
  const { id, type, intentId } = event
  try {
    await applyEvent(deps, event)
    return true
  } catch (err) {
    deps.log.warn({ eventId: id, type, intentId, err }, 'event not applied this time')
    const since = await firstFailure(deps, id)
    if (deps.clock.now().getTime() - since.getTime() < RETRY_WINDOW_MS) return false
    const message = `We couldn't apply event ${id} (${type}${intentId ? `, ${intentId}` : ''}) for three days. Compare the payment manually.`
    await deps.db.transaction((tx) =>
      raiseAlert(tx, deps, { kind: 'books_mismatch', subject: id, message }),
    )
    return true
  }
}

/**
 * Returns when applying the event first failed. The event's own age is no measure: after a long
 * downtime, its first failure may be the only one.
 */
async function firstFailure({ db, clock }: PaymentDeps, eventId: string): Promise<Date> {
  const now = clock.now()
  const name = `failed event ${eventId}`
  const [row] = await db
    .insert(providerCheckpoints)
    .values({ name, at: now })
    .onConflictDoUpdate({ target: providerCheckpoints.name, set: { name } })
    .returning()
  const noLongerListed = new Date(now.getTime() - EVENT_RETENTION_MS)
  await db
    .delete(providerCheckpoints)
    .where(
      and(
        like(providerCheckpoints.name, 'failed event %'),
        lt(providerCheckpoints.at, noLongerListed),
      ),
    )
  return row?.at ?? now
}

/** The checkpoint does not move back: everything before it stays applied. */
async function advanceCheckpoint(
  { db }: PaymentDeps,
  current: Date | undefined,
  to: Date,
): Promise<void> {
  if (current && to <= current) return
  await db
    .insert(providerCheckpoints)
    .values({ name: CHECKPOINT, at: to })
    .onConflictDoUpdate({ target: providerCheckpoints.name, set: { at: to } })
}
