import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { activeEvents } from '#contract/driver/fold.ts'
import type { DriverReview } from '#contract/driver/reviews.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { DrivingDeps } from '../deps.ts'
import { applyRoute, type EventRow } from '../events/apply-route.ts'
import { correctedEntries } from '../events/first-entry.ts'
import { lockRoutes } from '../events/lock-route.ts'
import { withOtherRoutes } from '../events/other-routes.ts'
import type { Conflict } from '../events/review-conflicts.ts'
import { driverEvents, driverReviews } from '../tables.ts'
import { isGap, isOpenReviewFor, reviewRank } from './entry-reviews.ts'
import { listReviews, viewReviews } from './list-reviews.ts'

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
    const listRouteIds = (list: readonly OtherOutcome[]) =>
      [...new Set([found.routeId, ...list.map(({ routeId }) => routeId)])].sort()
    const before = await findOtherOutcomes(tx, found)
    const undone = [found.eventId, ...before.map(({ id }) => id)]
    await lockRoutes(tx, await withOtherRoutes(tx, listRouteIds(before), undone))
    const others = await findOtherOutcomes(tx, found)
    const review = await readOpen(tx, found)
    if (decision === 'accepted') await assertAcceptable(tx, review)
    await tx
      .update(driverReviews)
      .set({ state: decision, decidedBy: actor.email, decidedAt: deps.clock.now() })
      .where(isOpenReviewFor(review))
    await recordAuditEntry(tx, deps, actor, {
      action: `driver.review_${decision}`,
      subjectId: review.driverId,
      before: {},
      after: { kind: review.kind, eventId: review.eventId, orderId: review.orderId },
    })
    if (!(await changeEvent(tx, review, decision, others))) return
    // The other routes first, so that what no longer counts there is reversed before this entry is
    // booked.
    const otherRoutes = listRouteIds(others).filter((routeId) => routeId !== review.routeId)
    for (const routeId of otherRoutes) await applyRoute(tx, deps, routeId)
    const conflicts = await applyRoute(tx, deps, review.routeId)
    if (review.kind === 'payment' && decision === 'accepted')
      await assertBooked(tx, review, conflicts)
  })
  return listReviews(deps.db)
}

/** The review as it is now. Of several about an entry, staff see and decide the first one. */
async function readOpen(tx: Tx, found: ReviewRow): Promise<ReviewRow> {
  const open = await tx
    .select()
    .from(driverReviews)
    .where(isOpenReviewFor(found))
    .orderBy(asc(reviewRank(driverReviews)))
  const review = open.find(({ id }) => id === found.id)
  if (!review) throw new Failure('already_answered')
  if (review !== open[0]) throw new Failure('stale')
  return review
}

type OtherOutcome = { id: string; routeId: string }

/** The alternatives for staff; only one of these counts. */
async function findOtherOutcomes(tx: Tx, { kind, eventId }: ReviewRow): Promise<OtherOutcome[]> {
  if (!isSecond(kind)) return []
  const [event] = await tx.select().from(driverEvents).where(eq(driverEvents.id, eventId))
  const isOther = event && (kind === 'second-count' ? sameCount(event) : sameStop(event))
  if (!isOther) return []
  const rows = await tx
    .select()
    .from(driverEvents)
    .where(and(isOther, eq(driverEvents.state, 'counted'), ne(driverEvents.id, event.id)))
  // The entries that it corrects are not alternatives: they are the same visit.
  const corrected = new Set(correctedEntries(rows)(event).map(({ id }) => id))
  return rows.filter(({ id }) => !corrected.has(id))
}

const isSecond = (kind: ReviewRow['kind']) => kind === 'second-outcome' || kind === 'second-count'

/** Outcomes of the stop, also those that another truck reported before it was moved. */
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

/** Rejects entries that can never count, so that they stay listed. */
async function assertAcceptable(tx: Tx, { id }: ReviewRow): Promise<void> {
  const [view] = await viewReviews(tx, eq(driverReviews.id, id))
  if (!view?.canAccept) throw new Failure('cannot_accept')
}

/** The review stays open if a payment is rejected again: staff would never see it elsewhere. */
async function assertBooked(
  tx: Tx,
  { id, eventId }: ReviewRow,
  conflicts: readonly Conflict[],
): Promise<void> {
  if (!conflicts.some((conflict) => conflict.kind === 'payment' && conflict.eventId === eventId))
    return
  const [row] = await tx.select().from(driverReviews).where(eq(driverReviews.id, id))
  throw new Failure('cannot_accept', `${row?.detail ?? ''} ${CORRECT_IT}`.trim())
}

const CORRECT_IT = 'Correct the payments of the order manually, then dismiss this entry.'

/** Returns whether anything has to be applied. */
async function changeEvent(
  tx: Tx,
  review: ReviewRow,
  decision: Decision,
  others: readonly OtherOutcome[],
): Promise<boolean> {
  const [event] = await tx
    .select()
    .from(driverEvents)
    .where(
      and(eq(driverEvents.id, review.eventId), eq(driverEvents.contentHash, review.contentHash)),
    )
  if (!event || isGap(review.kind)) return false
  const isPayment = review.kind === 'payment'
  if (decision === 'dismissed') {
    // A payment that was not booked has nothing to reverse.
    if (event.state === 'held' || (isPayment && event.booking !== 'booked')) return false
    // Nor has an entry that its own phone replaced or undid.
    if (!(await isStanding(tx, event))) return false
    await setState(tx, [event.id], 'dismissed')
    return true
  }
  if (isPayment) return bookAgain(tx, event)
  const isUndo = review.kind === 'not-own'
  // Only the phone itself can undo what it reported, so staff dismiss it.
  const replaced = isUndo
    ? [event.supersedes].flatMap((id) => id ?? [])
    : others.map(({ id }) => id)
  await setState(tx, replaced, 'dismissed')
  if (event.state === 'held') await setState(tx, [event.id], 'counted')
  return isUndo || isSecond(review.kind) || event.state === 'held'
}

/** Whether the phone that reported an entry has not undone it. */
async function isStanding(tx: Tx, event: EventRow): Promise<boolean> {
  if (event.type === 'superseded') return true
  const { deviceId, routeId, state } = driverEvents
  const reported = await tx
    .select()
    .from(driverEvents)
    .where(and(eq(deviceId, event.deviceId), eq(routeId, event.routeId), eq(state, 'counted')))
  const active = activeEvents(reported.map((row) => ({ ...row, eventId: row.id })))
  return active.some(({ id }) => id === event.id)
}

const setState = (tx: Tx, ids: string[], state: EventRow['state']) =>
  tx.update(driverEvents).set({ state }).where(inArray(driverEvents.id, ids))

/** As before the first attempt, so that applying the route books or reverses it. */
async function bookAgain(tx: Tx, { id, booking }: EventRow): Promise<boolean> {
  if (booking === 'booked') return false
  const before = booking === 'refused' ? null : 'booked'
  await tx.update(driverEvents).set({ booking: before }).where(eq(driverEvents.id, id))
  return true
}
