import { and, eq, like, lt, min } from 'drizzle-orm'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { type CardEvent, CardProviderError } from '../port.ts'
import { intents, providerCheckpoints } from '../tables.ts'
import { applyEvent, unprocessedEvents } from './apply-event.ts'
import { handledEventTypes } from './handled-events.ts'
import { backfillDisputes, readRecentLists } from './read-recent-lists.ts'

const CHECKPOINT = 'events'
const HOUR_MS = 3_600_000
/** The provider's clock is not ours, and an event may be listed a little late. */
const MARGIN_MS = HOUR_MS / 4
/** The provider lists events for 30 days; an hour less, for the same reason. */
const EVENT_RETENTION_MS = 30 * 24 * HOUR_MS - HOUR_MS
/** The mark follows the provider's newest event, because our clock may be fast; never further back. */
const MAX_CHECKPOINT_AGE_MS = 24 * HOUR_MS
/** So much is read and applied before the mark moves; twice as much after a span with little in it. */
const SPAN_MS = 6 * HOUR_MS
const FEW_EVENTS = 100
/** As long as the provider itself repeats a message that is not accepted. */
const RETRY_WINDOW_MS = 3 * 24 * HOUR_MS
const CONCURRENCY = 8

/**
 * Messages that never arrived are found in the provider's own list and applied as if they had: a
 * refund or a dispute made in the provider's dashboard is in our books though its message is lost.
 */
export async function reconcileEvents(deps: PaymentDeps): Promise<void> {
  try {
    await readAll(deps)
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    // The provider is away; the mark stays, and the next run goes on from it.
    deps.log.warn({ err }, 'events not read this time')
  }
}

async function readAll(deps: PaymentDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const listedSince = now - EVENT_RETENTION_MS
  const mark = await readCheckpoint(deps)
  const since = mark ? mark.getTime() - MARGIN_MS : await oldestIntent(deps, listedSince)
  if (since < listedSince) await readRecentLists(deps, new Date(since))
  await backfillDisputes(deps)
  let failedAt = Number.POSITIVE_INFINITY
  let newest = now - MAX_CHECKPOINT_AGE_MS
  let spanMs = SPAN_MS
  for (let from = Math.max(since, listedSince); from <= now; ) {
    const to = Math.min(from + spanMs, now + 1000)
    const told = await deps.cards.eventsBetween(new Date(from), new Date(to), handledEventTypes)
    failedAt = Math.min(failedAt, await applyAll(deps, await unprocessedEvents(deps, told)))
    for (const { createdAt } of told) newest = Math.max(newest, createdAt.getTime())
    await advanceCheckpoint(deps, mark, new Date(Math.min(to, newest, failedAt)))
    from = to
    spanMs = told.length < FEW_EVENTS ? spanMs * 2 : SPAN_MS
  }
}

/** At the first run nothing can have been told of before there was anything to tell of. */
async function oldestIntent({ db, clock }: PaymentDeps, notBefore: number): Promise<number> {
  const [oldest] = await db.select({ at: min(intents.createdAt) }).from(intents)
  const at = (oldest?.at ?? clock.now()).getTime() - MARGIN_MS
  return Math.max(at, notBefore)
}

/** Applies all of them, and gives when the oldest was made that has to be applied again. */
async function applyAll(deps: PaymentDeps, events: CardEvent[]): Promise<number> {
  let failedAt = Number.POSITIVE_INFINITY
  const work = async () => {
    for (let event = events.shift(); event; event = events.shift()) {
      const isHeldUp = !(await tryApply(deps, event))
      if (isHeldUp) failedAt = Math.min(failedAt, event.createdAt.getTime())
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return failedAt
}

/** One event's trouble must not hold up the others, nor the mark for ever. */
async function tryApply(deps: PaymentDeps, event: CardEvent): Promise<boolean> {
  const { id, type, intentId } = event
  try {
    await applyEvent(deps, event)
    return true
  } catch (err) {
    deps.log.warn({ eventId: id, type, intentId, err }, 'event not applied this time')
    const since = await firstFailure(deps, id)
    if (deps.clock.now().getTime() - since.getTime() < RETRY_WINDOW_MS) return false
    const message = `The event ${id} (${type}${intentId ? `, ${intentId}` : ''}) could not be applied for three days. Compare the payment by hand.`
    await deps.db.transaction((tx) =>
      raiseAlert(tx, deps, { kind: 'books_mismatch', subject: id, message }),
    )
    return true
  }
}

/** Not when the event was made: after days without a reading, its first failure may be the only one. */
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

async function readCheckpoint({ db }: PaymentDeps): Promise<Date | undefined> {
  const [row] = await db
    .select()
    .from(providerCheckpoints)
    .where(eq(providerCheckpoints.name, CHECKPOINT))
  return row?.at
}

/** Never back: what was applied up to the old mark stays applied. */
async function advanceCheckpoint(
  { db }: PaymentDeps,
  before: Date | undefined,
  to: Date,
): Promise<void> {
  if (before && to <= before) return
  await db
    .insert(providerCheckpoints)
    .values({ name: CHECKPOINT, at: to })
    .onConflictDoUpdate({ target: providerCheckpoints.name, set: { at: to } })
}
