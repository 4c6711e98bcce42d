import { and, eq, inArray, ne } from 'drizzle-orm'
import type { DriverReview } from '#contract/driver/reviews.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { DrivingDeps } from '../deps.ts'
import { applyRoute } from '../events/apply-route.ts'
import { lockRouteEvents } from '../events/lock-route.ts'
import { driverEvents, driverReviews } from '../tables.ts'
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
    const [review] = await tx.select().from(driverReviews).where(eq(driverReviews.id, id))
    if (review?.state !== 'open') throw new Failure('already_answered')
    await tx
      .update(driverReviews)
      .set({ state: decision, decidedBy: actor.email, decidedAt: deps.clock.now() })
      .where(eq(driverReviews.id, id))
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

type Rival = { id: string; routeId: string }

/** Other outcomes of the stop, also those that another truck told before it was moved. */
async function findRivals(tx: Tx, { kind, eventId }: ReviewRow): Promise<Rival[]> {
  if (kind !== 'second-outcome') return []
  const [event] = await tx.select().from(driverEvents).where(eq(driverEvents.id, eventId))
  if (!event?.stopId || !event.orderId) return []
  return tx
    .select({ id: driverEvents.id, routeId: driverEvents.routeId })
    .from(driverEvents)
    .where(
      and(
        eq(driverEvents.orderId, event.orderId),
        eq(driverEvents.stopId, event.stopId),
        eq(driverEvents.state, 'counted'),
        inArray(driverEvents.type, ['delivered', 'failed']),
        ne(driverEvents.id, event.id),
      ),
    )
}

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
  if (!event || review.kind === 'missing-events' || review.kind === 'payment') return false
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
  return review.kind === 'second-outcome' || event.state === 'held'
}
