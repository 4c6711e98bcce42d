import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { DriverReview } from '#contract/driver/reviews.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { DrivingDeps } from '../deps.ts'
import { applyRoute, type EventRow } from '../events/apply-route.ts'
import { lockRouteEvents } from '../events/lock-route.ts'
import { driverEvents, driverReviews } from '../tables.ts'
import { openReviewsOf, rankOf } from './entry-reviews.ts'
import { listReviews } from './list-reviews.ts'

type Decision = 'accepted' | 'dismissed'
type ReviewRow = typeof driverReviews.$inferSelect

/** Staff decide once. What counts afterwards follows from the events again. */
export async function decideReview(
  deps: DrivingDeps,
  actor: Actor,
  id: string,
  decision: Decision,
): Promise<DriverReview[]> {
  await deps.db.transaction(async (tx) => {
    const [found] = await tx.select().from(driverReviews).where(eq(driverReviews.id, id))
    if (!found) throw new Failure('not_found')
    const routesOf = (told: readonly Rival[]) =>
      [...new Set([found.routeId, ...told.map(({ routeId }) => routeId)])].sort()
    for (const routeId of routesOf(await findRivals(tx, found))) await lockRouteEvents(tx, routeId)
    const rivals = await findRivals(tx, found)
    const review = await readOpen(tx, found)
    await tx
      .update(driverReviews)
      .set({ state: decision, decidedBy: actor.email, decidedAt: deps.clock.now() })
      .where(openReviewsOf(review))
    await recordAuditEntry(tx, deps, actor, {
      action: `driver.review_${decision}`,
      subjectId: review.driverId,
      before: {},
      after: { kind: review.kind, eventId: review.eventId, orderId: review.orderId },
    })
    if (!(await changeEvent(tx, review, decision, rivals))) return
    // What no longer counts gives way first.
    const others = routesOf(rivals).filter((routeId) => routeId !== review.routeId)
    for (const routeId of others) await applyRoute(tx, deps, routeId)
    await applyRoute(tx, deps, review.routeId)
  })
  return listReviews(deps.db)
}

/** The review as it is now. Of several about an entry, staff see and decide the first one. */
async function readOpen(tx: Tx, found: ReviewRow): Promise<ReviewRow> {
  const open = await tx
    .select()
    .from(driverReviews)
    .where(openReviewsOf(found))
    .orderBy(asc(rankOf(driverReviews)))
  const review = open.find(({ id }) => id === found.id)
  if (!review) throw new Failure('already_answered')
  if (review !== open[0]) throw new Failure('stale')
  return review
}

type Rival = { id: string; routeId: string }

/** What staff choose from; only one of these counts. */
async function findRivals(tx: Tx, { kind, eventId }: ReviewRow): Promise<Rival[]> {
  if (!isSecond(kind)) return []
  const [event] = await tx.select().from(driverEvents).where(eq(driverEvents.id, eventId))
  const isRival = event && (kind === 'second-count' ? sameCount(event) : sameStop(event))
  if (!isRival) return []
  return tx
    .select({ id: driverEvents.id, routeId: driverEvents.routeId })
    .from(driverEvents)
    .where(and(isRival, eq(driverEvents.state, 'counted'), ne(driverEvents.id, event.id)))
}

const isSecond = (kind: ReviewRow['kind']) => kind === 'second-outcome' || kind === 'second-count'

/** Outcomes of the stop, also those that another truck told before it was moved. */
const sameStop = ({ orderId, stopId }: EventRow) =>
  orderId && stopId
    ? and(
        eq(driverEvents.orderId, orderId),
        eq(driverEvents.stopId, stopId),
        inArray(driverEvents.type, ['delivered', 'failed']),
      )
    : undefined

/** Counts of the load of the trip, or of what came back from it. */
const sameCount = ({ routeId, type, trip }: EventRow) =>
  and(eq(driverEvents.routeId, routeId), eq(driverEvents.type, type), eq(driverEvents.trip, trip))

/** Not about the event that they name: it counts as it did. */
const isAboutOthers = ['missing-events', 'missing-count', 'payment'] as const

/** Returns whether anything has to be applied. An event that was never stored as one has no effect. */
async function changeEvent(
  tx: Tx,
  review: ReviewRow,
  decision: Decision,
  rivals: readonly Rival[],
): Promise<boolean> {
  const [event] = await tx
    .select()
    .from(driverEvents)
    .where(
      and(eq(driverEvents.id, review.eventId), eq(driverEvents.contentHash, review.contentHash)),
    )
  if (!event || isAboutOthers.some((kind) => kind === review.kind)) return false
  if (decision === 'dismissed') {
    if (event.state === 'held') return false
    await tx.update(driverEvents).set({ state: 'dismissed' }).where(eq(driverEvents.id, event.id))
    return true
  }
  const rivalIds = rivals.map(({ id }) => id)
  if (rivalIds.length > 0)
    await tx
      .update(driverEvents)
      .set({ state: 'dismissed' })
      .where(inArray(driverEvents.id, rivalIds))
  if (event.state === 'held')
    await tx.update(driverEvents).set({ state: 'counted' }).where(eq(driverEvents.id, event.id))
  return isSecond(review.kind) || event.state === 'held'
}
