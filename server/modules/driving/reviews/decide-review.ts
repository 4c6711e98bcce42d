import { and, eq, inArray, ne } from 'drizzle-orm'
import type { DriverReview } from '#contract/driver/reviews.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { DrivingDeps } from '../deps.ts'
import { applyRoute } from '../events/apply-route.ts'
import { lockRouteEvents } from '../events/record-events.ts'
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
    await lockRouteEvents(tx, found.routeId)
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
    if (await changeEvent(tx, review, decision)) await applyRoute(tx, deps, review.routeId)
  })
  return listReviews(deps.db)
}

/** Returns whether anything has to be applied. An event that was never stored as one has no effect. */
async function changeEvent(tx: Tx, review: ReviewRow, decision: Decision): Promise<boolean> {
  const [event] = await tx
    .select()
    .from(driverEvents)
    .where(
      and(eq(driverEvents.id, review.eventId), eq(driverEvents.contentHash, review.contentHash)),
    )
  if (!event || review.kind === 'missing-events' || review.kind === 'payment') return false
  const isSecond = review.kind === 'second-outcome'
  if (decision === 'dismissed') {
    if (event.state === 'held') return false
    await tx.update(driverEvents).set({ state: 'dismissed' }).where(eq(driverEvents.id, event.id))
    return true
  }
  if (isSecond && event.stopId)
    await tx
      .update(driverEvents)
      .set({ state: 'dismissed' })
      .where(
        and(
          eq(driverEvents.routeId, event.routeId),
          eq(driverEvents.stopId, event.stopId),
          eq(driverEvents.state, 'counted'),
          inArray(driverEvents.type, ['delivered', 'failed']),
          ne(driverEvents.id, event.id),
        ),
      )
  if (event.state === 'held')
    await tx.update(driverEvents).set({ state: 'counted' }).where(eq(driverEvents.id, event.id))
  return isSecond || event.state === 'held'
}
