import { and, asc, eq, or } from 'drizzle-orm'
import { activeEvents, departedTrips } from '#contract/driver/fold.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import {
  closeRoute,
  lockToAdvance,
  markRouteOut,
  type RouteRow,
} from '#server/modules/dispatch/index.ts'
import { routes } from '#server/modules/dispatch/tables.ts'
import { findOrdersToFinalize, recordLateCounts } from '../closing/final-counts.ts'
import { listUncountedTrips } from '../closing/list-gaps.ts'
import type { EventDeps } from '../deps.ts'
import { updateReceipts } from '../receipts/update-receipts.ts'
import { driverEvents } from '../tables.ts'
import { applyStops, hasChanged } from './apply-stops.ts'
import { bookEvents, ordersToPay } from './book-events.ts'
import { foldStops } from './fold-stops.ts'
import { learnPositions } from './learn-positions.ts'
import { lockAgainstClosing, lockOrdersAndStops, lockRouteEvents } from './lock-route.ts'
import {
  findOtherRoutes,
  findStopsOfOtherRoutes,
  isReleased,
  lockOtherClosings,
  type RouteStop,
} from './other-routes.ts'
import { readPlan } from './read-plan.ts'
import { readReportedBy } from './reported-by.ts'
import {
  type Conflict,
  resolveUndone,
  reviewConflicts,
  toConflicts,
  toIds,
} from './review-conflicts.ts'
import { secondCounts } from './rules.ts'

export type EventRow = typeof driverEvents.$inferSelect

/**
 * Brings a route to the state that follows from its events, and only that: whatever order they arrived
 * in, the same events lead to the same stops, bottles and money. The route's events must be locked.
 * Returns the events that staff have to look at.
 */
export async function applyRoute(tx: Tx, deps: EventDeps, routeId: string): Promise<Conflict[]> {
  const { conflicts, released, actor } = await applyEvents(tx, deps, routeId)
  for (const otherId of await findOtherRoutes(tx, routeId, released)) {
    await lockRouteEvents(tx, otherId)
    await applyEvents(tx, deps, otherId)
  }
  // Asked last: another route may have made the delivery.
  if (actor && released.length > 0) await deps.routeHandlers.undone(tx, actor, released)
  return conflicts
}

const listOrderIds = (stops: readonly RouteStop[]) => stops.flatMap(({ orderId }) => orderId ?? [])

type ApplyResult = {
  conflicts: Conflict[]
  /** Stops that no longer have an outcome: another truck may have reported one as well. */
  released: RouteStop[]
  actor?: Actor
}

async function applyEvents(tx: Tx, deps: EventDeps, routeId: string): Promise<ApplyResult> {
  const [route] = await tx.select().from(routes).where(eq(routes.id, routeId))
  if (!route) return { conflicts: [], released: [] }
  const booked = (await selectEvents(tx, routeId)).map((row) => ({ ...row, eventId: row.id }))
  const events = booked.filter(({ state }) => state === 'counted')
  const active = activeEvents(events)
  const activeIds = new Set(toIds(active))
  const departed = departedTrips(active)
  const reportedBy = await readReportedBy(tx, route, booked)
  const closing = active.find(({ type }) => type === 'closed')
  const leaving = findLeaving(route, active)
  const isClosing = closing !== undefined && route.status !== 'closed'
  // Lock order: board, subscriptions, orders, schedules, route, bottles.
  if (leaving || isClosing) await lockToAdvance(tx, route, { isClosing })
  const status = await lockAgainstClosing(tx, routeId)
  const isClosed = status === 'closed'
  const seen = await foldStops(tx, route, { events, active, departed })
  await lockOtherClosings(tx, routeId, seen)
  // A closing decides what becomes of deliveries that were not made.
  const isConcerned = (stop: RouteStop) =>
    hasChanged(stop) || (isClosing && stop.state.progress !== 'delivered')
  const concerned = seen.filter(isConcerned)
  const paid = ordersToPay(booked, activeIds)
  const finalized = isClosing ? await findOrdersToFinalize(tx, route) : []
  await lockOrdersAndStops(tx, deps, [...listOrderIds(concerned), ...paid, ...finalized])
  const plan = await readPlan(tx, route, concerned, departed)
  const folded = seen.map((stop) => plan.stops.get(stop.stopId) ?? stop)
  const elsewhere = await findStopsOfOtherRoutes(tx, routeId, folded.filter(hasChanged))
  const stops = folded.filter(({ stopId }) => !elsewhere.has(stopId))
  const changed = stops.filter(hasChanged)
  await applyStops(tx, deps, reportedBy, { route, isClosed, events, stops: changed })
  await updateReceipts(tx, deps, changed)
  const released = changed.filter(isReleased)
  if (leaving) await markRouteOut(tx, deps, reportedBy(leaving), routeId, leaving)
  const recounted = toIds(secondCounts(active))
  const refused = await bookEvents(tx, deps, reportedBy, {
    route,
    events: booked,
    activeIds,
    secondCounts: new Set(recounted),
    outcomeIds: new Set(stops.flatMap(({ state }) => state.outcomeEventId ?? [])),
  })
  if (changed.length > 0) await learnPositions(tx, deps, reportedBy(), { routeId, stops, events })
  const second = folded.flatMap(({ stopId, state: { outcomeEventId, conflicts } }) =>
    outcomeEventId && elsewhere.has(stopId) ? [outcomeEventId, ...conflicts] : conflicts,
  )
  const withdrawn = leaving && status === 'draft' ? [leaving.id] : []
  const contradicting = { second, recounted, withdrawn }
  const disputed = await reviewConflicts(tx, deps, routeId, events, contradicting)
  await resolveUndone(tx, deps, routeId, { events, activeIds })
  if (isClosing) await closeRoute(tx, deps, reportedBy(closing), routeId, closing.effectiveAt)
  if (isClosed) {
    await recordLateCounts(tx, deps, route, changed)
    await listUncountedTrips(tx, deps, routeId, active)
  }
  const late = toIds(events.filter(({ type }) => type !== 'closed'))
  return {
    conflicts: [
      ...toConflicts('route-closed', isClosed ? late : []),
      ...toConflicts('stop-changed', plan.unexpected),
      ...toConflicts('payment', refused),
      ...disputed,
    ],
    released,
    actor: reportedBy(),
  }
}

/**
 * Finds the event that set a route out: a departure, or the closing if none was reported. A route
 * that staff have withdrawn was driven as well if its driver was at a door.
 */
function findLeaving<E extends EventRow>({ status }: RouteRow, active: readonly E[]) {
  if (status === 'out' || status === 'closed') return undefined
  const types = ['departed', 'closed', ...(status === 'draft' ? ['delivered', 'failed'] : [])]
  return types.flatMap((name) => active.find(({ type }) => type === name) ?? [])[0]
}

/** Events that count, and events that no longer count but have moved bottles. */
const selectEvents = (tx: Tx, routeId: string) =>
  tx
    .select()
    .from(driverEvents)
    .where(
      and(
        eq(driverEvents.routeId, routeId),
        or(eq(driverEvents.state, 'counted'), eq(driverEvents.booking, 'booked')),
      ),
    )
    .orderBy(asc(driverEvents.deviceId), asc(driverEvents.deviceSeq))
