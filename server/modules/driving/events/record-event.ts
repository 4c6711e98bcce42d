import { and, eq, sql } from 'drizzle-orm'
import type { DriverEvent, EventResult } from '#contract/driver/events.ts'
import type { ReviewKind } from '#contract/driver/reviews.ts'
import type { Tx } from '#server/db/client.ts'
import type { DeviceCaller } from '#server/http/caller.ts'
import type { DrivingDeps } from '../deps.ts'
import { addReview, reasonText } from '../reviews/add-review.ts'
import { driverEvents, driverReviews } from '../tables.ts'
import { applyRoute } from './apply-route.ts'
import { contentHash } from './content-hash.ts'
import { readFacts } from './read-facts.ts'
import { bookedReason, effectiveTime, hasEffect, holdReason } from './rules.ts'

type Answer = Pick<EventResult, 'result' | 'reason'>
type Stored = typeof driverEvents.$inferInsert

/** Stores an event, applies it, and lists what staff have to look at, in one transaction. */
export const recordEvent = (
  deps: DrivingDeps,
  device: DeviceCaller,
  event: DriverEvent,
): Promise<Answer> =>
  deps.db.transaction(async (tx) => {
    await lockEvents(tx, event)
    const hash = contentHash(event)
    const known = await findKnown(tx, deps, event, hash)
    if (known) return known
    const time = effectiveTime(event, deps.clock.now())
    const facts = { ...(await readFacts(tx, device, event)), ...time }
    const held = holdReason(event, facts)
    const row = toRow(deps, event, { hash, ...time, orderId: facts.orderId })
    await tx.insert(driverEvents).values({ ...row, state: held ? 'held' : 'counted' })
    const booked = held ? undefined : bookedReason(event, facts)
    const reason = held ?? booked
    if (reason) await addReview(tx, deps, reason, row, event)
    const isApplied = !held && hasEffect(event)
    const conflicts = isApplied ? await applyRoute(tx, deps, event.routeId) : []
    const own = conflicts.find(({ eventId }) => eventId === event.eventId)?.kind
    return toAnswer(reason ?? own)
  })

/** Stores an event that could not be applied, without effect. */
export const recordUnapplied = (
  deps: DrivingDeps,
  device: DeviceCaller,
  event: DriverEvent,
): Promise<Answer> =>
  deps.db.transaction(async (tx) => {
    await lockEvents(tx, event)
    const hash = contentHash(event)
    const known = await findKnown(tx, deps, event, hash)
    if (known) return known
    const { orderId } = await readFacts(tx, device, event)
    const time = effectiveTime(event, deps.clock.now())
    const row = toRow(deps, event, { hash, ...time, orderId })
    await tx.insert(driverEvents).values({ ...row, state: 'held' })
    await addReview(tx, deps, 'not-applied', row, event)
    return toAnswer('not-applied')
  })

const toAnswer = (kind: ReviewKind | undefined): Answer =>
  kind ? { result: 'review', reason: reasonText(kind) } : { result: 'accepted' }

/** One event of a device at a time, then one of a route. Always taken before any row is locked. */
async function lockEvents(tx: Tx, event: DriverEvent): Promise<void> {
  const { deviceId, routeId } = event
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('device'), hashtext(${deviceId}))`)
  if (hasEffect(event)) await lockRouteEvents(tx, routeId)
}

export async function lockRouteEvents(tx: Tx, routeId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('route events'), hashtext(${routeId}))`,
  )
}

/** The id alone decides what is a duplicate. Other content is stored for review, once. */
async function findKnown(
  tx: Tx,
  deps: DrivingDeps,
  event: DriverEvent,
  hash: string,
): Promise<Answer | undefined> {
  const [sameId] = await tx.select().from(driverEvents).where(eq(driverEvents.id, event.eventId))
  if (sameId?.contentHash === hash) return { result: 'duplicate' }
  const [reviewed] = await tx
    .select({ id: driverReviews.id })
    .from(driverReviews)
    .where(and(eq(driverReviews.eventId, event.eventId), eq(driverReviews.contentHash, hash)))
  if (reviewed) return { result: 'duplicate' }
  const [sameNumber] = await tx
    .select({ id: driverEvents.id })
    .from(driverEvents)
    .where(
      and(eq(driverEvents.deviceId, event.deviceId), eq(driverEvents.deviceSeq, event.deviceSeq)),
    )
  const kind = sameId ? 'same-id' : sameNumber ? 'same-number' : undefined
  if (!kind) return undefined
  const { effectiveAt } = effectiveTime(event, deps.clock.now())
  const row = toRow(deps, event, { hash, effectiveAt, orderId: null })
  await addReview(tx, deps, kind, row, event)
  return toAnswer(kind)
}

function toRow(
  { clock }: DrivingDeps,
  event: DriverEvent,
  { hash, effectiveAt, orderId }: { hash: string; effectiveAt: Date; orderId: string | null },
): Omit<Stored, 'state'> {
  const { eventId, schema, routeVersion, ...fields } = event
  return {
    ...fields,
    id: eventId,
    orderId,
    effectiveAt,
    receivedAt: clock.now(),
    contentHash: hash,
  }
}
